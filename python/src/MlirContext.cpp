// Context, Location and MLIRError.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MlirObjects.h"
#include "Native.h"

#include "triton-shared/InitAll/InitAll.h"

#include "mlir/IR/DialectRegistry.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

PyObject *mlirError = nullptr;

thread_local std::vector<ContextRef> entered;

const DialectRegistry &allDialects() {
  static const DialectRegistry *registry = [] {
    auto *created = new DialectRegistry;
    registerAllDialects(*created);
    return created;
  }();
  return *registry;
}

ContextRef makeContext() {
  // One thread: contexts are many and short-lived here.
  auto context = std::make_shared<MLIRContext>(
      allDialects(), MLIRContext::Threading::DISABLED);
  // As upstream's: a generic form op of a known dialect needs no loading.
  context->printOpOnDiagnostic(true);
  return context;
}

std::vector<std::string> dialectNames(const PyContext &self) {
  std::vector<std::string> names;
  for (llvm::StringRef name : self.context->getAvailableDialects())
    names.push_back(name.str());
  return names;
}

void bindLocation(nb::module_ &module) {
  nb::class_<PyLocation>(module, "Location", "mlir.ir.Location.")
      .def_static(
          "unknown",
          [](nb::object context) {
            ContextRef ref = resolveContext(context);
            return PyLocation{ref, UnknownLoc::get(ref.get())};
          },
          nb::arg("context") = nb::none())
      .def_static(
          "file",
          [](const std::string &file, unsigned line, unsigned column,
             nb::object context) {
            ContextRef ref = resolveContext(context);
            return PyLocation{
                ref, FileLineColLoc::get(ref.get(), file, line, column)};
          },
          nb::arg("filename"), nb::arg("line"), nb::arg("col"),
          nb::arg("context") = nb::none())
      .def_static(
          "name",
          [](const std::string &name, nb::object child, nb::object context) {
            if (child.is_none()) {
              ContextRef ref = resolveContext(context);
              return PyLocation{ref,
                                NameLoc::get(StringAttr::get(ref.get(), name))};
            }
            auto &inner = checkedCast<PyLocation &>(child, "child", "Location");
            return PyLocation{
                inner.context,
                NameLoc::get(StringAttr::get(inner.context.get(), name),
                             inner.location)};
          },
          nb::arg("name"), nb::arg("child") = nb::none(),
          nb::arg("context") = nb::none())
      .def_prop_ro(
          "context",
          [](const PyLocation &self) { return PyContext{self.context}; })
      .def("__str__", [](const PyLocation &self) {
        std::string text;
        llvm::raw_string_ostream os(text);
        self.location.print(os);
        return text;
      });
}

} // namespace

ContextRef resolveContext(nb::handle given) {
  if (given.is_valid() && !given.is_none())
    return checkedCast<PyContext &>(given, "context", "Context").context;
  if (entered.empty())
    throw nb::value_error("no context: give one, or use `with Context():`");
  return entered.back();
}

void DiagnosticScope::raise(const std::string &message) const {
  std::string details = formatDiagnostics(collected);
  nb::object error = nb::borrow(mlirError)(
      details.empty() ? message : message + ":\n" + details);
  error.attr("message") = message;
  error.attr("error_diagnostics") = nb::cast(collected);
  PyErr_SetObject(mlirError, error.ptr());
  throw nb::python_error();
}

void bindMlirContext(nb::module_ &module) {
  mlirError =
      newException(module, "MLIRError", "mlir.ir.MLIRError.", PyExc_Exception)
          .release()
          .ptr();
  nb::class_<PyContext>(module, "Context",
                        "mlir.ir.Context with all upstream dialects and ours, "
                        "loaded on demand.")
      .def(nb::new_([] { return PyContext{makeContext()}; }))
      .def("__enter__",
           [](nb::object self) {
             entered.push_back(nb::cast<PyContext &>(self).context);
             return self;
           })
      .def("__exit__",
           [](PyContext &, nb::args) {
             if (!entered.empty())
               entered.pop_back();
           })
      .def("__eq__",
           [](const PyContext &self, const PyContext &other) {
             return self.context == other.context;
           })
      .def("__hash__",
           [](const PyContext &self) {
             return std::hash<void *>()(self.context.get());
           })
      .def_prop_rw(
          "allow_unregistered_dialects",
          [](const PyContext &self) {
            return self.context->allowsUnregisteredDialects();
          },
          [](PyContext &self, bool allow) {
            self.context->allowUnregisteredDialects(allow);
          })
      .def_prop_ro("dialects", &dialectNames);
  bindLocation(module);
}

} // namespace mlir::tts::python
