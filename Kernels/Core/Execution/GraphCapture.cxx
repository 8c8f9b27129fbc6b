#include "Core/Execution/GraphCapture.h"

#include <utility>

namespace trabecula
{
template <>
GraphCapture<HostSpace>::GraphCapture(const Context<HostSpace>& context, std::function<void()> work)
  : Computing(&context), Work(std::move(work))
{
}

template <>
GraphCapture<HostSpace>::~GraphCapture() = default;

template <>
void GraphCapture<HostSpace>::launch()
{
  this->Work();
}

template <>
void GraphCapture<HostSpace>::recapture()
{
}

template class GraphCapture<HostSpace>;
}
