# SPDX-License-Identifier: GPL-3.0-or-later
# For the lint scripts: the project's files, and their lines in a form CMake's lists can hold.

# Sets `result` to the files of ROOT (paths from there) that belong to the project: no build folder, no git.
function(lossline_project_files result)
  file(GLOB files RELATIVE "${ROOT}" "${ROOT}/*" "${ROOT}/.*")
  foreach(folder app core ui tests packaging resources .ci)
    file(GLOB_RECURSE more RELATIVE "${ROOT}" "${ROOT}/${folder}/*" "${ROOT}/${folder}/.*")
    list(APPEND files ${more})
  endforeach()
  list(FILTER files EXCLUDE REGEX "(^|/)(\\.git|\\.cache|build|__pycache__)(/|$)")
  list(REMOVE_DUPLICATES files)
  set(kept "")
  foreach(file IN LISTS files)
    if(NOT IS_DIRECTORY "${ROOT}/${file}")
      list(APPEND kept "${file}")
    endif()
  endforeach()
  set(${result} "${kept}" PARENT_SCOPE)
endfunction()

# The kind of a file: cpp, cmake, script, text (prose and settings), or empty (data, pictures).
function(lossline_kind file result)
  set(kind "")
  if(file MATCHES "\\.(h|hpp|hh|inl|c|cc|cpp|cxx|cu|cuh)$")
    set(kind cpp)
  elseif(file MATCHES "(^|/)CMakeLists\\.txt$|\\.cmake$")
    set(kind cmake)
  elseif(file MATCHES "\\.(sh|py)$")
    set(kind script)
  elseif(file MATCHES "\\.(md|qss)$|\\.schema\\.json$|(^|/)(CMakePresets\\.json|\\.clang-(format|tidy)|\\.gitignore)$")
    set(kind text)
  elseif(NOT file MATCHES "\\.[A-Za-z0-9]+$" AND NOT file MATCHES "^LICENSE$")
    file(READ "${ROOT}/${file}" start LIMIT 2 HEX)
    if(start STREQUAL "2321") # "#!"
      set(kind script)
    endif()
  endif()
  set(${result} "${kind}" PARENT_SCOPE)
endfunction()

# Sets `result` to the lines of a file, one list element each, empty ones too. Characters that CMake's lists give a
# meaning are replaced: brackets by parentheses, semicolons by commas, backslashes by slashes, an escaped quote by '.
function(lossline_lines file result)
  file(READ "${ROOT}/${file}" text)
  string(REPLACE "\\\\" "/" text "${text}")
  string(REPLACE "\\\"" "'" text "${text}")
  string(REPLACE "\\" "/" text "${text}")
  string(REPLACE "[" "(" text "${text}")
  string(REPLACE "]" ")" text "${text}")
  string(REPLACE ";" "," text "${text}")
  string(REGEX REPLACE "\n$" "" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# One fault, in the form editors and terminals make a link of.
function(lossline_fault file line words)
  message(NOTICE "${file}:${line}: ${words}")
  set_property(GLOBAL APPEND PROPERTY LOSSLINE_FAULTS "${file}:${line}")
endfunction()

# Ends the script: in failure when there were faults.
function(lossline_end what)
  get_property(faults GLOBAL PROPERTY LOSSLINE_FAULTS)
  list(LENGTH faults count)
  if(count GREATER 0)
    message(FATAL_ERROR "${what}: ${count} fault(s), listed above")
  endif()
endfunction()
