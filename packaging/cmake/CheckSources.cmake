# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DROOT=<checkout> -DCHECK=<name> -P CheckSources.cmake
# One rule for the text of all files; the checks are at the end.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/SourceFiles.cmake")

# forbid(file pattern words [KEEP_STRINGS]): a fault for each line that matches. Comments and, unless KEEP_STRINGS is
# given, texts in quotes are left out first.
function(forbid file pattern words)
  file(READ "${ROOT}/${file}" whole)
  if(NOT whole MATCHES "${pattern}")
    return()
  endif()
  lossline_lines("${file}" lines)
  set(number 0)
  foreach(text IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(NOT "KEEP_STRINGS" IN_LIST ARGN)
      string(REGEX REPLACE "\"[^\"]*\"" "\"\"" text "${text}")
      string(REGEX REPLACE "/\\*.*\\*/" " " text "${text}")
      string(REGEX REPLACE "//.*$" "" text "${text}")
    endif()
    if(text MATCHES "${pattern}")
      lossline_fault("${file}" ${number} "${words}: ${text}")
    endif()
  endforeach()
endfunction()

# The licence of a file is said in its first line, or the second where the first names an interpreter.
function(check_spdx file kind)
  if(kind MATCHES "^(cpp|cmake|script)$")
    file(STRINGS "${ROOT}/${file}" head LIMIT_COUNT 2)
    if(NOT "${head}" MATCHES "^(#!/[^;]*;)?(//|#) SPDX-License-Identifier: GPL-3\\.0-or-later(;|$)")
      lossline_fault("${file}" 1 "no line \"SPDX-License-Identifier: GPL-3.0-or-later\" at the top")
    endif()
  endif()
endfunction()

function(check_length file kind)
  if(kind MATCHES "^(cpp|cmake|script)$")
    lossline_lines("${file}" lines)
    list(LENGTH lines count)
    if(count GREATER 400)
      lossline_fault("${file}" ${count} "${count} lines; 400 are the most: split it by what its parts do")
    endif()
  endif()
endfunction()

# A window toolkit calls setlocale(LC_ALL, ""): from then on these follow the user's decimal comma. Numbers go through
# core/api/number_text.h, and the locale is set once, right after the application
# object was made.
function(check_locale file kind)
  if(NOT kind STREQUAL "cpp" OR NOT file MATCHES "^(core|app|ui)/")
    return()
  endif()
  set(before "(^|[^A-Za-z0-9_.>])")
  set(number_words "depends on the locale; use core/api/number_text.h")
  forbid("${file}" "${before}(sto(d|f|ld)|strto(d|f|ld)|atof|wcstod|to_w?string)[ \t]*\\(" "${number_words}")
  forbid("${file}" "${before}v?[fsdw]?n?w?(as)?(printf|scanf)[ \t]*\\(" "${number_words}")
  forbid("${file}" "${before}(v?snprintf|v?asprintf|v?sscanf)[ \t]*\\(" "${number_words}")
  if(NOT file MATCHES "^app/gui/")
    forbid("${file}" "${before}(setlocale|uselocale|newlocale)[ \t]*\\(|std::locale[^A-Za-z_]|\\.imbue[ \t]*\\("
           "the locale is set once, in app/gui")
  endif()
endfunction()

# QT_NO_KEYWORDS: the macro `slots` breaks LibTorch's headers, and the others are as common as words.
function(check_qt_keywords file kind)
  if(kind STREQUAL "cpp" AND file MATCHES "^(ui|app|tests)/")
    set(words "Qt's keywords are switched off; write Q_SLOTS, Q_SIGNALS, Q_EMIT and a plain for")
    forbid("${file}" "(^|[^A-Za-z0-9_])(slots|signals)[ \t]*:([^:]|$)" "${words}")
    forbid("${file}" "(^|[ \t({,])(emit[ \t]+[A-Za-z_]|foreach[ \t]*\\(|forever[ \t]*(\\{|\n|$))" "${words}")
  endif()
endfunction()

# Time is passed in: what core/analysis says of a run must not depend on when it is asked.
function(check_clocks file kind)
  if(kind STREQUAL "cpp" AND file MATCHES "^core/analysis/")
    forbid("${file}" "(steady|system|high_resolution)_clock|clock_gettime|gettimeofday|std::(time|clock)[^A-Za-z_]"
           "core/analysis reads no clock")
  endif()
endfunction()

# Nothing may point to a folder of the machine it was written on.
function(check_paths file kind)
  if(NOT kind STREQUAL "" AND NOT file MATCHES "^tests/lint/planted/")
    forbid("${file}" "(^|[^A-Za-z0-9_./-])(/(work|home|root|Users)/|/tmp/[a-z]|[A-Z]:[/\\][A-Za-z])"
           "a path of one machine" KEEP_STRINGS)
  endif()
endfunction()

function(check_unfinished file kind)
  if(kind MATCHES "^(cpp|cmake|script|text)$" AND NOT file MATCHES "^tests/lint/planted/")
    forbid("${file}" "(^|[^A-Za-z0-9_])(TO[D]O|FIX[M]E|X[X]X|HA[C]K)([^A-Za-z0-9_]|$)" "something left unfinished"
           KEEP_STRINGS)
  endif()
endfunction()

function(check_headers file kind)
  if(file MATCHES "-inl\\.h$") # included once for each vector target, with Highway's own guard
    file(READ "${ROOT}/${file}" whole)
    if(NOT whole MATCHES "defined\\(HWY_TARGET_TOGGLE\\)")
      lossline_fault("${file}" 2 "a header for every vector target is guarded by HWY_TARGET_TOGGLE")
    endif()
  elseif(file MATCHES "\\.h$")
    file(STRINGS "${ROOT}/${file}" head LIMIT_COUNT 2)
    if(NOT "${head}" MATCHES ";#pragma once$")
      lossline_fault("${file}" 2 "a header's second line is #pragma once")
    endif()
  endif()
endfunction()

# Tabs, blanks at the end of a line, carriage returns: they make differences nobody sees.
function(check_whitespace file kind)
  if(NOT kind STREQUAL "")
    forbid("${file}" "\t|\r| (\n|$)" "a tab, a carriage return or a blank at the end of the line" KEEP_STRINGS)
    file(READ "${ROOT}/${file}" whole HEX)
    if(NOT whole MATCHES "0a$" OR whole MATCHES "0a0a$")
      lossline_fault("${file}" 1 "must end with exactly one newline")
    endif()
  endif()
endfunction()

# What prose points to inside the project must be there.
function(check_links file kind)
  if(NOT file MATCHES "\\.md$")
    return()
  endif()
  get_filename_component(folder "${ROOT}/${file}" DIRECTORY)
  file(READ "${ROOT}/${file}" whole)
  string(REPLACE "](" "<link:" whole "${whole}")
  string(REGEX MATCHALL "<link:[^)]*\\)|src=\"[^\"]*\"" links "${whole}")
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^(<link:|src=\")|(#.*)?[)\"]$" "" target "${link}")
    if(NOT target STREQUAL "" AND NOT target MATCHES "^(https?|mailto):" AND NOT EXISTS "${folder}/${target}")
      lossline_fault("${file}" 1 "points to ${target}, which is not there")
    endif()
  endforeach()
endfunction()

set(checks spdx length locale qt_keywords clocks paths unfinished headers whitespace links)
if(NOT CHECK IN_LIST checks)
  message(FATAL_ERROR "CHECK must be one of: ${checks}")
endif()
lossline_project_files(files)
foreach(file IN LISTS files)
  lossline_kind("${file}" kind)
  cmake_language(CALL check_${CHECK} "${file}" "${kind}")
endforeach()
lossline_end("${CHECK}")
