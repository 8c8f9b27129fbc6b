#include "Core/Cuda/Cuda.h"
#include "Core/Execution/Streams.h"

#include <algorithm>

namespace trabecula
{
namespace
{
cudaEvent_t eventOf(void* event)
{
  return static_cast<cudaEvent_t>(event);
}

void destroyEvent(void* event)
{
  (void)cudaEventDestroy(eventOf(event));
}

/// Orders later work of one stream after the present work of another.
cudaError_t follow(cudaStream_t later, cudaStream_t earlier, cudaEvent_t event)
{
  const cudaError_t result = cudaEventRecord(event, earlier);
  return result == cudaSuccess ? cudaStreamWaitEvent(later, event, 0) : result;
}

/// Submits the work of a context to a lane until destruction.
class UseLane
{
public:
  using Lane = Context<CudaSpace>::Lane;

  UseLane(const Context<CudaSpace>& context, Lane& lane)
    : Computing(context), Before(context.exchangeLane(&lane))
  {
  }
  ~UseLane() { this->Computing.exchangeLane(this->Before); }
  UseLane(const UseLane&) = delete;
  UseLane& operator=(const UseLane&) = delete;

private:
  const Context<CudaSpace>& Computing;
  Lane* Before;
};
}

template <>
Streams<CudaSpace>::Streams(const Context<CudaSpace>& context, std::size_t count)
  : Computing(&context), Count(count)
{
  for (std::size_t s = 1; s < count; ++s)
  {
    this->Lanes.push_back(std::make_unique<Context<CudaSpace>::Lane>(context));
  }
  for (std::size_t s = 0; count > 1 && s < count; ++s)
  {
    cudaEvent_t event = nullptr;
    checkCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
    this->Events.push_back(Event(event, &destroyEvent));
  }
}

template <>
void Streams<CudaSpace>::run(std::size_t tasks, const std::function<void(std::size_t)>& task)
{
  const std::size_t others = std::max<std::size_t>(std::min(tasks, this->Count), 1) - 1;
  const cudaStream_t common = streamOf(*this->Computing);
  Context<CudaSpace>::Lane& lane = this->Computing->lane();
  const auto stream = [&](std::size_t s)
  { return static_cast<cudaStream_t>(this->Lanes[s]->stream); };
  const auto join = [&]
  {
    cudaError_t result = cudaSuccess;
    for (std::size_t s = 0; s < others; ++s)
    {
      const cudaError_t one = follow(common, stream(s), eventOf(this->Events[s].get()));
      result = result == cudaSuccess ? one : result;
    }
    return result;
  };
  try
  {
    if (others > 0)
    {
      checkCuda(cudaEventRecord(eventOf(this->Events.back().get()), common), "forking streams");
    }
    for (std::size_t s = 0; s < others; ++s)
    {
      checkCuda(
        cudaStreamWaitEvent(stream(s), eventOf(this->Events.back().get()), 0), "forking streams");
    }
    for (std::size_t i = 0; i < tasks; ++i)
    {
      const std::size_t s = this->streamOfTask(i);
      const UseLane use(*this->Computing, s > 0 ? *this->Lanes[s - 1] : lane);
      task(i);
    }
  }
  catch (...)
  {
    (void)join(); // memory may be released next
    throw;
  }
  checkCuda(join(), "joining streams");
}

template class Streams<CudaSpace>;
}
