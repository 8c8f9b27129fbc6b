# Functions of the CUDA runtime that CudaFaults.cxx has a wrapper for: all that can fail of those that
# the library calls, itself and through Thrust and CUB. The test Faults.EveryCudaCall compares.
set(trabecula_wrapped_cuda_calls
  cudaMalloc cudaFree cudaMallocAsync cudaFreeAsync cudaHostAlloc cudaFreeHost cudaMemGetInfo cudaMemcpyAsync cudaMemsetAsync
  cudaGetDeviceCount cudaGetDeviceProperties cudaGetDevice cudaSetDevice cudaDeviceGetAttribute
  cudaFuncSetAttribute cudaFuncGetAttributes
  cudaOccupancyMaxActiveBlocksPerMultiprocessor
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaLaunchKernel cudaLaunchKernelExC
  __cudaLaunchKernel
  cudaStreamCreateWithFlags cudaStreamDestroy cudaStreamBeginCapture cudaStreamEndCapture
  cudaEventCreateWithFlags cudaEventDestroy cudaEventRecord cudaEventSynchronize cudaStreamWaitEvent
  cudaStreamSynchronize cudaDeviceSynchronize cudaGraphInstantiate cudaGraphExecDestroy
  cudaGraphDestroy cudaGraphLaunch cudaPeekAtLastError cudaGetLastError)
