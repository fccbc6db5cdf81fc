//===- Target.cpp - The CPU that code is made for -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "triton-shared/CPU/Codegen/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <map>
#include <mutex>

#if defined(__x86_64__)
#include <immintrin.h>
#endif
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

using namespace llvm;

namespace mlir::tts {
namespace {

Error failure(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// Registers the host's code generator; the others only for a triple that asks
/// for one, which no launch does.
const Target *findTarget(const Triple &triple, std::string &error) {
  static std::once_flag nativeOnce, allOnce;
  std::call_once(nativeOnce, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
  });
  if (const Target *target = TargetRegistry::lookupTarget(triple, error))
    return target;
  std::call_once(allOnce, [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
  });
  return TargetRegistry::lookupTarget(triple, error);
}

std::string joinFeatures(const std::map<std::string, bool> &features) {
  std::string list;
  for (const auto &[name, on] : features) {
    if (!list.empty())
      list += ',';
    list += (on ? "+" : "-") + name;
  }
  return list;
}

/// Linux lets a process use AMX's tile registers once it has asked to.
bool mayUseTiles() {
#if defined(__linux__) && defined(__x86_64__) && defined(SYS_arch_prctl)
  constexpr long requestPermission = 0x1023, tileData = 18;
  return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
#else
  return false;
#endif
}

/// Some processors say that they have transactions and end every one of them.
#if defined(__x86_64__)
__attribute__((target("rtm"))) bool transactionsCommit() {
  for (int i = 0; i < 16; ++i)
    if (_xbegin() == _XBEGIN_STARTED) {
      _xend();
      return true;
    }
  return false;
}
#else
bool transactionsCommit() { return false; }
#endif

std::map<std::string, bool> hostFeatures() {
  static const std::map<std::string, bool> detected = [] {
    std::map<std::string, bool> features;
    for (const auto &entry : sys::getHostCPUFeatures())
      features[entry.getKey().str()] = entry.getValue();
    auto tiles = features.find("amx-tile");
    if (tiles != features.end() && tiles->second && !mayUseTiles())
      for (auto &[name, on] : features)
        if (StringRef(name).starts_with("amx-"))
          on = false;
    auto transactions = features.find("rtm");
    if (transactions != features.end() && transactions->second)
      transactions->second = transactionsCommit();
    return features;
  }();
  return detected;
}

std::unique_ptr<MCSubtargetInfo> subtarget(const CPUTarget &target) {
  Triple triple(target.triple());
  std::string error;
  const Target *registered = findTarget(triple, error);
  if (!registered)
    return nullptr;
  return std::unique_ptr<MCSubtargetInfo>(registered->createMCSubtargetInfo(
      triple, target.cpu(), target.features()));
}

bool knowsFeature(const MCSubtargetInfo &info, StringRef name) {
  for (const SubtargetFeatureKV &feature : info.getAllProcessorFeatures())
    if (name == feature.Key)
      return true;
  return false;
}

} // namespace

const CPUTarget &CPUTarget::host() {
  static const CPUTarget target = [] {
    CPUTarget host;
    host.tripleName = sys::getProcessTriple();
    host.cpuName = sys::getHostCPUName().str();
    host.featureList = joinFeatures(hostFeatures());
    return host;
  }();
  return target;
}

Expected<CPUTarget> CPUTarget::create(StringRef cpu, StringRef features,
                                      StringRef triple) {
  CPUTarget target;
  target.tripleName =
      triple.empty() ? host().tripleName : Triple::normalize(triple);
  std::string error;
  Triple parsed(target.tripleName);
  const Target *registered = findTarget(parsed, error);
  if (!registered)
    return failure("unknown target triple '" + triple + "': " + error);
  bool hostArch = parsed.getArch() == Triple(host().tripleName).getArch();
  bool likeHost = hostArch && cpu.empty();
  target.cpuName = likeHost      ? host().cpuName
                   : cpu.empty() ? "generic"
                                 : cpu.str();

  std::unique_ptr<MCSubtargetInfo> info(
      registered->createMCSubtargetInfo(parsed, "", ""));
  if (!info)
    return failure("LLVM has no code generator for triple '" + triple + "'");
  if (!info->isCPUStringValid(target.cpuName))
    return failure("unknown CPU '" + target.cpuName + "' for " +
                   target.tripleName);
  std::map<std::string, bool> merged;
  if (likeHost)
    merged = hostFeatures();
  for (StringRef item : split(features, ',')) {
    item = item.trim();
    if (item.empty())
      continue;
    bool on = !item.consume_front("-");
    item.consume_front("+");
    if (!knowsFeature(*info, item))
      return failure("unknown CPU feature '" + item + "' for " +
                     target.tripleName);
    merged[item.str()] = on;
    if (on)
      continue;
    // Switching a feature off takes along those that need it, which the
    // detected list would otherwise switch on again: ask LLVM what remains.
    std::unique_ptr<MCSubtargetInfo> without(registered->createMCSubtargetInfo(
        parsed, target.cpuName, joinFeatures(merged)));
    without->ApplyFeatureFlag(("-" + item).str());
    for (auto &[name, enabled] : merged)
      if (enabled && knowsFeature(*info, name) &&
          !without->checkFeatures("+" + name))
        enabled = false;
  }
  target.featureList = joinFeatures(merged);
  return target;
}

CPUTarget CPUTarget::without(StringRef feature) const {
  CPUTarget target = *this;
  if (hasFeature(feature))
    target.featureList +=
        (target.featureList.empty() ? "-" : ",-") + feature.str();
  return target;
}

std::string CPUTarget::key() const {
  return tripleName + "|" + cpuName + "|" + featureList +
         "|llvm-" LLVM_VERSION_STRING;
}

bool CPUTarget::isHost() const {
  Triple mine(tripleName), theirs(host().tripleName);
  if (mine.getArch() != theirs.getArch() || mine.getOS() != theirs.getOS())
    return false;
  if (tripleName == host().tripleName && cpuName == host().cpuName &&
      featureList == host().featureList)
    return true;
  std::unique_ptr<MCSubtargetInfo> wanted = subtarget(*this);
  std::unique_ptr<MCSubtargetInfo> present = subtarget(host());
  if (!wanted || !present)
    return false;
  std::map<std::string, bool> known = hostFeatures();
  for (const SubtargetFeatureKV &feature : wanted->getAllProcessorFeatures()) {
    // Tuning flags are features too; only those the CPU reports decide.
    auto reported = known.find(feature.Key);
    if (reported != known.end() && !reported->second &&
        wanted->getFeatureBits().test(feature.Value))
      return false;
  }
  return true;
}

bool CPUTarget::hasFeature(StringRef name) const {
  std::unique_ptr<MCSubtargetInfo> info = subtarget(*this);
  if (!info)
    return false;
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
    if (name == feature.Key)
      return info->getFeatureBits().test(feature.Value);
  return false;
}

Expected<std::unique_ptr<TargetMachine>>
CPUTarget::createMachine(int optLevel) const {
  Triple triple(tripleName);
  std::string error;
  const Target *registered = findTarget(triple, error);
  if (!registered)
    return failure(error);
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Standard; // by `contract` flags only
  options.NoTrappingFPMath = true;
  std::unique_ptr<TargetMachine> machine(registered->createTargetMachine(
      triple, cpuName, featureList, options, Reloc::PIC_, std::nullopt,
      *CodeGenOpt::getLevel(optLevel)));
  if (!machine)
    return failure("LLVM has no code generator for " + tripleName);
  return machine;
}

} // namespace mlir::tts
