# Compiler settings shared by every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

add_library(hrfcheck_options INTERFACE)
target_compile_options(hrfcheck_options INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  # They see things in optimised code of the standard library that are not there (GCC bug 105651 and its kin).
  target_compile_options(hrfcheck_options INTERFACE -Wno-restrict -Wno-alloc-size-larger-than -Wno-maybe-uninitialized
    -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(HRFCHECK_WERROR)
  target_compile_options(hrfcheck_options INTERFACE -Werror)
endif()
if(HRFCHECK_SANITIZE)
  target_compile_options(hrfcheck_options INTERFACE
    -fsanitize=${HRFCHECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(hrfcheck_options INTERFACE -fsanitize=${HRFCHECK_SANITIZE})
  if(HRFCHECK_SANITIZE MATCHES "address")
    # Left out of `undefined`: what the address sanitizer checks, too, and what no text can bring about. With these a
    # build takes a third longer.
    target_compile_options(hrfcheck_options INTERFACE -fno-sanitize=vptr,null,alignment,object-size)
  endif()
endif()
# There are many programs of tests, and they are large: lld and gold link one in a second or two, where ld needs up to ten.
find_program(HRFCHECK_LLD NAMES ld.lld-16 ld.lld)
find_program(HRFCHECK_GOLD NAMES ld.gold)
if(HRFCHECK_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_link_options(hrfcheck_options INTERFACE -fuse-ld=lld)
elseif(HRFCHECK_GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_FLAGS MATCHES "-flto"
       AND NOT HRFCHECK_STATIC)
  target_link_options(hrfcheck_options INTERFACE -fuse-ld=gold)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects its garbage once it holds this many KiB, not at a few MiB: a tenth of a build.
  target_compile_options(hrfcheck_options INTERFACE "SHELL:--param ggc-min-heapsize=524288")
endif()
if(HRFCHECK_FUZZ)
  # Coverage of edges, and no more: traced comparisons cost a quarter of the speed, and the dictionaries know what
  # they would find.
  target_compile_options(hrfcheck_options INTERFACE -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp)
  if(NOT HRFCHECK_TESTS)
    # For fuzzers that run for long.
    target_compile_options(hrfcheck_options INTERFACE -fsanitize-address-use-after-return=never)
  endif()
endif()
if(HRFCHECK_COVERAGE)
  target_compile_options(hrfcheck_options INTERFACE --coverage)
  target_link_options(hrfcheck_options INTERFACE --coverage)
endif()

# Precompiled headers (cmake/Precompiled.cmake): clang spends no less time with them.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND PROJECT_IS_TOP_LEVEL)
  set(hrfcheck_precompiled_default ON)
else()
  set(hrfcheck_precompiled_default OFF)
endif()
option(HRFCHECK_PRECOMPILED "Precompile the headers that nearly every file includes"
  ${hrfcheck_precompiled_default})

find_program(HRFCHECK_CCACHE ccache)
if(HRFCHECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${HRFCHECK_CCACHE}")
  if(HRFCHECK_PRECOMPILED)
    # What ccache must be told for its results to be used with precompiled headers (its manual, "Precompiled headers").
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${HRFCHECK_CCACHE}")
  endif()
endif()
