# Finds Python and nanobind, or switches the module off with one line. In a checkout they are those of build/peers, which
# test.sh makes (cmake/setup.sh); Python_EXECUTABLE chooses others.
if(NOT Python_EXECUTABLE AND EXISTS "${PROJECT_SOURCE_DIR}/build/peers/bin/python")
  set(Python_EXECUTABLE "${PROJECT_SOURCE_DIR}/build/peers/bin/python")
endif()
set(Python_FIND_VIRTUALENV FIRST)
find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module OPTIONAL_COMPONENTS Development.SABIModule)
if(Python_FOUND AND NOT nanobind_ROOT)
  execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(nanobind_ROOT)
  find_package(nanobind CONFIG QUIET)
endif()
if(NOT nanobind_FOUND)
  message(STATUS "voxmarch: nanobind not found, the Python module is left out (install python3-dev; pip install nanobind)")
  set(VOXMARCH_BUILD_PYTHON OFF)
endif()
