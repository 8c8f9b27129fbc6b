#ifndef TRABECULA_ANALYSIS_PARTS_RUNONPARTS_H
#define TRABECULA_ANALYSIS_PARTS_RUNONPARTS_H

#include "Core/Communication/Parts.h"
#include "Core/ExecutionContext.h"
#include "Core/Observer.h"

#include <cstddef>
#include <memory>

namespace trabecula
{
/**
 * Runs an analysis of all parts at the same time, each in a context of its own.
 *
 * @param work work(context, rank, observer) for the part of a rank, with the caller's observer for
 * the first part of this process and a silent one for others; returns false if stopped, as all do
 * together
 * @return what that of the first part of this process has returned
 */
template <class Work>
bool runOnParts(Parts& parts, Observer& observer, const Work& work)
{
  bool isDone = false;
  parts.run(
    [&](const Device& device, const std::shared_ptr<const Communicator>& communicator)
    {
      const int rank = communicator->rank();
      const bool isFirst = rank == parts.first();
      const ExecutionContext execution(device, communicator);
      Observer silent;
      const bool isDoneHere = execution.with([&](const auto& context)
        { return work(context, static_cast<std::size_t>(rank), isFirst ? observer : silent); });
      if (isFirst)
      {
        isDone = isDoneHere;
      }
    });
  return isDone;
}
}

#endif
