# Several files of a target compiled as one, 32 at a time: headers are read once for them, which saves much of a
# whole build. Whoever changes one file compiles its neighbours again, so the preset `dev` leaves it off; the presets
# `debug`, `clang` and `odr` leave it off, too, so that every file is known to compile by itself.
option(HRFCHECK_UNITY "Compile the files of a target together, 32 at a time" OFF)

# hrfcheck_unity(target files...)
# The files that are named are compiled alone: their own names clash with those of their neighbours.
function(hrfcheck_unity target)
  if(HRFCHECK_UNITY)
    # GCC takes types without linkage for those of another file.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 32)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# hrfcheck_light(target)
# For what reads a command line, prints, or serves a page, and is large: in a release it is compiled with -O1, which takes
# two thirds of the time. Nothing that takes long runs in it.
function(hrfcheck_light target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()
