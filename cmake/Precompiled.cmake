# Headers that nearly every file includes, compiled once where HRFCHECK_PRECOMPILED says so (with GCC that saves about
# a third of a build). Four sets, each made by one target and reused by the others:
#   library  the standard library and fmt                the libraries of src/
#   json     that and nlohmann's JSON                    report, batch, suite, synth
#   program  the standard library, fmt and CLI11         the commands
#   test     the standard library and fmt                the tests
#   test_optimized  the same                             tests that compute much by themselves
# They change nothing but the time of a build: every file still includes what it uses.

set(hrfcheck_standard_headers
  <algorithm> <array> <atomic> <bit> <chrono> <compare> <cstddef> <cstdint> <deque> <filesystem> <functional>
  <iosfwd> <limits> <map> <memory> <optional> <set> <source_location> <span> <stdexcept> <string> <string_view>
  <tuple> <unordered_map> <utility> <variant> <vector> <fmt/format.h>)

# hrfcheck_precompiled(kind LIBRARY|PROGRAM HEADERS headers... LINK libraries... OPTIONS flags...)
# The target that makes a set. A program is compiled with other flags than a library (-fPIE, -fPIC); whoever reuses a
# set compiles with the same OPTIONS.
function(hrfcheck_precompiled kind type)
  if(NOT HRFCHECK_PRECOMPILED)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "HEADERS;LINK;OPTIONS" ${ARGN})
  set(target "hrfcheck_precompiled_${kind}")
  set(source "${CMAKE_BINARY_DIR}/precompiled/${kind}.cpp")
  if(type STREQUAL "PROGRAM")
    file(CONFIGURE OUTPUT "${source}" CONTENT "int main() {}\n")
    add_executable(${target} EXCLUDE_FROM_ALL "${source}")
  else()
    file(CONFIGURE OUTPUT "${source}" CONTENT "\n")
    add_library(${target} STATIC EXCLUDE_FROM_ALL "${source}")
  endif()
  target_link_libraries(${target} PRIVATE hrfcheck_options fmt::fmt ${ARG_LINK})
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${target} PRIVATE ${hrfcheck_standard_headers} ${ARG_HEADERS})
endfunction()

hrfcheck_precompiled(library LIBRARY)
hrfcheck_precompiled(json LIBRARY HEADERS <nlohmann/json.hpp> LINK nlohmann_json::nlohmann_json)
hrfcheck_precompiled(program LIBRARY HEADERS <CLI/CLI.hpp> LINK CLI11::CLI11)

# hrfcheck_precompile(target kind)
function(hrfcheck_precompile target kind)
  if(HRFCHECK_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM "hrfcheck_precompiled_${kind}")
  endif()
endfunction()
