# hrfcheck_embed(library files...)
# Compiles files of src/ into a library: src/report/html/page.css becomes hrfcheck::assets::page_css, a
# std::string_view (declared where it is used). The program so needs no files beside it to write a report.
set(HRFCHECK_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/EmbedFile.cmake")
function(hrfcheck_embed library)
  foreach(file IN LISTS ARGN)
    get_filename_component(name "${file}" NAME)
    string(MAKE_C_IDENTIFIER "${name}" symbol)
    set(output "${CMAKE_BINARY_DIR}/embedded/${symbol}.cpp")
    add_custom_command(OUTPUT "${output}"
      COMMAND ${CMAKE_COMMAND} "-DINPUT=${PROJECT_SOURCE_DIR}/src/${file}" "-DOUTPUT=${output}" "-DSYMBOL=${symbol}"
              -P "${HRFCHECK_EMBED_SCRIPT}"
      DEPENDS "${PROJECT_SOURCE_DIR}/src/${file}" "${HRFCHECK_EMBED_SCRIPT}" VERBATIM)
    target_sources(${library} PRIVATE "${output}")
  endforeach()
endfunction()

# hrfcheck_embed_models(library)
# Compiles the files of models/ into a library, as hrfcheck::cat::shippedFiles() (src/cat/shipped.h).
set(HRFCHECK_EMBED_MODELS_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/EmbedModels.cmake")
function(hrfcheck_embed_models library)
  file(GLOB models CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/models/*.cat")
  set(output "${CMAKE_BINARY_DIR}/embedded/shipped_models.cpp")
  add_custom_command(OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DFOLDER=${PROJECT_SOURCE_DIR}/models" "-DOUTPUT=${output}"
            -P "${HRFCHECK_EMBED_MODELS_SCRIPT}"
    DEPENDS ${models} "${HRFCHECK_EMBED_MODELS_SCRIPT}" VERBATIM)
  target_sources(${library} PRIVATE "${output}")
endfunction()

# hrfcheck_embed_headers(library)
# Compiles the files of headers/cuda, headers/hip and headers/opencl into a library, as hrfcheck::frontend::via::cudaHeaders(),
# hipHeaders() and openclHeaders() (src/frontend/compilers/embedded_headers.h).
set(HRFCHECK_EMBED_HEADERS_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/EmbedHeaders.cmake")
function(hrfcheck_embed_headers library)
  foreach(language cuda hip opencl)
    set(folder "${PROJECT_SOURCE_DIR}/headers/${language}")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS LIST_DIRECTORIES false "${folder}/*")
    set(output "${CMAKE_BINARY_DIR}/embedded/${language}_headers.cpp")
    add_custom_command(OUTPUT "${output}"
      COMMAND ${CMAKE_COMMAND} "-DFOLDER=${folder}" "-DFUNCTION=${language}Headers" "-DOUTPUT=${output}"
              -P "${HRFCHECK_EMBED_HEADERS_SCRIPT}"
      DEPENDS ${headers} "${HRFCHECK_EMBED_HEADERS_SCRIPT}" VERBATIM)
    target_sources(${library} PRIVATE "${output}")
  endforeach()
endfunction()
