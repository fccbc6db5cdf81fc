//===- Settings.h - Switches in the environment ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TRITON_SHARED_RUNTIME_SETTINGS_H
#define TRITON_SHARED_RUNTIME_SETTINGS_H

#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>

namespace mlir::tts::runtime {

/// What a switch of knobs.py is set to, by the words that are taken there;
/// nothing if it is not set. Malformed ones are reported when the driver is
/// made.
inline std::optional<bool> switchSetting(const char *name) {
  const char *setting = std::getenv(name);
  if (!setting || !*setting)
    return std::nullopt;
  std::string word;
  for (const char *c = setting; *c; ++c)
    word += char(std::tolower(static_cast<unsigned char>(*c)));
  return word == "1" || word == "true" || word == "on" || word == "yes";
}

} // namespace mlir::tts::runtime

#endif // TRITON_SHARED_RUNTIME_SETTINGS_H
