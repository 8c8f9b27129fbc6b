# compile_together(TARGET), after its sources and folders of headers are known: where TRABECULA_UNITY
# is on, compiles up to eight sources of an executable of tests as one, in half of the time.
function(compile_together target)
  find_package(Python3 COMPONENTS Interpreter QUIET)
  if(NOT TRABECULA_UNITY OR NOT Python3_Interpreter_FOUND)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cxx$")
  get_target_property(folders ${target} INCLUDE_DIRECTORIES)
  list(FILTER folders EXCLUDE REGEX "[$]<")
  list(JOIN folders ":" folders)
  # Another name in a source may need other groups.
  foreach(source IN LISTS sources)
    get_filename_component(path "${source}" ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  endforeach()
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/Checks/together.py" 8 "${folders}" ${sources}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "^([0-9]+) (.*)$" matched "${line}")
    set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "Group${CMAKE_MATCH_1}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Declarations of a source must not shadow those of the next one, and types in anonymous
  # namespaces must not be visible to others.
  target_compile_options(${target} PRIVATE
    -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# test_together(TARGET NAME FILTER LABEL): the tests of an executable that the filter selects. Where
# TRABECULA_UNITY is on they run in 16 processes, NAME.0 to NAME.15, as most tests take less time than
# the start of one; else each is one of ctest's.
function(test_together target name filter label)
  if(NOT TRABECULA_UNITY)
    gtest_discover_tests(${target} TEST_FILTER "${filter}" TEST_LIST ${name} DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS ${label} TIMEOUT 300 ENVIRONMENT OMP_WAIT_POLICY=passive)
    return()
  endif()
  set(processes 16)
  math(EXPR last "${processes} - 1")
  foreach(process RANGE ${last})
    add_test(NAME ${name}.${process} COMMAND ${target} "--gtest_filter=${filter}")
    set_tests_properties(${name}.${process} PROPERTIES LABELS ${label} TIMEOUT 900
      ENVIRONMENT
      "OMP_WAIT_POLICY=passive;GTEST_TOTAL_SHARDS=${processes};GTEST_SHARD_INDEX=${process}")
  endforeach()
endfunction()
