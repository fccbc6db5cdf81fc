// The CPU that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  static bool hasNative = false, hasAll = false;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  if (!hasNative) {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
    hasNative = true;
  }
  if (const Target *target = TargetRegistry::lookupTarget(triple, error))
    return target;
  if (!hasAll) {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
    hasAll = true;
  }
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

std::unique_ptr<MCSubtargetInfo> subtarget(const Triple &triple, StringRef cpu,
                                           StringRef features) {
  std::string error;
  const Target *registered = findTarget(triple, error);
  if (!registered)
    return nullptr;
  return std::unique_ptr<MCSubtargetInfo>(
      registered->createMCSubtargetInfo(triple, cpu, features));
}

/// The shortest list that makes of `cpu` what `features` makes of it: LLVM goes
/// through all features it knows for each that it is given.
std::string changesOf(const Triple &triple, StringRef cpu,
                      const MCSubtargetInfo &info, StringRef features) {
  std::unique_ptr<MCSubtargetInfo> plain = subtarget(triple, cpu, "");
  std::map<std::string, bool> changed;
  for (const SubtargetFeatureKV &feature : info.getAllProcessorFeatures()) {
    bool on = info.getFeatureBits().test(feature.Value);
    if (on != plain->getFeatureBits().test(feature.Value))
      changed[feature.Key] = on;
  }
  std::string list = joinFeatures(changed);
  std::unique_ptr<MCSubtargetInfo> same = subtarget(triple, cpu, list);
  return same->getFeatureBits() == info.getFeatureBits() ? list
                                                         : features.str();
}

bool knowsFeature(const MCSubtargetInfo &info, StringRef name) {
  for (const SubtargetFeatureKV &feature : info.getAllProcessorFeatures())
    if (name == feature.Key)
      return true;
  return false;
}

/// Whether code may hold instructions of an x86 feature without asking for them
/// by name: system instructions, which hypervisors hide, it does not.
bool isUsedByCode(StringRef feature) {
  constexpr StringLiteral kFamilies[] = {
      "sse",   "ssse",   "avx",   "amx",  "fma", "bmi",  "xop",       "f16c",
      "lzcnt", "popcnt", "movbe", "cx16", "rtm", "gfni", "tbm",       "adx",
      "egpr",  "ndd",    "nf",    "ccmp", "cf",  "zu",   "push2pop2", "ppx"};
  return llvm::any_of(
      kFamilies, [&](StringRef family) { return feature.starts_with(family); });
}

} // namespace

CPUTarget::CPUTarget(std::string triple, std::string cpu, std::string features)
    : tripleName(std::move(triple)), cpuName(std::move(cpu)),
      featureList(std::move(features)), changes(featureList) {
  Triple parsed(tripleName);
  std::unique_ptr<MCSubtargetInfo> info =
      subtarget(parsed, cpuName, featureList);
  if (!info)
    return;
  changes = changesOf(parsed, cpuName, *info, featureList);
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
    if (info->getFeatureBits().test(feature.Value))
      enabled.insert(feature.Key);
}

const CPUTarget &CPUTarget::host() {
  static const CPUTarget target(sys::getProcessTriple(),
                                sys::getHostCPUName().str(),
                                joinFeatures(hostFeatures()));
  return target;
}

Expected<CPUTarget> CPUTarget::create(StringRef cpu, StringRef features,
                                      StringRef triple) {
  std::string tripleName =
      triple.empty() ? host().tripleName : Triple::normalize(triple);
  std::string error;
  Triple parsed(tripleName);
  const Target *registered = findTarget(parsed, error);
  if (!registered)
    return failure("unknown target triple '" + triple + "': " + error);
  if (!registered->hasMCAsmBackend() || !registered->hasMCAsmParser())
    return failure("LLVM has no assembler for triple '" + triple + "'");
  bool hostArch = parsed.getArch() == Triple(host().tripleName).getArch();
  bool likeHost = hostArch && cpu.empty();
  std::string cpuName = likeHost      ? host().cpuName
                        : cpu.empty() ? "generic"
                                      : cpu.str();

  std::unique_ptr<MCSubtargetInfo> info(
      registered->createMCSubtargetInfo(parsed, "", ""));
  if (!info)
    return failure("LLVM has no code generator for triple '" + triple + "'");
  if (!info->isCPUStringValid(cpuName))
    return failure("unknown CPU '" + cpuName + "' for " + tripleName);
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
      return failure("unknown CPU feature '" + item + "' for " + tripleName);
    merged[item.str()] = on;
    // Switching a feature off takes along those that need it, and on those that
    // it needs, which the detected list would otherwise switch back: ask LLVM.
    std::unique_ptr<MCSubtargetInfo> changed(registered->createMCSubtargetInfo(
        parsed, cpuName, joinFeatures(merged)));
    changed->ApplyFeatureFlag(((on ? "+" : "-") + item).str());
    for (auto &[name, enabled] : merged)
      if (enabled != on && knowsFeature(*info, name) &&
          changed->checkFeatures("+" + name) == on)
        enabled = on;
  }
  return CPUTarget(tripleName, cpuName, joinFeatures(merged));
}

CPUTarget CPUTarget::without(StringRef feature) const {
  if (!hasFeature(feature))
    return *this;
  return CPUTarget(tripleName, cpuName,
                   featureList + (featureList.empty() ? "-" : ",-") +
                       feature.str());
}

std::string CPUTarget::key() const {
  return tripleName + "|" + cpuName + "|" + featureList +
         "|llvm-" LLVM_VERSION_STRING;
}

std::vector<std::string> CPUTarget::lacking() const {
  Triple mine(tripleName), theirs(host().tripleName);
  if (mine.getArch() != theirs.getArch() || mine.getOS() != theirs.getOS())
    return {tripleName};
  std::vector<std::string> found;
  // Tuning flags are features too; only those the CPU reports decide.
  for (const auto &[name, on] : hostFeatures())
    if (!on && hasFeature(name) && (!mine.isX86() || isUsedByCode(name)))
      found.push_back(name);
  return found;
}

bool CPUTarget::hasFeature(StringRef name) const {
  return enabled.contains(name);
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
      triple, cpuName, changes, options, Reloc::PIC_, std::nullopt,
      *CodeGenOpt::getLevel(optLevel)));
  if (!machine)
    return failure("LLVM has no code generator for " + tripleName);
  return machine;
}

} // namespace mlir::tts
