# SPDX-License-Identifier: GPL-3.0-or-later
file(READ "${INPUT}" hex HEX)
string(REGEX MATCHALL "..?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?.?" lines "${hex}")
string(LENGTH "${hex}" digits)
math(EXPR bytes "${digits} / 2")
set(body "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "(..)" "0x\\1," line "${line}")
  string(APPEND body "${line}\n")
endforeach()
file(WRITE "${OUTPUT}.new"
     "// Made from a file of resources/; do not edit.\n#include <string_view>\nnamespace lossline::resources {\nnamespace {\nconst unsigned char bytes[] = {\n${body}0};\n}\nextern const std::string_view ${SYMBOL};\nconst std::string_view ${SYMBOL}{reinterpret_cast<const char*>(bytes), ${bytes}};\n}\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
