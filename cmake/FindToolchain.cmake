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
