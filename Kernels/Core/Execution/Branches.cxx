#include "Core/Execution/Branches.h"

namespace trabecula
{
template <>
Branches<HostSpace>::Branches(std::size_t count) : Count(count)
{
}

template <>
void Branches<HostSpace>::run(std::size_t tasks, const std::function<void(std::size_t)>& task)
{
  for (std::size_t i = 0; i < tasks; ++i)
  {
    task(i);
  }
}

template class Branches<HostSpace>;
}
