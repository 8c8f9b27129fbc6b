# Writes what the server manager's XML files declare to one: cmake -D OUTPUT=… -D "INPUTS=a;b" -P …

set(merged "")
foreach (input IN LISTS INPUTS)
  file(READ "${input}" content)
  if (NOT content MATCHES "^<ServerManagerConfiguration>\n.*\n</ServerManagerConfiguration>\n$")
    message(FATAL_ERROR "${input} shall begin with the line <ServerManagerConfiguration> and end "
      "with the line </ServerManagerConfiguration>.")
  endif ()
  string(REGEX REPLACE "^<ServerManagerConfiguration>\n" "" content "${content}")
  string(REGEX REPLACE "</ServerManagerConfiguration>\n$" "" content "${content}")
  string(APPEND merged "${content}")
endforeach ()
file(WRITE "${OUTPUT}"
  "<ServerManagerConfiguration>\n${merged}</ServerManagerConfiguration>\n")
