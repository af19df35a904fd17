# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DNM=… -DLIBRARY=… -P CheckExports.cmake: the engine's library shows one symbol, nothing of LibTorch or ours.
execute_process(COMMAND "${NM}" -D --defined-only "${LIBRARY}" OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} failed on ${LIBRARY}")
endif()
string(STRIP "${symbols}" symbols)
if(NOT symbols MATCHES "^[0-9a-f]+ T lossline_create_engine$")
  message(FATAL_ERROR "${LIBRARY} must export lossline_create_engine alone, but has:\n${symbols}")
endif()
