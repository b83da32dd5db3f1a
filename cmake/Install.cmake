# The installed package: program, models, headers, static libraries, find_package(hrfcheck).
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY HRFCHECK_LIBRARIES)
set(engine_parts hrfcheck_engine_explicit hrfcheck_engine_smt)

# One target for users: hrfcheck::hrfcheck.
add_library(hrfcheck_library INTERFACE)
set_target_properties(hrfcheck_library PROPERTIES EXPORT_NAME hrfcheck)
target_link_libraries(hrfcheck_library INTERFACE hrfcheck_synth)
target_include_directories(hrfcheck_library INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
add_library(hrfcheck::hrfcheck ALIAS hrfcheck_library)

install(TARGETS hrfcheck RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET hrfcheck-llvm)
  install(TARGETS hrfcheck-llvm RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/hrfcheck" COMPONENT llvm)
endif()
install(DIRECTORY models/ DESTINATION "${CMAKE_INSTALL_DATADIR}/hrfcheck/models" FILES_MATCHING PATTERN "*.cat")
install(DIRECTORY headers/cuda headers/hip headers/opencl DESTINATION "${CMAKE_INSTALL_DATADIR}/hrfcheck")
install(DIRECTORY machines/ DESTINATION "${CMAKE_INSTALL_DATADIR}/hrfcheck/machines" FILES_MATCHING PATTERN "*.machine")
if(HRFCHECK_STATIC)
  return()  # the program alone
endif()

install(TARGETS ${libraries} hrfcheck_library EXPORT hrfcheckTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/hrfcheck")
install(EXPORT hrfcheckTargets NAMESPACE hrfcheck:: DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/hrfcheck")
install(DIRECTORY src/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/hrfcheck" FILES_MATCHING PATTERN "*.h"
  PATTERN "smt" EXCLUDE PATTERN "certify/tables.h" EXCLUDE PATTERN "cli" EXCLUDE PATTERN "serve" EXCLUDE
  PATTERN "questions" EXCLUDE PATTERN "lsp" EXCLUDE)
install(DIRECTORY include/hrfcheck DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

configure_package_config_file(cmake/hrfcheckConfig.cmake.in "${CMAKE_BINARY_DIR}/hrfcheckConfig.cmake"
  INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/hrfcheck")
write_basic_package_version_file("${CMAKE_BINARY_DIR}/hrfcheckConfigVersion.cmake"
  VERSION "${PROJECT_VERSION}" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/hrfcheckConfig.cmake" "${CMAKE_BINARY_DIR}/hrfcheckConfigVersion.cmake"
  cmake/Dependencies.cmake DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/hrfcheck")
