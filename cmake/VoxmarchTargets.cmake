# One way to declare the library of a folder and its tests.

add_library(voxmarch_warnings INTERFACE)
# In a unity build (preset release) a file sees constants of others, which its locals may be called like, and its fixtures
# seem to come from a header: both are looked for where every file is compiled alone (presets dev and files).
set(alone -Wshadow)
if(CMAKE_UNITY_BUILD)
  set(alone -Wno-subobject-linkage)
endif()
target_compile_options(voxmarch_warnings INTERFACE -Wall -Wextra -Wpedantic ${alone} -Wno-ignored-attributes
                       $<$<BOOL:${VOXMARCH_WERROR}>:-Werror>)

# voxmarch_library(NAME [EXCEPT file...] [SOURCES file...] LINK target...): the library voxmarch_NAME with alias
# voxmarch::NAME of every .cpp file in this folder and its rooms but EXCEPT, and of SOURCES. Headers are included as
# "FOLDER/ROOM/header.h".
function(voxmarch_library name)
  cmake_parse_arguments(arg "" "" "EXCEPT;SOURCES;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "*.cpp")
  if(arg_EXCEPT)
    list(REMOVE_ITEM sources ${arg_EXCEPT})
  endif()
  add_library(voxmarch_${name} STATIC ${sources} ${arg_SOURCES})
  add_library(voxmarch::${name} ALIAS voxmarch_${name})
  target_include_directories(voxmarch_${name} PUBLIC "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(voxmarch_${name} PUBLIC ${arg_LINK} PRIVATE voxmarch_warnings)
endfunction()

# voxmarch_test(NAME SOURCES file... LINK target... LABELS unit|device|golden|app|slow [TIMEOUT seconds] [ONCE filter]
#               [COST seconds])
# One GoogleTest executable, one CTest entry. A test labelled `device` is registered once for every OpenCL driver of
# this machine (PoCL, rusticl), or once as it is when the environment already chooses one (OCL_ICD_VENDORS). ONCE names
# tests that ask no driver anything which others of the suite do not ask every driver: they run with the first alone,
# unless VOXMARCH_TEST_EVERY_DRIVER is on (tests/nightly.sh).
# COST: what takes long is begun first.
function(voxmarch_test name)
  cmake_parse_arguments(arg "" "TIMEOUT;ONCE;COST" "SOURCES;LINK;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 900)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} GTest::gtest_main voxmarch_warnings)
  target_compile_definitions(${name} PRIVATE VOXMARCH_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if("device" IN_LIST arg_LABELS)
    target_link_libraries(${name} PRIVATE voxmarch::environment)
    set(VOXMARCH_ONCE "${arg_ONCE}")
    if(VOXMARCH_TEST_EVERY_DRIVER)
      set(VOXMARCH_ONCE "")
    endif()
    voxmarch_add_device_tests(${name} "${arg_LABELS}" ${arg_TIMEOUT} $<TARGET_FILE:${name}>)
  else()
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  endif()
  if(arg_COST)
    foreach(entry ${name} ${name}.pocl ${name}.rusticl)
      if(TEST ${entry})
        set_tests_properties(${entry} PROPERTIES COST ${arg_COST})
      endif()
    endforeach()
  endif()
endfunction()

function(voxmarch_add_device_tests name labels timeout)
  set(drivers "")
  if(NOT DEFINED ENV{OCL_ICD_VENDORS})
    foreach(driver pocl rusticl)
      if(EXISTS "/etc/OpenCL/vendors/${driver}.icd")
        list(APPEND drivers ${driver})
      endif()
    endforeach()
  endif()
  if(NOT drivers)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS "${labels}" TIMEOUT ${timeout})
  endif()
  set(without "")
  foreach(driver ${drivers})
    if(without STREQUAL "--gtest_filter=-*")
      break()
    endif()
    add_test(NAME ${name}.${driver} COMMAND ${ARGN} ${without})
    if(VOXMARCH_ONCE)
      set(without "--gtest_filter=-${VOXMARCH_ONCE}")
    endif()
    set_tests_properties(${name}.${driver} PROPERTIES LABELS "${labels}" TIMEOUT ${timeout}
      ENVIRONMENT "OCL_ICD_VENDORS=/etc/OpenCL/vendors/${driver}.icd;RUSTICL_ENABLE=llvmpipe")
  endforeach()
endfunction()
