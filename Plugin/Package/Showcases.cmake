# The state files of the showcases, which are placed beside the plugin, where its menu looks for
# them. Each is written by its script of Data/Showcases with the plugin that has just been built,
# from few iterations; further iterations are computed when the state is opened. All of them take a
# minute or two of processor time, and need no display and no GPU.

find_program(TRABECULA_PVPYTHON pvpython)
if (NOT TRABECULA_PVPYTHON)
  message(STATUS "Trabecula: there is no pvpython; the menu of showcases will be empty")
  return ()
endif ()

file(GLOB scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/Data/Showcases/*.py")
# A state has the properties that the XML declares. Its numbers are computed again when it is opened.
file(GLOB_RECURSE proxies CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/XML/*.xml")
set(shared "${PROJECT_SOURCE_DIR}/Data/Showcases/showcase.py")
list(REMOVE_ITEM scripts "${shared}")
set(states)
foreach (script IN LISTS scripts)
  get_filename_component(name "${script}" NAME_WE)
  set(results "${CMAKE_CURRENT_BINARY_DIR}/showcases/${name}")
  set(state "${TRABECULA_PLUGIN_DIRECTORY}/Showcases/${name}.pvsm")
  add_custom_command(
    OUTPUT "${state}"
    DEPENDS "${script}" "${shared}" ${proxies}
      "${PROJECT_SOURCE_DIR}/Plugin/Package/copyShowcase.cmake"
    COMMAND "${CMAKE_COMMAND}" -E env --unset=DISPLAY OMP_WAIT_POLICY=passive
      PYTHONDONTWRITEBYTECODE=1
      "${TRABECULA_PVPYTHON}" "${script}" "${TRABECULA_PLUGIN}" --state-only
      --output "${results}"
    COMMAND "${CMAKE_COMMAND}" -D "WRITTEN=${results}/${name}.pvsm" -D "STATE=${state}"
      -D "MESHES=${PROJECT_SOURCE_DIR}/Data/Meshes"
      -P "${PROJECT_SOURCE_DIR}/Plugin/Package/copyShowcase.cmake"
    COMMENT "Writing the state file of the showcase ${name}"
    VERBATIM)
  list(APPEND states "${state}")
endforeach ()
add_custom_target(trabecula_showcases ALL DEPENDS ${states})
# The dependency is on the target of the plugin, so that a new plugin file alone does not cause
# states to be written again.
add_dependencies(trabecula_showcases Trabecula)

install(DIRECTORY "${TRABECULA_PLUGIN_DIRECTORY}/Showcases/"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/${trabecula_plugin_subdirectory}/Trabecula/Showcases"
  COMPONENT Plugin
  OPTIONAL
  FILES_MATCHING PATTERN "*.pvsm" PATTERN "*.step")
