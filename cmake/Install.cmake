# What `cmake --install` puts where. Components: program (with its manual, completions and what desktops know of it),
# runtime (shared library, modules) and development (headers, CMake package, examples).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(docs "${CMAKE_INSTALL_DOCDIR}")
if(VOXMARCH_BUILD_PROGRAM)
  install(TARGETS voxmarch RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
  install(PROGRAMS packaging/voxmarch-thumbnail DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
  set(shared "${CMAKE_INSTALL_DATADIR}")
  install(FILES packaging/voxmarch-thumbnail.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
  install(FILES packaging/voxmarch.thumbnailer DESTINATION "${shared}/thumbnailers" COMPONENT program)
  install(FILES packaging/voxmarch.mime.xml DESTINATION "${shared}/mime/packages" RENAME voxmarch.xml COMPONENT program)
  install(FILES packaging/voxmarch.svg DESTINATION "${shared}/icons/hicolor/scalable/apps" COMPONENT program)
  if(VOXMARCH_BUILD_VIEWER)
    install(FILES packaging/voxmarch.desktop DESTINATION "${shared}/applications" COMPONENT program)
  endif()
  if(NOT CMAKE_CROSSCOMPILING)
    install(DIRECTORY "${VOXMARCH_MANUAL}/" DESTINATION "${shared}" COMPONENT program)
  endif()
endif()
# Modules, and the ways to them.
foreach(module voxmarch_mpi voxmarch_openvdb)
  if(TARGET ${module})
    install(TARGETS ${module} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/voxmarch" COMPONENT runtime)
  endif()
endforeach()
set_target_properties(libvoxmarch PROPERTIES INSTALL_RPATH "$ORIGIN/voxmarch")
if(VOXMARCH_BUILD_PROGRAM)
  file(RELATIVE_PATH way "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}/voxmarch")
  set_target_properties(voxmarch PROPERTIES INSTALL_RPATH "$ORIGIN/${way}")
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION "${docs}" COMPONENT program)
install(DIRECTORY docs/ DESTINATION "${docs}/docs" COMPONENT program FILES_MATCHING PATTERN "*.md" PATTERN "*.json"
        PATTERN "*.png")

get_target_property(kind libvoxmarch TYPE)
if(NOT kind STREQUAL SHARED_LIBRARY)
  message(STATUS "voxmarch: the static library stays in the build folder, only a shared one can be installed")
  return()
endif()
install(TARGETS libvoxmarch EXPORT voxmarchTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development)
install(DIRECTORY include/voxmarch DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)
install(DIRECTORY examples/ DESTINATION "${docs}/examples" COMPONENT development)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/voxmarch")
configure_package_config_file(cmake/voxmarchConfig.cmake.in "${PROJECT_BINARY_DIR}/voxmarchConfig.cmake"
                              INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/voxmarchConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(EXPORT voxmarchTargets NAMESPACE voxmarch:: DESTINATION "${package}" COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/voxmarchConfig.cmake" "${PROJECT_BINARY_DIR}/voxmarchConfigVersion.cmake"
        DESTINATION "${package}" COMPONENT development)
