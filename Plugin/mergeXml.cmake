# Writes what the XML files of the server manager declare to one file:
# cmake -D OUTPUT=… -D ROOT=… -D "INPUTS=a;b" -P …
#
# Inputs whose root is ServerManagerConfiguration declare proxies. In them a line <Include file="…" />
# stands for the content of another input, by its path below ROOT, whose root is Properties: parts
# that several proxies share, and parts of proxies that would be too long for one file. A proxy of
# ParaView has one base, whose properties come before its own in the panel; a part stands where it is
# included.

# Sets the content of a file below its root element, with the files that it includes.
function (read_content variable file root)
  file(READ "${file}" content)
  if (NOT content MATCHES "^<${root}>\n.*\n</${root}>\n$")
    message(FATAL_ERROR "${file} shall begin with the line <${root}> and end with the line </${root}>.")
  endif ()
  string(REGEX REPLACE "^<${root}>\n" "" content "${content}")
  string(REGEX REPLACE "</${root}>\n$" "" content "${content}")
  while (content MATCHES "(^|\n)( *)<Include file=\"([^\"\n]+)\" />\n")
    set(line "${CMAKE_MATCH_2}<Include file=\"${CMAKE_MATCH_3}\" />\n")
    set(indentation "${CMAKE_MATCH_2}")
    set(part "${ROOT}/${CMAKE_MATCH_3}")
    if (NOT EXISTS "${part}")
      message(FATAL_ERROR "${file} includes ${CMAKE_MATCH_3}, which is not in ${ROOT}.")
    endif ()
    read_content(included "${part}" Properties)
    string(REGEX REPLACE "\n  " "\n${indentation}" included "\n${included}")
    string(REGEX REPLACE "^\n" "" included "${included}")
    string(REPLACE "${line}" "${included}" content "${content}")
  endwhile ()
  if (content MATCHES "<Include [^\n]*")
    message(FATAL_ERROR "${file}: '${CMAKE_MATCH_0}' shall be a line of its own: <Include file=\"…\" />")
  endif ()
  set(${variable} "${content}" PARENT_SCOPE)
endfunction ()

# ParaView must read a base before what derives from it. Bases are in groups of their own.
set(bases "")
set(others "")
foreach (input IN LISTS INPUTS)
  file(READ "${input}" content)
  if (content MATCHES "^<Properties>")
    continue ()
  endif ()
  read_content(proxies "${input}" ServerManagerConfiguration)
  if (proxies MATCHES "<ProxyGroup name=\"trabecula_")
    string(APPEND bases "${proxies}")
  else ()
    string(APPEND others "${proxies}")
  endif ()
endforeach ()
file(WRITE "${OUTPUT}"
  "<ServerManagerConfiguration>\n${bases}${others}</ServerManagerConfiguration>\n")
