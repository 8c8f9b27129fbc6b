# Copies the state file WRITTEN of a showcase to STATE, and the files of MESHES that it reads beside it.
# Their folder is @SHOWCASES@ in the state, for which the menu puts the place where it finds the state.
file(READ "${WRITTEN}" text)
get_filename_component(folder "${STATE}" DIRECTORY)
string(REGEX MATCHALL "${MESHES}/[A-Za-z0-9_.]+" meshes "${text}")
list(REMOVE_DUPLICATES meshes)
foreach (mesh IN LISTS meshes)
  file(COPY "${mesh}" DESTINATION "${folder}")
endforeach ()
string(REPLACE "${MESHES}" "@SHOWCASES@" text "${text}")
file(WRITE "${STATE}" "${text}")
