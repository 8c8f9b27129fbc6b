#include "Core/Execution/Streams.h"

namespace trabecula
{
template <>
Streams<HostSpace>::Streams(const Context<HostSpace>& context, std::size_t count)
  : Computing(&context), Count(count)
{
}

template <>
void Streams<HostSpace>::run(std::size_t tasks, const std::function<void(std::size_t)>& task)
{
  for (std::size_t i = 0; i < tasks; ++i)
  {
    task(i);
  }
}

template class Streams<HostSpace>;
}
