// lower() and what it returns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Native.h"

#include "triton-shared/Pipeline/Compile.h"

#include "ForkGate.h"
#include "ReleasedLock.h"
#include "llvm/ADT/StringExtras.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace mlir::tts::python {
namespace {

struct Lowered {
  CompileResult result;
  Stop last;

  nb::object at(Stop stop) const {
    const std::string &text = result.outputs.at(stop);
    if (stop == Stop::Obj)
      return nb::bytes(text.data(), text.size());
    return nb::str(text.data(), text.size());
  }

  nb::dict outputs() const {
    nb::dict all;
    for (const auto &entry : result.outputs)
      all[stopName(entry.first).data()] = at(entry.first);
    return all;
  }

  nb::dict metadata() const {
    nb::dict known;
    if (!result.kernel.empty())
      known["name"] = result.kernel;
    if (result.arenaBytes)
      known["arena_bytes"] = *result.arenaBytes;
    return known;
  }
};

Stop readStop(nb::handle name) {
  std::string text = nb::cast<std::string>(name);
  if (std::optional<Stop> stop = parseStop(text))
    return *stop;
  std::string message = "no stop named '" + text + "'; the stops are " +
                        llvm::join(stopNames(), ", ");
  throw nb::value_error(message.c_str());
}

std::vector<Stop> readStops(nb::handle names, Stop start) {
  std::vector<Stop> stops;
  if (nb::isinstance<nb::str>(names))
    stops.push_back(readStop(names));
  else
    for (nb::handle name : names)
      stops.push_back(readStop(name));
  if (stops.empty())
    throw nb::value_error("stop: at least one is needed");
  for (Stop stop : stops) {
    bool sideRoad = start == Stop::Linalg && stop == Stop::Loops;
    if (stop >= start && !sideRoad)
      continue;
    std::string message = "stop '" + stopName(stop).str() +
                          "' cannot be reached from '" + stopName(start).str() +
                          "'";
    throw nb::value_error(message.c_str());
  }
  return stops;
}

/// Keeps the bytes of a str or bytes object in view.
llvm::StringRef view(nb::handle text) {
  Py_ssize_t size;
  if (nb::isinstance<nb::bytes>(text))
    return {PyBytes_AS_STRING(text.ptr()),
            size_t(PyBytes_GET_SIZE(text.ptr()))};
  const char *data = PyUnicode_Check(text.ptr())
                         ? PyUnicode_AsUTF8AndSize(text.ptr(), &size)
                         : nullptr;
  if (data)
    return {data, size_t(size)};
  if (PyErr_Occurred())
    throw nb::python_error();
  throw nb::type_error("text: expected str or bytes");
}

Lowered lower(nb::object text, const std::string &start, nb::object stop,
              nb::object target, int optLevel, bool fpFusion,
              const std::string &dumpDir, const std::string &dumpName,
              bool locations, nb::object options) {
  if (optLevel < 0 || optLevel > 3)
    throw nb::value_error("opt_level: expected 0 to 3");
  CompileRequest request;
  request.text = view(text);
  request.start = readStop(nb::str(start.c_str()));
  if (request.start == Stop::Obj)
    throw nb::value_error("the road cannot be entered at 'obj'");
  request.stops = readStops(stop, request.start);
  if (!target.is_none())
    request.options.target = checkedCast<CPUTarget>(target, "target", "Target");
  request.options.optLevel = optLevel;
  request.options.fpFusion = fpFusion;
  request.dumpDir = dumpDir;
  request.dumpName = dumpName;
  request.locations = locations;
  if (!options.is_none())
    for (auto [name, value] :
         checkedCast<nb::dict>(options, "options", "dict")) {
      std::string problem = setPipelineOption(
          request.options, nb::cast<std::string>(nb::str(name)),
          nb::cast<std::string>(nb::str(value)));
      if (!problem.empty())
        throw nb::value_error(problem.c_str());
    }
  CompileResult result;
  {
    ReleasedLock released;
    ForksWait forksWait;
    result = compile(request);
  }
  if (!result.succeeded())
    throwCompileError(result.failedPhase, result.diagnostics);
  return {std::move(result), request.stops.back()};
}

nb::dict describeOptions() {
  nb::dict all;
  for (const PipelineOptionInfo &info : pipelineOptionInfos())
    all[info.name.data()] = info.description.data();
  return all;
}

} // namespace

void bindLower(nb::module_ &module) {
  nb::class_<Lowered>(module, "Lowered", "What lower() returns.")
      .def_prop_ro("output",
                   [](const Lowered &self) { return self.at(self.last); })
      .def_prop_ro("outputs", &Lowered::outputs)
      .def_prop_ro("metadata", &Lowered::metadata)
      .def_prop_ro("diagnostics",
                   [](const Lowered &self) { return self.result.diagnostics; });
  module.def("lower", &lower, nb::arg("text"), nb::kw_only(),
             nb::arg("start") = "ttir", nb::arg("stop") = "obj",
             nb::arg("target") = nb::none(), nb::arg("opt_level") = 3,
             nb::arg("fp_fusion") = true, nb::arg("dump_dir") = "",
             nb::arg("dump_name") = "", nb::arg("locations") = true,
             nb::arg("options") = nb::none(),
             "Take a kernel from one stop of the road to others.");
  module.def("pipeline_options", &describeOptions);
  nb::list stops;
  for (llvm::StringLiteral name : stopNames())
    stops.append(nb::str(name.data(), name.size()));
  module.attr("STOPS") = nb::tuple(stops);
}

} // namespace mlir::tts::python
