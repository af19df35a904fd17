# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the target hwy::hwy: from Highway's own CMake files, else from what pkg-config says, else from where headers and
# library usually lie.
find_package(hwy CONFIG QUIET)
if(TARGET hwy::hwy)
  return()
endif()
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
  pkg_check_modules(LOSSLINE_HWY QUIET libhwy)
endif()
find_path(LOSSLINE_HWY_HEADERS hwy/highway.h HINTS ${LOSSLINE_HWY_INCLUDE_DIRS})
find_library(LOSSLINE_HWY_LIBRARY hwy HINTS ${LOSSLINE_HWY_LIBRARY_DIRS})
mark_as_advanced(LOSSLINE_HWY_HEADERS LOSSLINE_HWY_LIBRARY)
if(NOT LOSSLINE_HWY_HEADERS OR NOT LOSSLINE_HWY_LIBRARY)
  message(FATAL_ERROR "Highway was not found (Debian: libhwy-dev). packaging/install installs it.")
endif()
add_library(hwy::hwy UNKNOWN IMPORTED)
set_target_properties(hwy::hwy PROPERTIES IMPORTED_LOCATION "${LOSSLINE_HWY_LIBRARY}"
                                          INTERFACE_INCLUDE_DIRECTORIES "${LOSSLINE_HWY_HEADERS}")
if(LOSSLINE_HWY_LIBRARY MATCHES "\\.(so|dylib)[.0-9]*$")
  set_target_properties(hwy::hwy PROPERTIES INTERFACE_COMPILE_DEFINITIONS HWY_SHARED_DEFINE)
endif()
