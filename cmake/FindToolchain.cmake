# Finds the pinned LLVM/MLIR and loads its CMake functions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

set(TRITON_SHARED_LLVM_ROOT /usr/lib/llvm-${TRITON_SHARED_LLVM_VERSION}
    CACHE PATH "Prefix of the LLVM/MLIR ${TRITON_SHARED_LLVM_VERSION} install")
# LLVM accepts exact versions only, so that the major one is compared here.
find_package(MLIR REQUIRED CONFIG HINTS ${TRITON_SHARED_LLVM_ROOT}/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL TRITON_SHARED_LLVM_VERSION)
  message(FATAL_ERROR "need MLIR ${TRITON_SHARED_LLVM_VERSION}, found "
    "${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
separate_arguments(TRITON_SHARED_LLVM_DEFINITIONS
  NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${TRITON_SHARED_LLVM_DEFINITIONS})

# A package needs no LLVM where it is installed: it holds what it uses of the static
# libraries, and shows none of their symbols to others that hold LLVM (libtriton).
option(TRITON_SHARED_STATIC_LLVM "Link LLVM and MLIR statically"
  ${TRITON_SHARED_PACKAGE})
if(TRITON_SHARED_STATIC_LLVM)
  file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
  if(NOT archives)
    message(FATAL_ERROR "no static libraries of LLVM and MLIR in ${LLVM_LIBRARY_DIR}")
  endif()
  find_library(TRITON_SHARED_ZLIB NAMES libz.a REQUIRED)
  find_library(TRITON_SHARED_ZSTD NAMES libzstd.a REQUIRED)
  list(JOIN archives " " archives)
  # As a linker script: one word for some 650 libraries that need each other.
  set(TRITON_SHARED_LLVM_ARCHIVES ${PROJECT_BINARY_DIR}/llvm-archives.ld)
  file(CONFIGURE OUTPUT ${TRITON_SHARED_LLVM_ARCHIVES} CONTENT
    "GROUP(${archives} ${TRITON_SHARED_ZLIB} ${TRITON_SHARED_ZSTD})\n")
  add_link_options(-Wl,--exclude-libs,ALL)
endif()

# triton_shared_link_llvm(<target> <PUBLIC|PRIVATE> [<libraries...>])
# Links LLVM and MLIR, and those of their libraries that the shared libMLIR lacks.
function(triton_shared_link_llvm target scope)
  if(TRITON_SHARED_STATIC_LLVM)
    target_link_libraries(${target} ${scope}
      $<BUILD_INTERFACE:${TRITON_SHARED_LLVM_ARCHIVES}>
      $<INSTALL_INTERFACE:MLIR> $<INSTALL_INTERFACE:LLVM>)
  else()
    target_link_libraries(${target} ${scope} MLIR LLVM ${ARGN})
  endif()
endfunction()
