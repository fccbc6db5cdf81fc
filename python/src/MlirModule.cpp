// Module and Operation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MlirObjects.h"
#include "Native.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

std::string printed(Operation *operation, bool debugInfo, bool generic,
                    bool localScope, bool verified) {
  OpPrintingFlags flags;
  if (debugInfo)
    flags.enableDebugInfo();
  if (generic)
    flags.printGenericOpForm();
  if (localScope)
    flags.useLocalScope();
  if (verified)
    flags.assumeVerified();
  std::string text;
  llvm::raw_string_ostream os(text);
  operation->print(os, flags);
  return text;
}

/// What `read` gives as a module; its diagnostics as an exception if nothing.
template <typename Read> PyModule parsed(const ContextRef &context, Read read) {
  DiagnosticScope scope(context.get());
  // With the GIL: other threads may use the context, which has no locks.
  OwningOpRef<ModuleOp> module = read(ParserConfig(context.get()));
  if (!module)
    scope.raise("unable to parse module assembly");
  return {
      std::make_shared<ModuleState>(ModuleState{context, std::move(module)})};
}

PyModule parse(nb::object source, nb::object given) {
  std::string text =
      nb::isinstance<nb::bytes>(source)
          ? std::string(nb::cast<nb::bytes>(source).c_str(),
                        nb::cast<nb::bytes>(source).size())
          : checkedCast<std::string>(source, "source", "str or bytes");
  return parsed(resolveContext(given), [&](const ParserConfig &config) {
    return parseSourceString<ModuleOp>(text, config);
  });
}

PyModule parseFile(nb::object path, nb::object given) {
  nb::object name =
      nb::module_::import_("os").attr("fsencode")(path); // bytes of any path
  char *text;
  Py_ssize_t size;
  if (PyBytes_AsStringAndSize(name.ptr(), &text, &size) < 0)
    throw nb::python_error();
  std::string file(text, std::size_t(size));
  if (file.find('\0') != std::string::npos)
    throw nb::value_error("path: embedded null byte");
  return parsed(resolveContext(given), [&](const ParserConfig &config) {
    std::string reason;
    auto buffer = openInputFile(file, &reason);
    if (!buffer) {
      emitError(UnknownLoc::get(config.getContext())) << reason;
      return OwningOpRef<ModuleOp>();
    }
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    return parseSourceFile<ModuleOp>(sources, config);
  });
}

PyModule create(nb::object location) {
  ContextRef context;
  std::optional<Location> at;
  if (location.is_none()) {
    context = resolveContext(location);
    at = UnknownLoc::get(context.get());
  } else {
    auto &given = checkedCast<PyLocation &>(location, "loc", "Location");
    context = given.context;
    at = given.location;
  }
  return {std::make_shared<ModuleState>(
      ModuleState{context, OwningOpRef<ModuleOp>(ModuleOp::create(*at))})};
}

nb::bytes bytecode(Operation *operation) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (failed(writeBytecodeToFile(operation, os)))
    throw nb::value_error("the module cannot be written as bytecode");
  return nb::bytes(bytes.data(), bytes.size());
}

bool verifies(const PyOperation &self) {
  DiagnosticScope scope(self.get()->getContext());
  if (failed(verify(self.get())))
    scope.raise("verification failed");
  return true;
}

template <typename Values> std::vector<std::string> typesOf(Values values) {
  std::vector<std::string> names;
  for (Type type : values.getTypes()) {
    llvm::raw_string_ostream os(names.emplace_back());
    type.print(os);
  }
  return names;
}

nb::dict attributesOf(const PyOperation &self) {
  nb::dict all;
  for (NamedAttribute named : self.get()->getAttrs()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    named.getValue().print(os);
    all[nb::str(named.getName().data(), named.getName().size())] = text;
  }
  return all;
}

/// Callbacks may raise, and must not change the module.
void walk(const PyOperation &self, nb::callable callback) {
  std::vector<Operation *> operations;
  self.get()->walk<WalkOrder::PreOrder>(
      [&](Operation *operation) { operations.push_back(operation); });
  for (Operation *operation : operations) {
    self.get(); // raises if the callback ran passes on the module
    callback(PyOperation(self.module(), operation));
  }
}

template <typename Object, typename Getter>
void addPrinting(nb::class_<Object> &type, Getter get) {
  type.def(
      "get_asm",
      [get](const Object &self, bool debugInfo, bool generic, bool localScope,
            bool verified) {
        return printed(get(self), debugInfo, generic, localScope, verified);
      },
      nb::kw_only(), nb::arg("enable_debug_info") = false,
      nb::arg("print_generic_op_form") = false,
      nb::arg("use_local_scope") = false, nb::arg("assume_verified") = false);
  type.def(
      "print",
      [get](const Object &self, nb::object file, bool debugInfo, bool generic,
            bool localScope, bool verified) {
        if (file.is_none())
          file = nb::module_::import_("sys").attr("stdout");
        std::string text =
            printed(get(self), debugInfo, generic, localScope, verified);
        if (!llvm::StringRef(text).ends_with("\n"))
          text += '\n';
        file.attr("write")(text);
      },
      nb::arg("file") = nb::none(), nb::kw_only(),
      nb::arg("enable_debug_info") = false,
      nb::arg("print_generic_op_form") = false,
      nb::arg("use_local_scope") = false, nb::arg("assume_verified") = false);
  type.def("__str__", [get](const Object &self) {
    return printed(get(self), false, false, false, false);
  });
  type.def("get_bytecode",
           [get](const Object &self) { return bytecode(get(self)); });
  type.def(
      "write_bytecode",
      [get](const Object &self, nb::object file) {
        file.attr("write")(bytecode(get(self)));
      },
      nb::arg("file"));
}

} // namespace

Operation *PyOperation::get() const {
  if (generation != state->generation)
    throw nb::value_error("the operation may be gone: passes have run on its "
                          "module since it was looked up");
  return operation;
}

void bindMlirModule(nb::module_ &module) {
  nb::class_<PyModule> moduleType(module, "Module", "mlir.ir.Module.");
  moduleType
      .def_static("parse", &parse, nb::arg("source"),
                  nb::arg("context") = nb::none())
      .def_static("parseFile", &parseFile, nb::arg("path"),
                  nb::arg("context") = nb::none())
      .def_static("create", &create, nb::arg("loc") = nb::none())
      .def_prop_ro(
          "context",
          [](const PyModule &self) { return PyContext{self.state->context}; })
      .def_prop_ro("operation",
                   [](const PyModule &self) {
                     return PyOperation(self.state, *self.state->module);
                   })
      .def("clone", [](const PyModule &self) {
        return PyModule{std::make_shared<ModuleState>(
            ModuleState{self.state->context,
                        OwningOpRef<ModuleOp>(self.state->module->clone())})};
      });
  addPrinting(moduleType, [](const PyModule &self) -> Operation * {
    return *self.state->module;
  });

  nb::class_<PyOperation> operationType(
      module, "Operation",
      "mlir.ir.Operation, read only: enough to walk and inspect a module.");
  operationType
      .def_prop_ro("name",
                   [](const PyOperation &self) {
                     return self.get()->getName().getStringRef().str();
                   })
      .def_prop_ro("location",
                   [](const PyOperation &self) {
                     return PyLocation{self.module()->context,
                                       self.get()->getLoc()};
                   })
      .def_prop_ro("attributes", &attributesOf)
      .def_prop_ro("operand_types",
                   [](const PyOperation &self) {
                     return typesOf(self.get()->getOperands());
                   })
      .def_prop_ro("result_types",
                   [](const PyOperation &self) {
                     return typesOf(self.get()->getResults());
                   })
      .def("walk", &walk, nb::arg("callback"))
      .def("verify", &verifies);
  addPrinting(operationType,
              [](const PyOperation &self) { return self.get(); });
}

} // namespace mlir::tts::python
