# Installs the build into a fresh folder, then builds and runs a project that knows only the installed package.
# Run with -DBUILD=<build folder> -DSOURCE=<tests/package> -DWORK=<scratch folder> -DGENERATOR=<generator>.
file(REMOVE_RECURSE "${WORK}")
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN} failed (${status}):\n${output}")
  endif()
endfunction()
step(${CMAKE_COMMAND} --install "${BUILD}" --prefix "${WORK}/prefix")
step(${CMAKE_COMMAND} -S "${SOURCE}" -B "${WORK}/build" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
     -DCMAKE_BUILD_TYPE=Release)
step(${CMAKE_COMMAND} --build "${WORK}/build")
step("${WORK}/build/consumer" "${WORK}/prefix/share/hrfcheck/models")
step("${WORK}/prefix/bin/hrfcheck" models)

# Everything else that is installed: the corpus answers as its logs say, and what the program prints is there.
step("${WORK}/prefix/bin/hrfcheck" batch "${WORK}/prefix/share/hrfcheck/litmus/hrf" --table none)
foreach(file share/man/man1/hrfcheck.1 share/bash-completion/completions/hrfcheck share/zsh/site-functions/_hrfcheck
        share/fish/vendor_completions.d/hrfcheck.fish share/doc/hrfcheck/README.md share/hrfcheck/docs/tutorial.md)
  file(SIZE "${WORK}/prefix/${file}" size)
  if(size LESS 1000)
    message(FATAL_ERROR "${file} has ${size} bytes")
  endif()
endforeach()
