// The CPU that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_CPU_CODEGEN_TARGET_H
#define TRITON_SHARED_CPU_CODEGEN_TARGET_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::tts {

/// A CPU by triple, name and features, as LLVM spells them.
class CPUTarget {
public:
  /// The CPU that this process runs on; detected once.
  static const CPUTarget &host();

  /// Empty strings mean the host's. `features` ("+avx2,-avx512f") is applied on
  /// top of those of the CPU. Fails for names that LLVM does not know.
  static llvm::Expected<CPUTarget>
  create(llvm::StringRef cpu, llvm::StringRef features, llvm::StringRef triple);

  const std::string &triple() const { return tripleName; }
  const std::string &cpu() const { return cpuName; }
  /// All features, sorted; implied ones included for the host.
  const std::string &features() const { return featureList; }

  /// The same CPU with a feature switched off, if it has it.
  CPUTarget without(llvm::StringRef feature) const;

  /// Everything that decides what code comes out: for cache keys.
  std::string key() const;

  /// What code for this CPU may use and the host does not have, sorted; the
  /// triple where architecture or system differ. Empty: it runs here.
  std::vector<std::string> lacking() const;

  /// Whether `name` is on, implied features included.
  bool hasFeature(llvm::StringRef name) const;

  /// `optLevel` 0..3 for the instruction selector.
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
  createMachine(int optLevel) const;

private:
  CPUTarget(std::string triple, std::string cpu, std::string features);

  std::string tripleName, cpuName, featureList;
  /// What `featureList` changes of what LLVM knows of the CPU.
  std::string changes;
  /// All features that are on.
  llvm::StringSet<> enabled;
};

} // namespace mlir::tts

#endif // TRITON_SHARED_CPU_CODEGEN_TARGET_H
