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

# The wheel: the native module and its libraries inside the package, the tools among the
# scripts.
set(tools triton-shared-opt triton-shared-lsp-server)
if(TARGET _native)
  install(TARGETS _native TritonSharedLauncher TritonSharedKernelCalls
    LIBRARY DESTINATION triton_shared COMPONENT python
    ARCHIVE DESTINATION triton_shared COMPONENT python)
  if(SKBUILD)
    install(TARGETS ${tools} RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT python)
  endif()
  add_custom_target(triton-shared-package)
  add_dependencies(triton-shared-package _native ${tools})
endif()
install(TARGETS ${tools} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT development)
