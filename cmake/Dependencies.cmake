# Everything outside of the standard library, under one name each. `scripts/setup` installs them on Debian.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(SPIRV-Tools-opt REQUIRED)

# Z3: newer versions bring a CMake package, Debian 12 only a pkg-config file. Only its header is used to build:
# the program opens the library, by the name that programs linked to it would ask for, when it needs it.
add_library(hrfcheck_z3 INTERFACE)
add_library(hrfcheck::z3 ALIAS hrfcheck_z3)
find_package(Z3 CONFIG QUIET)
if(TARGET z3::libz3)
  target_include_directories(hrfcheck_z3 SYSTEM INTERFACE
    "$<TARGET_PROPERTY:z3::libz3,INTERFACE_INCLUDE_DIRECTORIES>")
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(Z3 REQUIRED z3)
  target_include_directories(hrfcheck_z3 SYSTEM INTERFACE ${Z3_INCLUDE_DIRS})
endif()
find_library(HRFCHECK_Z3_LIBRARY NAMES z3 libz3 HINTS ${Z3_LIBRARY_DIRS} ${Z3_LIBDIR} REQUIRED)
set(z3_soname "libz3${CMAKE_SHARED_LIBRARY_SUFFIX}")
execute_process(COMMAND "${CMAKE_READELF}" -d "${HRFCHECK_Z3_LIBRARY}"
  OUTPUT_VARIABLE z3_dynamic_section ERROR_QUIET RESULT_VARIABLE z3_status)
if(z3_status EQUAL 0 AND z3_dynamic_section MATCHES "SONAME[^[]*\\[([^]]+)\\]")
  set(z3_soname "${CMAKE_MATCH_1}")
endif()
target_compile_definitions(hrfcheck_z3 INTERFACE HRFCHECK_Z3_SONAME="${z3_soname}")
# Without it the header is needed all the same, and nothing is loaded. (Not of users of the installed library.)
if(DEFINED HRFCHECK_Z3 AND NOT HRFCHECK_Z3)
  target_compile_definitions(hrfcheck_z3 INTERFACE HRFCHECK_WITHOUT_Z3)
endif()

# CaDiCaL comes without a CMake package, and in Debian 12 as a static library only.
find_path(CADICAL_INCLUDE_DIR cadical.hpp REQUIRED)
find_library(CADICAL_LIBRARY cadical REQUIRED)
if(NOT TARGET hrfcheck::cadical)
  add_library(hrfcheck::cadical UNKNOWN IMPORTED)
  set_target_properties(hrfcheck::cadical PROPERTIES IMPORTED_LOCATION "${CADICAL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${CADICAL_INCLUDE_DIR}")
endif()
