cmake_minimum_required(VERSION 3.25)
# Fails if the library calls a function of the CUDA runtime that has no wrapper and can fail.
# NM, LIBRARY; WRAPPED: the names that have one.
set(cannot_fail
  cudaGetErrorString cudaGetErrorName __cudaRegisterFatBinary __cudaRegisterFatBinaryEnd
  __cudaUnregisterFatBinary __cudaRegisterFunction __cudaRegisterVar __cudaInitModule
  __cudaGetKernel __cudaPushCallConfiguration __cudaPopCallConfiguration)
execute_process(COMMAND "${NM}" --undefined-only "${LIBRARY}"
  OUTPUT_VARIABLE symbols ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " (__)?cuda[A-Z][A-Za-z0-9_]*" calls "${symbols}")
list(TRANSFORM calls STRIP)
list(REMOVE_DUPLICATES calls)
if(NOT "cudaMalloc" IN_LIST calls)
  message(FATAL_ERROR "${LIBRARY} calls no cudaMalloc, so the list of calls is not what it seems.")
endif()
list(REMOVE_ITEM calls ${WRAPPED} ${cannot_fail})
if(calls)
  message(FATAL_ERROR "Without a wrapper in CudaFaults.cxx: ${calls}")
endif()
