// CPython types without nanobind.
// What is called at each launch has types of its own, with vectorcall: a call
// of a bound class costs more than the launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TRITON_SHARED_PYTHON_PLAINTYPE_H
#define TRITON_SHARED_PYTHON_PLAINTYPE_H

#include <Python.h>
#include <structmember.h>

#include <cstddef>
#include <vector>

namespace mlir::tts::python {

/// An object that is known to be a T, or the PyObject at its head.
template <typename T, typename From> T *as(From *object) {
  return reinterpret_cast<T *>(object);
}

/// A new object, all zeros behind its head; null with an exception set.
template <typename T> T *allocate(PyTypeObject *type) {
  return as<T>(type->tp_alloc(type, 0));
}

/// Frees an object that holds nothing any more.
inline void freeObject(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  type->tp_free(self);
  Py_DECREF(type);
}

/// The garbage collector's view of a T, whose `references()` are all that it
/// holds.
template <typename T>
int traverseReferences(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  for (PyObject **reference : as<T>(self)->references())
    Py_VISIT(*reference);
  return 0;
}

template <typename T> int clearReferences(PyObject *self) {
  for (PyObject **reference : as<T>(self)->references())
    Py_CLEAR(*reference);
  return 0;
}

/// Frees a collected object after `clear` let go of what it holds.
template <inquiry clear> void destroyCollected(PyObject *self) {
  PyObject_GC_UnTrack(self);
  clear(self);
  freeObject(self);
}

/// A type in the making, immutable and without a base. T begins with
/// PyObject_HEAD.
template <typename T> class PlainType {
public:
  PlainType(const char *name, const char *doc) : name(name) {
    slot(Py_tp_doc, const_cast<char *>(doc));
  }

  /// `what`: a function, or a table in static storage.
  template <typename What> PlainType &slot(int id, What *what) {
    slots.push_back({id, reinterpret_cast<void *>(what)});
    return *this;
  }
  PlainType &flag(unsigned more) {
    flags |= more;
    return *this;
  }
  /// A field that Python may read.
  PlainType &field(const char *field, int type, std::size_t offset) {
    fields.push_back({field, type, Py_ssize_t(offset), READONLY, nullptr});
    return *this;
  }
  /// Objects are called through their field `vectorcall`.
  PlainType &called() {
    return field("__vectorcalloffset__", T_PYSSIZET, offsetof(T, vectorcall))
        .flag(Py_TPFLAGS_HAVE_VECTORCALL)
        .slot(Py_tp_call, PyVectorcall_Call);
  }
  /// Objects may be parts of cycles.
  template <traverseproc traverse = traverseReferences<T>,
            inquiry clear = clearReferences<T>,
            destructor destroy = destroyCollected<clear>>
  PlainType &collected() {
    return flag(Py_TPFLAGS_HAVE_GC)
        .slot(Py_tp_traverse, traverse)
        .slot(Py_tp_clear, clear)
        .slot(Py_tp_dealloc, destroy);
  }

  /// A new reference; null with an exception set on failure.
  PyTypeObject *make() {
    if (!fields.empty()) {
      fields.push_back({nullptr, 0, 0, 0, nullptr});
      slot(Py_tp_members, fields.data()); // which are copied
    }
    slots.push_back({0, nullptr});
    PyType_Spec spec = {name, int(sizeof(T)), 0, flags, slots.data()};
    return as<PyTypeObject>(PyType_FromSpec(&spec));
  }

private:
  const char *name;
  unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE;
  std::vector<PyType_Slot> slots;
  std::vector<PyMemberDef> fields;
};

} // namespace mlir::tts::python

#endif // TRITON_SHARED_PYTHON_PLAINTYPE_H
