# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE=… -DBINARY=… -DLAYERS=… -DCASE=… -DGENERATOR=… [-DEXPECT=regex] -P ConfigureCase.cmake
# Configures the planted project. With EXPECT the configure step must fail with that in its words, without it succeed.
file(REMOVE_RECURSE "${BINARY}")
execute_process(COMMAND ${CMAKE_COMMAND} -G "${GENERATOR}" -S "${SOURCE}" -B "${BINARY}" "-DCASE=${CASE}"
                        "-DLAYERS=${LAYERS}"
                RESULT_VARIABLE code OUTPUT_VARIABLE words ERROR_VARIABLE words)
string(REGEX REPLACE "[ \n]+" " " words "${words}") # CMake wraps its messages
if(NOT EXPECT AND NOT code EQUAL 0)
  message(FATAL_ERROR "${CASE}: must configure, but: ${words}")
elseif(EXPECT AND code EQUAL 0)
  message(FATAL_ERROR "${CASE}: the forbidden link was not noticed")
elseif(EXPECT AND NOT words MATCHES "${EXPECT}")
  message(FATAL_ERROR "${CASE}: expected \"${EXPECT}\", but: ${words}")
endif()
