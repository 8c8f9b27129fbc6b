#include "Core/Cuda/Cuda.h"
#include "Core/Execution/Branches.h"

#include <algorithm>

namespace trabecula
{
namespace
{
cudaStream_t streamOf(void* stream)
{
  return static_cast<cudaStream_t>(stream);
}

cudaEvent_t eventOf(void* event)
{
  return static_cast<cudaEvent_t>(event);
}

void destroyStream(void* stream)
{
  (void)cudaStreamDestroy(streamOf(stream));
}

void destroyEvent(void* event)
{
  (void)cudaEventDestroy(eventOf(event));
}

/// What is given to a stream from now on comes after what another has been given.
cudaError_t follow(cudaStream_t later, cudaStream_t earlier, cudaEvent_t event)
{
  const cudaError_t result = cudaEventRecord(event, earlier);
  return result == cudaSuccess ? cudaStreamWaitEvent(later, event, 0) : result;
}

/// Sets the stream of the calling thread's work until destruction.
class UseStream
{
public:
  explicit UseStream(cudaStream_t stream) : Before(useCudaStream(stream)) {}
  ~UseStream() { useCudaStream(this->Before); }
  UseStream(const UseStream&) = delete;
  UseStream& operator=(const UseStream&) = delete;

private:
  cudaStream_t Before;
};
}

template <>
Branches<CudaSpace>::Branches(std::size_t count) : Count(count)
{
  for (std::size_t b = 1; b < count; ++b)
  {
    cudaStream_t stream = nullptr;
    checkCuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
    this->Streams.push_back(Handle(stream, &destroyStream));
  }
  for (std::size_t b = 0; count > 1 && b < count; ++b)
  {
    cudaEvent_t event = nullptr;
    checkCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
    this->Events.push_back(Handle(event, &destroyEvent));
  }
}

template <>
void Branches<CudaSpace>::run(std::size_t tasks, const std::function<void(std::size_t)>& task)
{
  const std::size_t others = std::max<std::size_t>(std::min(tasks, this->Count), 1) - 1;
  const cudaStream_t common = cudaStream();
  const auto join = [&]
  {
    cudaError_t result = cudaSuccess;
    for (std::size_t b = 0; b < others; ++b)
    {
      const cudaError_t one =
        follow(common, streamOf(this->Streams[b].get()), eventOf(this->Events[b].get()));
      result = result == cudaSuccess ? one : result;
    }
    return result;
  };
  try
  {
    if (others > 0)
    {
      checkCuda(cudaEventRecord(eventOf(this->Events.back().get()), common), "beginning branches");
    }
    for (std::size_t b = 0; b < others; ++b)
    {
      checkCuda(cudaStreamWaitEvent(
                  streamOf(this->Streams[b].get()), eventOf(this->Events.back().get()), 0),
        "beginning branches");
    }
    for (std::size_t i = 0; i < tasks; ++i)
    {
      const std::size_t branch = this->branchOf(i);
      const UseStream use(branch > 0 ? streamOf(this->Streams[branch - 1].get()) : common);
      task(i);
    }
  }
  catch (...)
  {
    (void)join(); // memory may be released next
    throw;
  }
  checkCuda(join(), "joining branches");
}

template class Branches<CudaSpace>;
}
