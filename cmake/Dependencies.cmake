# Finds every package the project uses. What is missing and optional switches its part off with one line.

find_package(OpenCL REQUIRED)
find_package(Threads REQUIRED)
find_path(VOXMARCH_CLHPP_INCLUDE CL/opencl.hpp)
find_path(VOXMARCH_GLM_INCLUDE glm/glm.hpp)
find_path(VOXMARCH_STB_INCLUDE NAMES stb_image_write.h PATH_SUFFIXES stb)
find_path(VOXMARCH_CLI11_INCLUDE CLI/CLI.hpp)
find_path(VOXMARCH_JSON_INCLUDE nlohmann/json.hpp)
find_path(VOXMARCH_FMT_INCLUDE fmt/format.h)
foreach(header CLHPP:opencl-clhpp-headers GLM:libglm-dev STB:libstb-dev CLI11:libcli11-dev
        JSON:nlohmann-json3-dev FMT:libfmt-dev)
  string(REPLACE ":" ";" header "${header}")
  list(GET header 0 name)
  list(GET header 1 package)
  if(NOT VOXMARCH_${name}_INCLUDE)
    message(FATAL_ERROR "voxmarch needs the headers of ${name}: install ${package}")
  endif()
  add_library(voxmarch_external_${name} INTERFACE)
  target_include_directories(voxmarch_external_${name} SYSTEM INTERFACE "${VOXMARCH_${name}_INCLUDE}")
endforeach()
# The compiled fmt halves the time most of our files take to compile; where there are but its headers, they do.
find_package(fmt CONFIG QUIET)
if(fmt_FOUND)
  target_link_libraries(voxmarch_external_FMT INTERFACE fmt::fmt)
else()
  target_compile_definitions(voxmarch_external_FMT INTERFACE FMT_HEADER_ONLY)
endif()

# Debian's opencl.hpp does not compile with target 300 and minimum 120; 1.2 is all we use.
add_library(voxmarch_external_OPENCL INTERFACE)
target_link_libraries(voxmarch_external_OPENCL INTERFACE OpenCL::OpenCL voxmarch_external_CLHPP)
target_compile_definitions(voxmarch_external_OPENCL INTERFACE
  CL_HPP_TARGET_OPENCL_VERSION=120 CL_HPP_MINIMUM_OPENCL_VERSION=120 CL_TARGET_OPENCL_VERSION=120
  CL_HPP_ENABLE_EXCEPTIONS)

find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  message(STATUS "voxmarch: zlib not found, gzip NRRD and compressed .vti files cannot be read (install zlib1g-dev)")
endif()

find_path(VOXMARCH_TINYXML2_INCLUDE tinyxml2.h)
find_library(VOXMARCH_TINYXML2_LIBRARY tinyxml2)
if(NOT VOXMARCH_TINYXML2_INCLUDE OR NOT VOXMARCH_TINYXML2_LIBRARY)
  message(STATUS "voxmarch: tinyxml2 not found, .vti files cannot be read (install libtinyxml2-dev)")
endif()

if(VOXMARCH_WITH_ITK)
  # Debian's GDCM complains at length about its own tools that are not installed; nothing here needs them.
  set(VOXMARCH_LOG_LEVEL "${CMAKE_MESSAGE_LOG_LEVEL}")
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  find_package(ITK QUIET COMPONENTS ITKCommon ITKIOImageBase ITKIOGDCM ITKIOMeta ITKIONIFTI ITKIONRRD
               ITKIOTIFF ITKIOPNG ITKIOVTK ITKIOMRC)
  set(CMAKE_MESSAGE_LOG_LEVEL "${VOXMARCH_LOG_LEVEL}")
  find_path(VOXMARCH_GDCM_INCLUDE gdcmScanner.h HINTS ${GDCM_INCLUDE_DIRS} PATH_SUFFIXES gdcm-3.0 gdcm-3.1 gdcm-3.2)
  if(NOT ITK_FOUND OR NOT VOXMARCH_GDCM_INCLUDE)
    message(STATUS "voxmarch: ITK not found, only raw, NRRD and VTI files can be read (install libinsighttoolkit5-dev)")
    set(VOXMARCH_WITH_ITK OFF)
  endif()
endif()

if(VOXMARCH_BUILD_VIEWER)
  include(Viewer)
else()
  message(STATUS "voxmarch: VOXMARCH_BUILD_VIEWER is off, the viewer is not built")
endif()

if(VOXMARCH_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT GTest_FOUND)
    message(STATUS "voxmarch: GoogleTest not found, no tests are built (install libgtest-dev)")
    set(VOXMARCH_BUILD_TESTS OFF)
  endif()
endif()
