// Pipeline options by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Pipeline/Pipeline.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::tts {
namespace {

bool readBool(llvm::StringRef value, bool &result) {
  bool on = value == "1" || value.equals_insensitive("true");
  bool off = value == "0" || value.equals_insensitive("false");
  result = on;
  return on || off;
}

constexpr PipelineOptionInfo kOptions[] = {
    {"fp-fusion",
     "1 or 0: let a * b + c be computed with one rounding (as fp_fusion=)",
     [](PipelineOptions &options, llvm::StringRef value) {
       return readBool(value, options.fpFusion);
     }},
    {"plain",
     "1 or 0: go through the linalg stop by upstream's passes and scalar "
     "loops; "
     "slow, an oracle for the CPU backend",
     [](PipelineOptions &options, llvm::StringRef value) {
       return readBool(value, options.plain);
     }},
    {"vector-bits",
     "128, 256 or 512: width of the registers that loops are made for, the "
     "CPU's own without it; LLVM takes wider ones apart",
     [](PipelineOptions &options, llvm::StringRef value) {
       return !value.getAsInteger(10, options.vectorBits) &&
              (options.vectorBits == 128 || options.vectorBits == 256 ||
               options.vectorBits == 512);
     }},
    {"descriptor-arg-flags",
     "1 or 2: i1 values after the strides of a descriptor argument (Triton "
     "3.6 has 1)",
     [](PipelineOptions &options, llvm::StringRef value) {
       return !value.getAsInteger(10, options.descriptorFlags) &&
              (options.descriptorFlags == 1 || options.descriptorFlags == 2);
     }},
};

} // namespace

llvm::ArrayRef<PipelineOptionInfo> pipelineOptionInfos() { return kOptions; }

std::string setPipelineOption(PipelineOptions &options, llvm::StringRef name,
                              llvm::StringRef value) {
  std::string known;
  for (const PipelineOptionInfo &info : kOptions) {
    if (info.name == name)
      return info.set(options, value)
                 ? ""
                 : ("pipeline option '" + name + "': bad value '" + value +
                    "'; expected " + info.description)
                       .str();
    known += (known.empty() ? "" : ", ") + info.name.str();
  }
  return ("no pipeline option named '" + name + "'; there are " + known).str();
}

} // namespace mlir::tts
