# Turns CUDA on where a toolkit is found. May be included from a parent project first.
include_guard(GLOBAL)
include(CheckLanguage)

set(TRABECULA_CUDA "AUTO" CACHE STRING "Build the CUDA execution space: AUTO, ON or OFF")
set_property(CACHE TRABECULA_CUDA PROPERTY STRINGS AUTO ON OFF)
set(TRABECULA_CUDA_ARCHITECTURES "75-virtual;80;90" CACHE STRING
  "GPU architectures to compile for, as CMAKE_CUDA_ARCHITECTURES")

set(TRABECULA_HAVE_CUDA OFF)
if(TRABECULA_CUDA)
  # CMake's own default is the oldest architecture alone, so this comes before the language.
  set(CMAKE_CUDA_ARCHITECTURES "${TRABECULA_CUDA_ARCHITECTURES}" CACHE STRING "" FORCE)
  mark_as_advanced(CMAKE_CUDA_ARCHITECTURES)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(TRABECULA_HAVE_CUDA ON)
    message(STATUS "Trabecula: host and CUDA (toolkit ${CUDAToolkit_VERSION}, "
      "architectures ${CMAKE_CUDA_ARCHITECTURES})")
  elseif(TRABECULA_CUDA STREQUAL "ON")
    message(FATAL_ERROR "TRABECULA_CUDA is ON, but no CUDA compiler was found. "
      "Set CUDACXX or PATH to nvcc, or TRABECULA_CUDA to AUTO or OFF.")
  endif()
endif()
if(NOT TRABECULA_HAVE_CUDA)
  message(STATUS "Trabecula: host only, no CUDA")
endif()
