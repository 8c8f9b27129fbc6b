#ifndef TRABECULA_CORE_COMMUNICATION_THREADPARTS_H
#define TRABECULA_CORE_COMMUNICATION_THREADPARTS_H

#include "Core/Communication/Parts.h"

#include <memory>
#include <vector>

namespace trabecula
{
class ThreadMeeting;

/**
 * Parts that are threads of this process while they work, each for a device. Parts may share a
 * device. The host's threads are divided among the parts. The first part is the thread that calls
 * run().
 *
 * If all devices are GPUs, parts exchange data directly between them. If a part throws or returns
 * while others wait for it, their waiting throws, and all end.
 */
class ThreadParts : public Parts
{
public:
  /// @param devices one for each part @throws Error if there are none
  explicit ThreadParts(std::vector<Device> devices);
  ~ThreadParts() override;
  ThreadParts(const ThreadParts&) = delete;
  ThreadParts& operator=(const ThreadParts&) = delete;

  int size() const override { return static_cast<int>(this->Devices.size()); }
  const std::vector<Device>& devices() const override { return this->Devices; }
  void run(const WorkOfPart& work) override;

private:
  std::vector<Device> Devices;
  std::shared_ptr<ThreadMeeting> Meeting;
  std::vector<std::shared_ptr<const Communicator>> Communicators; ///< null until the first call
};

/// Runs work once, see ThreadParts::run(). @param devices one for each part
/// @throws Error if there are none
void runParts(const std::vector<Device>& devices, const WorkOfPart& work);
}

#endif
