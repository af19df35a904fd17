# SPDX-License-Identifier: GPL-3.0-or-later
# LibTorch as the target lossline_torch, its headers SYSTEM: the package's own target has no system flag and would print
# 86 warnings a file under ours. Any LibTorch from 1.13 on, through CMAKE_PREFIX_PATH, CPU or CUDA.
find_package(Torch 1.13 REQUIRED)

if(TORCH_CXX_FLAGS MATCHES "CXX11_ABI=0")
  message(FATAL_ERROR "This LibTorch was built with the old C++ ABI, which nothing else here has, so it can't be linked. "
                      "Use one whose name says cxx11-abi, or any from 2.7 on.")
endif()

add_library(lossline_torch INTERFACE)
target_include_directories(lossline_torch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
target_link_libraries(lossline_torch INTERFACE ${TORCH_LIBRARIES})
string(REPLACE " " ";" torch_flags "${TORCH_CXX_FLAGS}")
target_compile_options(lossline_torch INTERFACE ${torch_flags})

# A build with CUDA has a library of that name; our CUDA file is compiled only then.
set(LOSSLINE_TORCH_CUDA OFF)
if(TARGET torch_cuda OR TORCH_CUDA_LIBRARIES OR "${TORCH_LIBRARIES}" MATCHES "torch_cuda")
  set(LOSSLINE_TORCH_CUDA ON)
endif()

# The distribution's LibTorch calls whatever libblas.so.3 is; a downloaded one brings its own BLAS and OpenMP, and must
# not be given a second. Read what the library says it needs.
set(LOSSLINE_BIND_OPENBLAS OFF)
find_library(LOSSLINE_TORCH_CPU_LIBRARY torch_cpu HINTS "${TORCH_INSTALL_PREFIX}/lib")
if(CMAKE_READELF AND LOSSLINE_TORCH_CPU_LIBRARY)
  execute_process(COMMAND ${CMAKE_READELF} -d "${LOSSLINE_TORCH_CPU_LIBRARY}" OUTPUT_VARIABLE torch_dynamic ERROR_QUIET)
  if(torch_dynamic MATCHES "NEEDED[^\n]*libblas\\.so\\.3")
    set(LOSSLINE_BIND_OPENBLAS ON)
  endif()
endif()
message(STATUS "LibTorch ${Torch_VERSION}: CUDA ${LOSSLINE_TORCH_CUDA}, binds the distribution's OpenBLAS ${LOSSLINE_BIND_OPENBLAS}")
