// Reading Triton's argument types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arguments.h"

#include <algorithm>
#include <cstdlib>

namespace mlir::tts::python {
namespace {

bool startsWith(const std::string &text, const char *prefix) {
  return text.rfind(prefix, 0) == 0;
}

/// "i32" and its like: a letter and a width.
bool parseInteger(const std::string &type, ArgSpec &spec) {
  if (type.size() < 2 || (type[0] != 'i' && type[0] != 'u'))
    return false;
  long width = std::strtol(type.c_str() + 1, nullptr, 10);
  if (width != 1 && width != 8 && width != 16 && width != 32 && width != 64)
    return false;
  spec.width = int(width);
  spec.kind = width == 1       ? ArgKind::Bool
              : type[0] == 'i' ? ArgKind::Signed
                               : ArgKind::Unsigned;
  return true;
}

bool parseScalar(const std::string &type, ArgSpec &spec) {
  if (type == "constexpr")
    spec.kind = ArgKind::Skip;
  else if (startsWith(type, "*"))
    spec.kind = ArgKind::Pointer;
  else if (type == "fp16")
    spec.kind = ArgKind::F16;
  else if (type == "bf16")
    spec.kind = ArgKind::BF16;
  else if (type == "fp32" || type == "f32")
    spec.kind = ArgKind::F32;
  else if (type == "fp64" || type == "f64")
    spec.kind = ArgKind::F64;
  else
    return parseInteger(type, spec);
  return true;
}

/// "tensordesc<fp16[64, 64]>": only the rank counts here.
bool parseDescriptor(const std::string &type, ArgSpec &spec) {
  if (!startsWith(type, "tensordesc<"))
    return false;
  std::size_t open = type.find('['), close = type.find(']');
  if (open == std::string::npos || close == std::string::npos || close < open)
    return false;
  spec.kind = ArgKind::Descriptor;
  spec.width =
      1 + int(std::count(type.begin() + open, type.begin() + close, ','));
  return true;
}

bool parseTuple(PyObject *type, const std::string &name, ArgSpec &spec) {
  spec.kind = ArgKind::Tuple;
  Py_ssize_t count = PyTuple_GET_SIZE(type);
  spec.elements.resize(std::size_t(count));
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!parseArgSpec(PyTuple_GET_ITEM(type, i),
                      name + "[" + std::to_string(i) + "]",
                      spec.elements[std::size_t(i)]))
      return false;
  return true;
}

} // namespace

bool parseArgSpec(PyObject *type, std::string name, ArgSpec &spec) {
  spec.name = std::move(name);
  if (PyTuple_Check(type))
    return parseTuple(type, spec.name, spec);
  if (!PyUnicode_Check(type)) {
    PyErr_Format(
        PyExc_TypeError,
        "signature of argument '%s': expected str or tuple, got %.200s",
        spec.name.c_str(), Py_TYPE(type)->tp_name);
    return false;
  }
  const char *text = PyUnicode_AsUTF8(type);
  if (!text)
    return false;
  if (parseScalar(text, spec) || parseDescriptor(text, spec))
    return true;
  PyErr_Format(PyExc_ValueError,
               "signature of argument '%s': a CPU kernel cannot take '%s'",
               spec.name.c_str(), text);
  return false;
}

int countSlots(const ArgSpec &spec, int descFlags) {
  switch (spec.kind) {
  case ArgKind::Skip:
    return 0;
  case ArgKind::Tuple: {
    int total = 0;
    for (const ArgSpec &element : spec.elements)
      total += countSlots(element, descFlags);
    return total;
  }
  case ArgKind::Descriptor:
    return 1 + 4 * spec.width + descFlags;
  default:
    return 1;
  }
}

} // namespace mlir::tts::python
