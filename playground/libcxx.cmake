# LLVM's C++ library for WebAssembly with exceptions, from the source package of the compiler: Debian has it without
# them, and Emscripten's is older than C++20. Makes the target hrfcheck_libcxx.
enable_language(C)
set(HRFCHECK_LLVM_SOURCE "" CACHE PATH "The unpacked source package of LLVM")
if(NOT EXISTS "${HRFCHECK_LLVM_SOURCE}/libcxx/src/string.cpp")
  message(FATAL_ERROR "HRFCHECK_LLVM_SOURCE must name the sources of LLVM: scripts/playground fetches them")
endif()

set(_LIBCPP_ABI_VERSION 1)
set(_LIBCPP_ABI_NAMESPACE __1)
set(_LIBCPP_HAS_MUSL_LIBC ON)
set(_LIBCPP_HAS_THREAD_API_PTHREAD ON)
set(_LIBCPP_HAS_NO_TIME_ZONE_DATABASE ON)
set(_LIBCPP_HAS_NO_VENDOR_AVAILABILITY_ANNOTATIONS ON)
set(_LIBCPP_HAS_NO_RANDOM_DEVICE ON)
set(_LIBCPP_PSTL_BACKEND_SERIAL ON)
set(_LIBCPP_HARDENING_MODE_DEFAULT 2)  # none
configure_file("${HRFCHECK_LLVM_SOURCE}/libcxx/include/__config_site.in" "${CMAKE_BINARY_DIR}/libcxx/__config_site" @ONLY)
configure_file("${HRFCHECK_LLVM_SOURCE}/libcxx/vendor/llvm/default_assertion_handler.in"
  "${CMAKE_BINARY_DIR}/libcxx/__assertion_handler" COPYONLY)

set(libcxx_sources algorithm call_once charconv chrono condition_variable condition_variable_destructor error_category
  exception filesystem/directory_entry filesystem/directory_iterator filesystem/filesystem_clock
  filesystem/filesystem_error filesystem/int128_builtins filesystem/operations filesystem/path fstream functional hash
  ios ios.instantiations iostream locale memory mutex mutex_destructor new_handler new_helpers optional ostream
  ryu/d2fixed ryu/d2s ryu/f2s stdexcept string system_error thread typeinfo variant vector verbose_abort)
list(TRANSFORM libcxx_sources PREPEND "${HRFCHECK_LLVM_SOURCE}/libcxx/src/")
set(libcxxabi_sources abort_message cxa_aux_runtime cxa_default_handlers cxa_demangle cxa_exception
  cxa_exception_storage cxa_guard cxa_handlers cxa_personality cxa_vector cxa_virtual fallback_malloc
  private_typeinfo stdlib_exception stdlib_new_delete stdlib_stdexcept stdlib_typeinfo)
list(TRANSFORM libcxxabi_sources PREPEND "${HRFCHECK_LLVM_SOURCE}/libcxxabi/src/")
set(sources ${libcxx_sources} ${libcxxabi_sources})
list(TRANSFORM sources APPEND ".cpp")

set(unwind "${HRFCHECK_LLVM_SOURCE}/libunwind/src/Unwind-wasm.c")
add_library(hrfcheck_libcxx STATIC ${sources} "${unwind}")
# What all exceptions are thrown with, the tag __cpp_exception, is defined only by code that is not position-independent.
set_source_files_properties("${unwind}" PROPERTIES COMPILE_OPTIONS -fno-PIC)
target_include_directories(hrfcheck_libcxx SYSTEM PUBLIC "$<$<COMPILE_LANGUAGE:CXX>:${CMAKE_BINARY_DIR}/libcxx>"
  "$<$<COMPILE_LANGUAGE:CXX>:${HRFCHECK_LLVM_SOURCE}/libcxx/include>"
  "$<$<COMPILE_LANGUAGE:CXX>:${HRFCHECK_LLVM_SOURCE}/libcxxabi/include>")
target_include_directories(hrfcheck_libcxx PRIVATE "${HRFCHECK_LLVM_SOURCE}/libcxx/src"
  "${HRFCHECK_LLVM_SOURCE}/libunwind/include")
target_compile_definitions(hrfcheck_libcxx PRIVATE _LIBCPP_BUILDING_LIBRARY LIBCXX_BUILDING_LIBCXXABI
  _LIBCXXABI_BUILDING_LIBRARY _LIBCXXABI_HAS_NO_THREADS NDEBUG)
target_compile_options(hrfcheck_libcxx PRIVATE -Os "$<$<COMPILE_LANGUAGE:C>:-fwasm-exceptions;-fdeclspec>")
set_target_properties(hrfcheck_libcxx PROPERTIES CXX_STANDARD 23 CXX_EXTENSIONS OFF)
