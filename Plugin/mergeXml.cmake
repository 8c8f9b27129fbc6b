# Merges the XML files of the server manager into one file:
# cmake -D OUTPUT=… -D ROOT=… -D "INPUTS=a;b" -P …
#
# Inputs whose root is ServerManagerConfiguration declare proxies. In them a line <Include file="…" />
# stands for the content of another input, by its path below ROOT, whose root is Properties: parts
# that several proxies share, and parts of proxies that would be too long for one file. A proxy of
# ParaView has one base, whose properties come before its own in the panel; a part stands where it is
# included. Further attributes, as in <Include file="…" name="Springs">Point array</Include>, replace
# their names in the part, as %name%, and the text replaces %text%.

# Sets the content of a file below its root element, with the files that it includes.
function (read_content variable file root)
  file(READ "${file}" content)
  if (NOT content MATCHES "^<${root}>\n.*\n</${root}>\n$")
    message(FATAL_ERROR "${file} shall begin with the line <${root}> and end with the line </${root}>.")
  endif ()
  string(REGEX REPLACE "^<${root}>\n" "" content "${content}")
  string(REGEX REPLACE "</${root}>\n$" "" content "${content}")
  set(opening "(^|\n)( *)<Include file=\"([^\"\n]+)\"([^<>]*)")
  while (content MATCHES "${opening}(/>|>([^<>]*)</Include>)\n")
    set(element "${CMAKE_MATCH_0}")
    set(indentation "${CMAKE_MATCH_2}")
    set(name "${CMAKE_MATCH_3}")
    set(values "${CMAKE_MATCH_4}")
    string(STRIP "${CMAKE_MATCH_6}" text)
    string(APPEND values " text=\"${text}\"")
    string(REGEX REPLACE "^\n" "" element "${element}")
    if (NOT EXISTS "${ROOT}/${name}")
      message(FATAL_ERROR "${file} includes ${name}, which is not in ${ROOT}.")
    endif ()
    read_content(included "${ROOT}/${name}" Properties)
    while (values MATCHES "^[ \n/]*([a-z]+)=\"([^\"]*)\"(.*)$")
      set(values "${CMAKE_MATCH_3}")
      string(REPLACE "%${CMAKE_MATCH_1}%" "${CMAKE_MATCH_2}" included "${included}")
    endwhile ()
    if (included MATCHES "%[a-z]+%")
      message(FATAL_ERROR "${file} includes ${name} without a value for ${CMAKE_MATCH_0}.")
    endif ()
    string(REGEX REPLACE "\n  " "\n${indentation}" included "\n${included}")
    string(REGEX REPLACE "^\n" "" included "${included}")
    string(REPLACE "${element}" "${included}" content "${content}")
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
