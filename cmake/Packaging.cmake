# What `cmake --install` copies: component "python" is the wheel's content, component
# "development" a CMake package for backends that link our passes.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/TritonShared)
get_property(libraries GLOBAL PROPERTY TRITON_SHARED_LIBRARIES)
install(TARGETS ${libraries} EXPORT TritonSharedTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/triton-shared
  ${PROJECT_BINARY_DIR}/include/triton-shared
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.td"
  PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT TritonSharedTargets NAMESPACE TritonShared::
  DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/TritonSharedConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/TritonSharedConfig.cmake
  INSTALL_DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/cmake/TritonSharedConfig.cmake
  DESTINATION ${package_dir} COMPONENT development)

# The wheel: the native module, which is the tools as well, and its libraries.
if(TARGET _native)
  install(TARGETS _native TritonSharedLauncher TritonSharedKernelCalls
    LIBRARY DESTINATION triton_shared COMPONENT python
    ARCHIVE DESTINATION triton_shared COMPONENT python)
  if(TRITON_SHARED_PACKAGE)
    find_library(TRITON_SHARED_SLEEF NAMES libsleef.so.3 REQUIRED)
    file(REAL_PATH ${TRITON_SHARED_SLEEF} sleef)
    install(FILES ${sleef} RENAME libsleef.so.3
      DESTINATION triton_shared COMPONENT python)
    # Licences of what is in the wheel, as Debian keeps them.
    foreach(package libsleef3 libzstd1 zlib1g llvm-${TRITON_SHARED_LLVM_VERSION}-dev)
      install(FILES /usr/share/doc/${package}/copyright RENAME ${package}.txt
        DESTINATION triton_shared/licenses COMPONENT python OPTIONAL)
    endforeach()
  endif()
  add_custom_target(triton-shared-package)
  add_dependencies(triton-shared-package _native)
endif()
install(TARGETS triton-shared-opt triton-shared-lsp-server
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT development)
