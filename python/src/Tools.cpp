// The command line tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Native.h"
#include "ReleasedLock.h"

#include "triton-shared/Tools/Tools.h"

#include <nanobind/stl/vector.h>

#include <string>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

template <int (*tool)(int, char **)>
int run(const std::vector<nb::bytes> &argv) {
  std::vector<std::string> words;
  for (const nb::bytes &word : argv)
    words.emplace_back(word.c_str(), word.size());
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ReleasedLock released;
  return tool(static_cast<int>(words.size()), pointers.data());
}

} // namespace

void bindTools(nb::module_ &module) {
  module.def("opt_main", &run<optMain>, nb::arg("argv"));
  module.def("lsp_server_main", &run<lspServerMain>, nb::arg("argv"));
}

} // namespace mlir::tts::python
