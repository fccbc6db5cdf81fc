# The pinned versions of scripts/versions.env as CMake variables: TRITON_SHARED_<name>.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../scripts/versions.env lines REGEX "^[A-Z_]+=")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([A-Z_]+)=(.*)$" line "${line}")
  set(TRITON_SHARED_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()
