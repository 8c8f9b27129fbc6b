# The library once more, with address and undefined-behaviour sanitizers and for the host only. Its tests
# are linked to it as they are: what is examined is the library, and compiling the tests twice would
# take longer than the library. What is inline is the library's, too, as it comes first.

add_library(trabecula_kernels_sanitized STATIC EXCLUDE_FROM_ALL
  ${trabecula_host_sources} ${trabecula_sources_of_every_space})
if(TRABECULA_UNITY)
  set_target_properties(trabecula_kernels_sanitized PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endif()
trabecula_add_host_loops(trabecula_kernels_sanitized)
set(trabecula_sanitized_targets
  trabecula_kernels_sanitized trabecula_kernels_sanitized_sse2 trabecula_kernels_sanitized_avx2
  trabecula_kernels_sanitized_avx512)
block()
  set(TRABECULA_SANITIZE address,undefined)
  trabecula_compile_libraries(${trabecula_sanitized_targets})
endblock()
trabecula_link_library(trabecula_kernels_sanitized)
foreach(target IN LISTS trabecula_sanitized_targets)
  # These come after the options of the build type.
  target_compile_options(${target} PRIVATE -O1 -g1 -UNDEBUG)
endforeach()
