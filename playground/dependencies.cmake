# What cmake/Dependencies.cmake is for the program: libraries of headers as Debian installs them, each in a folder of
# its own (nothing else of /usr/include may be seen), and those that are compiled here, from Debian's sources.
include("${CMAKE_CURRENT_LIST_DIR}/libcxx.cmake")
link_libraries(hrfcheck_libcxx)

set(headers "${CMAKE_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${headers}")
foreach(folder fmt CLI nlohmann)
  if(NOT EXISTS "/usr/include/${folder}")
    message(FATAL_ERROR "There is no /usr/include/${folder}: scripts/setup installs it")
  endif()
  file(CREATE_LINK "/usr/include/${folder}" "${headers}/${folder}" SYMBOLIC)
endforeach()
add_library(hrfcheck_fmt STATIC "${CMAKE_CURRENT_LIST_DIR}/fmt.cpp")
target_include_directories(hrfcheck_fmt SYSTEM PUBLIC "${headers}")
add_library(fmt::fmt ALIAS hrfcheck_fmt)
foreach(name CLI11::CLI11 nlohmann_json::nlohmann_json)
  add_library(${name} INTERFACE IMPORTED)
  target_include_directories(${name} SYSTEM INTERFACE "${headers}")
endforeach()

set(HRFCHECK_PUGIXML_SOURCE "" CACHE PATH "The unpacked source package of pugixml")
add_library(hrfcheck_pugixml STATIC "${HRFCHECK_PUGIXML_SOURCE}/src/pugixml.cpp")
target_include_directories(hrfcheck_pugixml SYSTEM PUBLIC "${HRFCHECK_PUGIXML_SOURCE}/src")
add_library(pugixml::pugixml ALIAS hrfcheck_pugixml)

set(HRFCHECK_VIZ_SOURCE "" CACHE PATH "The folder of viz-standalone.js, which is Graphviz; without it there are no pictures")

# What no part of the playground uses (left_out.cmake).
add_library(SPIRV-Tools-opt INTERFACE)
add_library(hrfcheck_z3 INTERFACE)
add_library(hrfcheck::z3 ALIAS hrfcheck_z3)
add_library(hrfcheck_cadical INTERFACE)
add_library(hrfcheck::cadical ALIAS hrfcheck_cadical)
