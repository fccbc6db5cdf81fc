// From Python arguments to a kernel's slots.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Arguments.h"
#include "TorchTensors.h"

#include "triton-shared/Runtime/SmallFloat.h"

#include <nanobind/nanobind.h>

#include <cstring>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

/// Takes back what was raised if it is of that kind: then a better message
/// follows. Anything else, an interrupt or an error of the object's own, goes
/// on as it is.
bool takeBack(PyObject *kind) {
  bool taken = PyErr_ExceptionMatches(kind);
  if (taken)
    PyErr_Clear();
  return taken;
}

/// What packing an argument needs to know; the name is for messages.
struct Packer {
  const std::string &kernel;
  const std::string &name;

  bool fail(PyObject *exception, const char *problem,
            const char *detail = "") const {
    PyErr_Format(exception, "kernel '%s', argument '%s': %s%.200s",
                 kernel.c_str(), name.c_str(), problem, detail);
    return false;
  }

  bool failWithObject(PyObject *exception, const char *problem,
                      PyObject *object) const {
    PyErr_Format(exception, "kernel '%s', argument '%s': %s %S", kernel.c_str(),
                 name.c_str(), problem, object);
    return false;
  }

  bool pointer(PyObject *value, uint64_t &slot) const;
  bool askForPointer(PyObject *value, uint64_t &slot) const;
  bool checkMemory(PyObject *value) const;
  bool checkDevice(PyObject *value) const;
  bool integer(PyObject *value, int width, bool isSigned, uint64_t &slot) const;
  bool boolean(PyObject *value, uint64_t &slot) const;
  bool real(PyObject *value, double &result) const;
  bool integers(PyObject *sequence, int count, int width,
                uint64_t *&slots) const;
};

bool Packer::pointer(PyObject *value, uint64_t &slot) const {
  void *address;
  if (readCPUTensor(value, address)) {
    slot = reinterpret_cast<uint64_t>(address);
    return slot || checkMemory(value);
  }
  if (value == Py_None) {
    slot = 0;
    return true;
  }
  if (!PyLong_Check(value))
    return askForPointer(value, slot);
  slot = PyLong_AsUnsignedLongLong(value);
  if (slot != uint64_t(-1) || !PyErr_Occurred())
    return true;
  PyErr_Clear();
  return fail(PyExc_OverflowError, "not an address: the integer is negative or "
                                   "beyond 64 bits");
}

/// Not a plain torch tensor on the CPU: its own methods say what it is.
bool Packer::askForPointer(PyObject *value, uint64_t &slot) const {
  PyObject *method = PyObject_GetAttrString(value, "data_ptr");
  if (!method) {
    if (!PyErr_ExceptionMatches(PyExc_AttributeError))
      return false;
    PyErr_Clear();
    const char *type = Py_TYPE(value)->tp_name;
    bool numpy = std::strcmp(type, "numpy.ndarray") == 0;
    PyErr_Format(PyExc_TypeError,
                 "kernel '%s', argument '%s': expected a torch tensor or an "
                 "object with data_ptr(), got %.200s%s",
                 kernel.c_str(), name.c_str(), type,
                 numpy ? " (torch.from_numpy shares its memory)" : "");
    return false;
  }
  if (!checkDevice(value)) {
    Py_DECREF(method);
    return false;
  }
  PyObject *result = PyObject_CallNoArgs(method);
  Py_DECREF(method);
  if (!result)
    return false;
  slot = PyLong_AsUnsignedLongLong(result);
  Py_DECREF(result);
  if (slot != uint64_t(-1) || !PyErr_Occurred())
    return slot || checkMemory(value);
  PyErr_Clear();
  return fail(PyExc_TypeError, "data_ptr() did not return an address");
}

/// A null address is that of a tensor without elements, or of one that only
/// stands for another. Objects without a `numel` are taken at their word.
bool Packer::checkMemory(PyObject *value) const {
  PyObject *count = PyObject_CallMethod(value, "numel", nullptr);
  int some = count ? PyObject_IsTrue(count) : 0;
  Py_XDECREF(count);
  if ((some < 0 || !count) && !takeBack(PyExc_Exception))
    return false;
  return some <= 0 || fail(PyExc_ValueError,
                           "has elements but no memory, data_ptr() is 0: a ",
                           Py_TYPE(value)->tp_name);
}

/// Objects without a `device` are taken at their word.
bool Packer::checkDevice(PyObject *value) const {
  PyObject *device = PyObject_GetAttrString(value, "device");
  if (!device)
    return takeBack(PyExc_Exception);
  PyObject *type = PyObject_GetAttrString(device, "type");
  if (!type)
    PyErr_Clear();
  bool onCPU = !type || !PyUnicode_Check(type) ||
               PyUnicode_CompareWithASCIIString(type, "cpu") == 0;
  Py_XDECREF(type);
  if (!onCPU)
    failWithObject(PyExc_ValueError,
                   "the kernel runs on the CPU, the tensor is on device",
                   device);
  Py_DECREF(device);
  return onCPU;
}

bool Packer::integer(PyObject *value, int width, bool isSigned,
                     uint64_t &slot) const {
  PyObject *number = PyNumber_Index(value);
  if (!number)
    return takeBack(PyExc_TypeError) &&
           fail(PyExc_TypeError, "expected an integer, got ",
                Py_TYPE(value)->tp_name);
  bool fits;
  if (isSigned) {
    int overflow;
    long long wide = PyLong_AsLongLongAndOverflow(number, &overflow);
    fits = !overflow && (width == 64 || (wide >= -(1LL << (width - 1)) &&
                                         wide < (1LL << (width - 1))));
    slot = static_cast<uint64_t>(wide);
  } else {
    slot = PyLong_AsUnsignedLongLong(number);
    fits = !(slot == uint64_t(-1) && PyErr_Occurred()) &&
           (width == 64 || slot < (uint64_t(1) << width));
    PyErr_Clear();
  }
  if (!fits)
    PyErr_Format(
        PyExc_OverflowError, "kernel '%s', argument '%s': %S does not fit %s%d",
        kernel.c_str(), name.c_str(), number, isSigned ? "i" : "u", width);
  Py_DECREF(number);
  return fits;
}

bool Packer::boolean(PyObject *value, uint64_t &slot) const {
  // Python would ask whether those are empty, or zero.
  bool other = PyUnicode_Check(value) || PyBytes_Check(value) ||
               PyTuple_Check(value) || PyList_Check(value) ||
               PyDict_Check(value) || PyComplex_Check(value);
  int truth = other ? -1 : PyObject_IsTrue(value);
  slot = uint64_t(truth);
  if (truth >= 0)
    return true;
  return (other || takeBack(PyExc_Exception)) &&
         fail(PyExc_TypeError, "expected a bool, got ",
              Py_TYPE(value)->tp_name);
}

bool Packer::real(PyObject *value, double &result) const {
  result = PyFloat_AsDouble(value);
  if (result != -1.0 || !PyErr_Occurred())
    return true;
  if (takeBack(PyExc_OverflowError))
    return fail(PyExc_OverflowError, "the integer does not fit a float");
  return takeBack(PyExc_TypeError) &&
         fail(PyExc_TypeError, "expected a float, got ",
              Py_TYPE(value)->tp_name);
}

bool Packer::integers(PyObject *sequence, int count, int width,
                      uint64_t *&slots) const {
  // A copy: what __index__ does to a list must not free what is read here.
  PyObject *items = PySequence_Tuple(sequence);
  if (!items)
    return takeBack(PyExc_TypeError) &&
           fail(PyExc_TypeError,
                "descriptor shape and strides must be sequences, got ",
                Py_TYPE(sequence)->tp_name);
  bool good = PyTuple_GET_SIZE(items) == count;
  if (!good)
    fail(PyExc_ValueError, "the descriptor's rank differs from the kernel's");
  for (int i = 0; good && i < count; ++i)
    good = integer(PyTuple_GET_ITEM(items, i), width, true, *slots++);
  Py_DECREF(items);
  return good;
}

bool packDescriptor(const Packer &packer, PyObject *value, int rank,
                    int descFlags, uint64_t *&slots) {
  auto attribute = [&](const char *name) {
    return nb::steal(PyObject_GetAttrString(value, name));
  };
  nb::object base = attribute("base");
  nb::object shape = base.is_valid() ? attribute("shape") : nb::object();
  nb::object strides = shape.is_valid() ? attribute("strides") : nb::object();
  if (!strides.is_valid()) {
    return takeBack(PyExc_AttributeError) &&
           packer.fail(PyExc_TypeError, "expected a TensorDescriptor, got ",
                       Py_TYPE(value)->tp_name);
  }
  // Older descriptors have neither.
  nb::object padding = attribute("padding");
  if (!padding.is_valid() && !takeBack(PyExc_AttributeError))
    return false;
  nb::object rounding = attribute("round_f32_to_tf32");
  if (!rounding.is_valid() && !takeBack(PyExc_AttributeError))
    return false;
  uint64_t &address = *slots++;
  if (!packer.pointer(base.ptr(), address) ||
      !packer.integers(shape.ptr(), rank, 64, slots) ||
      !packer.integers(strides.ptr(), rank, 64, slots))
    return false;
  *slots++ = padding.is_valid() && PyUnicode_Check(padding.ptr()) &&
             PyUnicode_CompareWithASCIIString(padding.ptr(), "nan") == 0;
  if (descFlags > 1)
    *slots++ = rounding.ptr() == Py_True;
  return packer.integers(shape.ptr(), rank, 32, slots) &&
         packer.integers(strides.ptr(), rank, 64, slots);
}

bool packTuple(const ArgSpec &spec, PyObject *value, int descFlags,
               const std::string &kernel, uint64_t *&slots) {
  Packer packer{kernel, spec.name};
  if (!PyTuple_Check(value) && !PyList_Check(value))
    return packer.fail(PyExc_TypeError, "expected a tuple, got ",
                       Py_TYPE(value)->tp_name);
  nb::object items = nb::steal(PySequence_Fast(value, "expected a tuple"));
  if (!items.is_valid())
    return false;
  auto count = std::size_t(PySequence_Fast_GET_SIZE(items.ptr()));
  if (count != spec.elements.size())
    return packer.fail(PyExc_ValueError,
                       "the tuple's length differs from the kernel's");
  for (std::size_t i = 0; i < count; ++i)
    if (!packArgument(spec.elements[i],
                      PySequence_Fast_GET_ITEM(items.ptr(), Py_ssize_t(i)),
                      descFlags, kernel, slots))
      return false;
  return true;
}

} // namespace

bool packArgument(const ArgSpec &spec, PyObject *value, int descFlags,
                  const std::string &kernel, uint64_t *&slots) {
  Packer packer{kernel, spec.name};
  double real;
  switch (spec.kind) {
  case ArgKind::Skip:
    return true;
  case ArgKind::Pointer:
    return packer.pointer(value, *slots++);
  case ArgKind::Signed:
    return packer.integer(value, spec.width, true, *slots++);
  case ArgKind::Unsigned:
    return packer.integer(value, spec.width, false, *slots++);
  case ArgKind::Bool:
    return packer.boolean(value, *slots++);
  case ArgKind::Tuple:
    return packTuple(spec, value, descFlags, kernel, slots);
  case ArgKind::Descriptor:
    return packDescriptor(packer, value, spec.width, descFlags, slots);
  default:
    break;
  }
  if (!packer.real(value, real))
    return false;
  uint64_t &slot = *slots++;
  slot = 0;
  if (spec.kind == ArgKind::F16) {
    slot = runtime::encodeHalf(real);
  } else if (spec.kind == ArgKind::BF16) {
    slot = runtime::encodeBFloat(real);
  } else if (spec.kind == ArgKind::F32) {
    auto narrow = static_cast<float>(real);
    std::memcpy(&slot, &narrow, sizeof(narrow));
  } else {
    std::memcpy(&slot, &real, sizeof(real));
  }
  return true;
}

} // namespace mlir::tts::python
