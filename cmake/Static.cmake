# HRFCHECK_STATIC: a program that needs nothing of the system that it runs on, for archives (scripts/archive). Debian has
# libfmt and cpp-httplib as shared libraries only. So the compiled part of fmt is made from its headers, and `serve` is left
# out. A static program cannot load Z3 while it runs: CaDiCaL answers in its place.
if(HRFCHECK_Z3)
  message(FATAL_ERROR "HRFCHECK_STATIC needs HRFCHECK_Z3=OFF: a static program loads no library")
endif()

set_property(TARGET pugixml::pugixml PROPERTY INTERFACE_LINK_LIBRARIES pugixml::static)

add_library(hrfcheck_fmt STATIC "${CMAKE_CURRENT_LIST_DIR}/static/fmt.cpp")
target_compile_features(hrfcheck_fmt PUBLIC cxx_std_20)
get_target_property(configurations fmt::fmt IMPORTED_CONFIGURATIONS)
foreach(configuration IN LISTS configurations)
  set_property(TARGET fmt::fmt PROPERTY IMPORTED_LOCATION_${configuration}
    "${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/libhrfcheck_fmt.a")
endforeach()

# hrfcheck_link_statically(program)
function(hrfcheck_link_statically program)
  add_dependencies(${program} hrfcheck_fmt)
  target_link_options(${program} PRIVATE -static)
endfunction()
