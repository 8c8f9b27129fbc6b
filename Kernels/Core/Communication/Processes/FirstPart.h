#ifndef TRABECULA_CORE_COMMUNICATION_PROCESSES_FIRSTPART_H
#define TRABECULA_CORE_COMMUNICATION_PROCESSES_FIRSTPART_H

#include "Core/Communication/Communicator.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * The first part receives values of all parts, its own among them; called by all parts. It receives
 * from one part at a time, so that it needs the memory of one.
 *
 * @param mine values of the calling part
 * @param counts numbers of values of all parts, by rank
 * @param take called on the first part as take(rank, values) for each part
 */
template <class T, class Take>
void sendToFirst(const Communicator& parts, const std::vector<T>& mine,
  const std::vector<std::size_t>& counts, const Take& take)
{
  if (parts.rank() == 0)
  {
    take(0, mine);
  }
  for (int from = 1; from < parts.size(); ++from)
  {
    if (parts.rank() == 0)
    {
      std::vector<T> theirs(counts[static_cast<std::size_t>(from)]);
      parts.exchange({}, { { from, theirs.data(), theirs.size() * sizeof(T) } });
      take(from, theirs);
    }
    else if (parts.rank() == from)
    {
      // What is sent is not changed.
      parts.exchange({ { 0, const_cast<T*>(mine.data()), mine.size() * sizeof(T) } }, {});
    }
    else
    {
      parts.exchange({}, {});
    }
  }
}

/**
 * The first part gives values to all parts, one after another; called by all parts.
 *
 * @param count number of values of the calling part
 * @param give called on the first part as give(rank) for each part, with its values
 * @return the values of the calling part
 */
template <class T, class Give>
std::vector<T> receiveFromFirst(const Communicator& parts, std::size_t count, const Give& give)
{
  std::vector<T> mine;
  if (parts.rank() == 0)
  {
    mine = give(0);
  }
  for (int to = 1; to < parts.size(); ++to)
  {
    if (parts.rank() == 0)
    {
      std::vector<T> theirs = give(to);
      parts.exchange({ { to, theirs.data(), theirs.size() * sizeof(T) } }, {});
    }
    else if (parts.rank() == to)
    {
      mine.resize(count);
      parts.exchange({}, { { 0, mine.data(), mine.size() * sizeof(T) } });
    }
    else
    {
      parts.exchange({}, {});
    }
  }
  return mine;
}
}

#endif
