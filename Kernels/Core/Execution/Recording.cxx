#include "Core/Execution/Recording.h"

#include <utility>

namespace trabecula
{
template <>
Recording<HostSpace>::Recording(std::function<void()> work) : Work(std::move(work))
{
}

template <>
Recording<HostSpace>::~Recording() = default;

template <>
void Recording<HostSpace>::play()
{
  this->Work();
}

template class Recording<HostSpace>;
}
