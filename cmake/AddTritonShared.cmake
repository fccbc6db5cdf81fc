# CMake helpers of this project: one call per library, tool and TableGen file.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# Every generated header. Libraries wait for all of them, so that no library
# has to list the dialects whose headers it happens to include.
add_custom_target(TritonSharedHeaders)

# triton_shared_compile_options(<target>)
# Flags of code that uses MLIR: no exceptions (RTTI stays on, as in Debian's
# LLVM), hidden symbols, and LLVM's headers treated as system headers.
function(triton_shared_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -Wall -Wextra
    -Wno-unused-parameter>)
  set_target_properties(${target} PROPERTIES
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} SYSTEM PRIVATE
    ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
endfunction()

# add_triton_shared_library(<name> <sources...>
#                           [DEPENDS <targets...>] [LINK_LIBS <libs...>]
#                           [UPSTREAM <libs...>])
# A static library of ours, linked to LLVM and MLIR; UPSTREAM names what the
# shared libMLIR lacks of them.
function(add_triton_shared_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS;UPSTREAM" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  add_library(TritonShared::${name} ALIAS ${name})
  set_property(GLOBAL APPEND PROPERTY TRITON_SHARED_LIBRARIES ${name})
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:include>)
  triton_shared_compile_options(${name})
  add_dependencies(${name} TritonSharedHeaders)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  triton_shared_link_llvm(${name} PUBLIC ${ARG_UPSTREAM})
endfunction()

# add_triton_shared_tool(<name> <sources...> [LINK_LIBS <libs...>])
# An executable in <build>/bin.
function(add_triton_shared_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  triton_shared_compile_options(${name})
  add_dependencies(${name} TritonSharedHeaders)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  triton_shared_link_llvm(${name} PRIVATE)
endfunction()

# triton_shared_tablegen(<target> <td file> <output> <flag...> ...)
# Runs mlir-tblgen on <td file> once per OUTPUT, e.g.
#   triton_shared_tablegen(FooIncGen Foo.td
#     OUTPUT Foo.h.inc -gen-op-decls OUTPUT Foo.cpp.inc -gen-op-defs)
# and makes TritonSharedHeaders wait for it.
function(triton_shared_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(output "")
  set(flags "")
  set(rest ${ARGN} OUTPUT)
  list(REMOVE_AT rest 0)
  foreach(word IN LISTS rest)
    if(word STREQUAL "OUTPUT")
      mlir_tablegen(${output} ${flags})
      set(output "")
      set(flags "")
    elseif(output STREQUAL "")
      set(output ${word})
    else()
      list(APPEND flags ${word})
    endif()
  endforeach()
  add_public_tablegen_target(${target})
  add_dependencies(TritonSharedHeaders ${target})
endfunction()

# add_triton_shared_dialect(<Dialect> <dialect name>)
# The usual outputs of <Dialect>Ops.td and <Dialect>Dialect.td, e.g.
# add_triton_shared_dialect(Triton tt).
function(add_triton_shared_dialect dialect name)
  triton_shared_tablegen(${dialect}OpsIncGen ${dialect}Ops.td
    OUTPUT ${dialect}Ops.h.inc -gen-op-decls -dialect=${name}
    OUTPUT ${dialect}Ops.cpp.inc -gen-op-defs -dialect=${name}
    OUTPUT ${dialect}Enums.h.inc -gen-enum-decls
    OUTPUT ${dialect}Enums.cpp.inc -gen-enum-defs
    OUTPUT ${dialect}Types.h.inc -gen-typedef-decls -typedefs-dialect=${name}
    OUTPUT ${dialect}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${name}
    OUTPUT ${dialect}Dialect.h.inc -gen-dialect-decls -dialect=${name}
    OUTPUT ${dialect}Dialect.cpp.inc -gen-dialect-defs -dialect=${name})
endfunction()

# add_triton_shared_passes(<Group> [<td file>])
# Passes.h.inc of a pass folder; <Group> names the generated
# register<Group>Passes().
function(add_triton_shared_passes group)
  set(td Passes.td)
  if(ARGC GREATER 1)
    set(td ${ARGV1})
  endif()
  triton_shared_tablegen(${group}PassesIncGen ${td}
    OUTPUT Passes.h.inc -gen-pass-decls -name=${group})
endfunction()
