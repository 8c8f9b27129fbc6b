#ifndef TRABECULA_CORE_COMMUNICATION_PARTS_H
#define TRABECULA_CORE_COMMUNICATION_PARTS_H

#include "Core/Communication/Communicator.h"
#include "Core/Device.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace trabecula
{
/// What each part does, in a context that it makes of its device and communicator.
using WorkOfPart =
  std::function<void(const Device& device, std::shared_ptr<const Communicator> communicator)>;

/**
 * The parts that compute one problem together, of which this process runs some: all of them in
 * threads, or one if each part is a process. They come together again and again, and may keep what
 * they make from one call of run() to the next: contexts with their communicators, models,
 * solutions.
 */
class Parts
{
public:
  virtual ~Parts() = default;
  /// Number of all parts.
  virtual int size() const = 0;
  /// Rank of the first part of this process; others follow it.
  virtual int first() const { return 0; }
  /// Devices of the parts of this process.
  virtual const std::vector<Device>& devices() const = 0;
  /// Whether a part, by its rank, is run by this process.
  bool isOwn(std::size_t rank) const
  {
    const auto before = static_cast<std::size_t>(this->first());
    return rank >= before && rank < before + this->devices().size();
  }
  /// Whether other processes have parts, too.
  bool areOfSeveralProcesses() const
  {
    return static_cast<std::size_t>(this->size()) > this->devices().size();
  }
  /**
   * Runs work of the parts of this process, at the same time as all other processes, and returns
   * when all parts have ended. The first part of the process is run by the calling thread, so that
   * it may report progress. Each part is given the same communicator by every call.
   *
   * @throws the first exception of any part, in all processes; nobody waits for ever. Work of later
   * calls can be run all the same
   */
  virtual void run(const WorkOfPart& work) = 0;
  /**
   * Does work of this process, with all threads of the host, which may call run() and this function
   * in the same order as all other processes. If it fails in one, it throws in all, with the
   * message of that process.
   */
  virtual void together(const std::function<void()>& work) { work(); }
};
}

#endif
