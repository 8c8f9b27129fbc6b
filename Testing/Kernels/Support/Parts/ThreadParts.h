#ifndef TRABECULA_TESTING_KERNELS_THREADPARTS_H
#define TRABECULA_TESTING_KERNELS_THREADPARTS_H

#include "Core/Communicator.h"

#include <functional>
#include <memory>

namespace trabecula::testing
{
/**
 * Runs work(communicator) in so many threads of this process at the same time, each of which is a
 * part; the host space has one thread in each.
 *
 * If a part throws or returns while others wait for it, their waiting throws; the first exception
 * is thrown again.
 */
void runParts(
  int parts, const std::function<void(std::shared_ptr<const Communicator> communicator)>& work);
}

#endif
