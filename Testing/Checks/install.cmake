# Installs all of BUILD into SCRATCH: what users need must be there, what tests need must not.

file(REMOVE_RECURSE "${SCRATCH}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${SCRATCH}" --config "${CONFIGURATION}"
  OUTPUT_QUIET
  COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE plugins RELATIVE "${SCRATCH}" "${SCRATCH}/*Trabecula.so")
if (NOT plugins)
  message(FATAL_ERROR "The plugin is not installed.")
endif ()
file(GLOB_RECURSE extras RELATIVE "${SCRATCH}"
  "${SCRATCH}/*[Tt]est*" "${SCRATCH}/*StopButton*" "${SCRATCH}/*Trabecula*.a")
if (extras)
  message(FATAL_ERROR "Installed, but of no use to users: ${extras}")
endif ()
