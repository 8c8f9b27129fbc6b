# A Debian package of the plugin: cmake --build BUILD --target package

# The plugin requires the exact build of ParaView that it was compiled against. ParaView's loader
# does not compare versions, so the package manager has to.
execute_process(
  COMMAND dpkg-query -S "${ParaView_DIR}/paraview-config.cmake"
  OUTPUT_VARIABLE paraview_owner
  ERROR_QUIET)
execute_process(
  COMMAND dpkg-query -W -f "\${Version}" paraview
  OUTPUT_VARIABLE paraview_package_version
  ERROR_QUIET)
if (NOT paraview_owner MATCHES "^paraview-dev" OR NOT paraview_package_version)
  message(STATUS "Trabecula: ParaView in ${ParaView_DIR} is no Debian package; "
    "no package of the plugin can be made")
  return ()
endif ()

# A package is installed beside ParaView, and names of folders follow from the prefix.
if (NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  message(STATUS "Trabecula: a package of the plugin needs CMAKE_INSTALL_PREFIX=/usr, as in the "
    "preset")
  return ()
endif ()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(package_plugin_directory
  "/usr/${CMAKE_INSTALL_LIBDIR}/${trabecula_plugin_subdirectory}/Trabecula")

# ParaView as Debian builds it searches no folder for plugins unless PV_PLUGIN_PATH names one, so
# the package sets it: for login shells, and for desktop sessions that systemd starts.
configure_file("${CMAKE_CURRENT_LIST_DIR}/profile.sh.in"
  "${CMAKE_CURRENT_BINARY_DIR}/package/trabecula.sh" @ONLY)
configure_file("${CMAKE_CURRENT_LIST_DIR}/environment.conf.in"
  "${CMAKE_CURRENT_BINARY_DIR}/package/60-trabecula.conf" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/trabecula.sh"
  DESTINATION /etc/profile.d COMPONENT Session EXCLUDE_FROM_ALL)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/package/60-trabecula.conf"
  DESTINATION lib/environment.d COMPONENT Session EXCLUDE_FROM_ALL)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/copyright"
  DESTINATION share/doc/paraview-trabecula COMPONENT Session EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME paraview-trabecula)
set(CPACK_PACKAGE_VENDOR "Trabecula developers")
# This address does not receive mail: the project has no other yet.
set(CPACK_PACKAGE_CONTACT "Trabecula developers <trabecula@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "topology optimization and micro finite element filters for ParaView")
set(CPACK_PACKAGE_DESCRIPTION
"A plugin that adds topology optimization to ParaView's pipeline: a mesh of
hexahedra with supports and loads goes in, the stiffest design of a given
volume comes out, iteration by iteration. And micro finite elements: an image
of bone goes in, stiffness, stresses and strength come out. It computes on an NVIDIA GPU where
the build has CUDA and the machine a driver, and on the processor everywhere.")

set(CPACK_COMPONENTS_ALL Plugin Session)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "paraview (= ${paraview_package_version})")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gmsh, python3-paraview")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/package/conffiles" "/etc/profile.d/trabecula.sh\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${CMAKE_CURRENT_BINARY_DIR}/package/conffiles")

include(CPack)
