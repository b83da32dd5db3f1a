# Everything outside of the standard library, under one name each. `scripts/setup` installs them on Debian.
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

# PEGTL is headers only; its CMake package is used where there is one.
add_library(hrfcheck_pegtl INTERFACE)
add_library(hrfcheck::pegtl ALIAS hrfcheck_pegtl)
find_package(pegtl QUIET)
if(TARGET taocpp::pegtl)
  target_link_libraries(hrfcheck_pegtl INTERFACE taocpp::pegtl)
else()
  find_path(PEGTL_INCLUDE_DIR tao/pegtl.hpp REQUIRED)
  target_include_directories(hrfcheck_pegtl SYSTEM INTERFACE "${PEGTL_INCLUDE_DIR}")
endif()

# Z3: newer versions bring a CMake package, Debian 12 only a pkg-config file.
add_library(hrfcheck_z3 INTERFACE)
add_library(hrfcheck::z3 ALIAS hrfcheck_z3)
find_package(Z3 CONFIG QUIET)
if(TARGET z3::libz3)
  target_link_libraries(hrfcheck_z3 INTERFACE z3::libz3)
else()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(Z3 REQUIRED IMPORTED_TARGET z3)
  target_link_libraries(hrfcheck_z3 INTERFACE PkgConfig::Z3)
endif()
