# What an installed hrfcheck has beside the program: its manual page, completions, tests and documentation; and the
# Debian package that `cpack -G DEB` makes of all of it (scripts/package).

# Printed by the program itself, so that they tell what this build can do.
set(printed "${CMAKE_BINARY_DIR}/printed")
file(MAKE_DIRECTORY "${printed}")
set(printed_files "")
function(hrfcheck_printed file folder)
  add_custom_command(OUTPUT "${printed}/${file}" COMMAND hrfcheck ${ARGN} > "${printed}/${file}" DEPENDS hrfcheck VERBATIM)
  install(FILES "${printed}/${file}" DESTINATION "${folder}")
  set(printed_files ${printed_files} "${printed}/${file}" PARENT_SCOPE)
endfunction()
hrfcheck_printed(hrfcheck.1 "${CMAKE_INSTALL_MANDIR}/man1" man)
hrfcheck_printed(hrfcheck "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" completion bash)
hrfcheck_printed(_hrfcheck "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" completion zsh)
hrfcheck_printed(hrfcheck.fish "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" completion fish)
add_custom_target(hrfcheck_printed_files ALL DEPENDS ${printed_files})

install(DIRECTORY litmus kernels DESTINATION "${CMAKE_INSTALL_DATADIR}/hrfcheck")
install(DIRECTORY docs DESTINATION "${CMAKE_INSTALL_DATADIR}/hrfcheck")
install(FILES README.md DESTINATION "${CMAKE_INSTALL_DATADIR}/hrfcheck")
install(FILES README.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hrfcheck)
set(CPACK_PACKAGE_VENDOR "The hrfcheck authors")
set(CPACK_PACKAGE_CONTACT "The hrfcheck authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Tells which outcomes of a litmus test or GPU kernel a memory model allows,
 which instructions race and why, and what to write instead.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The solver is loaded when the program runs: it is in no list of shared libraries.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libz3-4)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-16")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "graphviz, clang-15, llvm-spirv-15, glslang-tools")
include(CPack)
