//===- Tools.cpp - The command line tools, of a wheel
//----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Native.h"

#include "triton-shared/Tools/Tools.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

template <int (*tool)(int, char **)> int run(std::vector<std::string> words) {
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  nb::gil_scoped_release release;
  return tool(static_cast<int>(words.size()), argv.data());
}

} // namespace

void bindTools(nb::module_ &module) {
  module.def("opt_main", &run<optMain>, nb::arg("argv"));
  module.def("lsp_server_main", &run<lspServerMain>, nb::arg("argv"));
}

} // namespace mlir::tts::python
