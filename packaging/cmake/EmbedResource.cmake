# SPDX-License-Identifier: GPL-3.0-or-later
# lossline_embed(target file symbol): compiles a file of resources/ into the target as
#   namespace lossline::resources { extern const std::string_view symbol; }   (declared by the including .cpp)
# so that the headless program carries it too.
function(lossline_embed target file symbol)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/packaging/cmake/EmbedResourceScript.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -DINPUT=${PROJECT_SOURCE_DIR}/resources/${file} -DOUTPUT=${output} -DSYMBOL=${symbol} -P "${script}"
    DEPENDS "${PROJECT_SOURCE_DIR}/resources/${file}" "${script}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
