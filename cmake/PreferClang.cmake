# Before project(): take the pinned clang when nobody chose a compiler. It compiles
# this code in half of g++'s time and memory; an explicit choice always wins.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# scikit-build-core sets CC and CXX to what Python was built with, which is nobody's
# choice; there a compiler is chosen by CMAKE_ARGS=-DCMAKE_CXX_COMPILER=...
if(SKBUILD OR NOT (DEFINED ENV{CXX} OR DEFINED ENV{CC}))
  set(TRITON_SHARED_COMPILER_OPEN ON)
endif()
if(TRITON_SHARED_COMPILER_OPEN AND NOT CMAKE_CXX_COMPILER)
  find_program(TRITON_SHARED_CLANG clang-${TRITON_SHARED_LLVM_VERSION})
  find_program(TRITON_SHARED_CLANGXX clang++-${TRITON_SHARED_LLVM_VERSION})
  mark_as_advanced(TRITON_SHARED_CLANG TRITON_SHARED_CLANGXX)
  if(TRITON_SHARED_CLANG AND TRITON_SHARED_CLANGXX)
    set(CMAKE_C_COMPILER ${TRITON_SHARED_CLANG})
    set(CMAKE_CXX_COMPILER ${TRITON_SHARED_CLANGXX})
  endif()
endif()
