# SPDX-License-Identifier: GPL-3.0-or-later
# How Lossline's own code is compiled. Third-party headers are SYSTEM and print nothing.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # static libraries end in the engine's shared one too
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin") # the programs look for the engine beside themselves

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(lossline_flags INTERFACE)
target_compile_options(
  lossline_flags
  INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
            -Woverloaded-virtual $<$<BOOL:${LOSSLINE_WARNINGS_AS_ERRORS}>:-Werror>)
target_include_directories(lossline_flags INTERFACE "${PROJECT_SOURCE_DIR}") # "core/api/result.h"
if(LOSSLINE_SANITIZE)
  add_compile_options(-fsanitize=${LOSSLINE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_compile_options(-Wno-maybe-uninitialized) # GCC sees things that are not there in instrumented standard headers
  add_link_options(-fsanitize=${LOSSLINE_SANITIZE})
endif()

# A file that includes LibTorch takes 1.1 GB to compile: no more of them at once than memory allows.
cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
if(EXISTS /sys/fs/cgroup/memory.max) # a container's own share
  file(STRINGS /sys/fs/cgroup/memory.max container_bytes LIMIT_COUNT 1)
  if(container_bytes MATCHES "^[0-9]+$")
    math(EXPR container_mib "${container_bytes} / 1048576")
    if(container_mib LESS memory_mib)
      set(memory_mib ${container_mib})
    endif()
  endif()
endif()
math(EXPR torch_jobs "${memory_mib} / 1400")
if(torch_jobs LESS 1)
  set(torch_jobs 1)
endif()
set_property(GLOBAL APPEND PROPERTY JOB_POOLS torch=${torch_jobs})
