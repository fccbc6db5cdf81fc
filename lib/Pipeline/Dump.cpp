// IR after each phase, as files.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "triton-shared/Pipeline/Dump.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace mlir::tts {

/// A folder of its own below the one asked for, whatever the symbol.
static std::string folderName(StringRef name) {
  std::string safe = name.take_front(120).str();
  for (char &c : safe)
    if (!isAlnum(c) && !StringRef("_$.-").contains(c))
      c = '_';
  return safe.empty() || safe.front() == '.' ? "kernel" + safe : safe;
}

Error Dump::write(StringRef phase, StringRef extension,
                  function_ref<void(raw_ostream &)> print) {
  if (!enabled())
    return Error::success();
  SmallString<128> path(folder);
  sys::path::append(path, folderName(name));
  std::error_code code = sys::fs::create_directories(path);
  std::string file;
  raw_string_ostream(file) << format("%02u-", count++) << phase << '.'
                           << extension;
  sys::path::append(path, file);
  if (!code) {
    raw_fd_ostream os(path, code);
    if (!code) {
      print(os);
      os.flush();
      code = os.error();
      os.clear_error();
      if (code)
        consumeError(errorCodeToError(sys::fs::remove(path))); // no parts
    }
  }
  if (!code)
    return Error::success();
  return createStringError(code, "cannot dump IR to '" + path +
                                     "': " + code.message());
}

} // namespace mlir::tts
