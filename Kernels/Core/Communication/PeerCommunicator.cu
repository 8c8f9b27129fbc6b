#include "Core/Communication/PeerCommunicator.h"

#include "Core/Communication/CombineParts.h"
#include "Core/Communication/ThreadCommunicator.h"
#include "Core/Cuda/CudaEvent.h"
#include "Core/Error.h"
#include "Core/Memory.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
constexpr const char* Exchanging = "exchanging data of GPUs";

/// Device memory of a communicator, which no context counts.
class Scratch
{
public:
  Scratch() = default;
  ~Scratch() { Memory<CudaSpace>::release(this->Pointer); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// So many values, undefined; on the current device.
  double* reserve(std::size_t count)
  {
    if (count > this->Size)
    {
      Memory<CudaSpace>::release(std::exchange(this->Pointer, nullptr)); // waits for the device
      this->Size = 0;
      this->Pointer = Memory<CudaSpace>::allocate(count * sizeof(double));
      this->Size = count;
    }
    return static_cast<double*>(this->Pointer);
  }

private:
  void* Pointer = nullptr;
  std::size_t Size = 0;
};

/// Makes a device current. @return its number
int use(const Device& device)
{
  checkCuda(cudaSetDevice(device.index), "choosing a GPU");
  return device.index;
}

/// Whether the current device can read memory of another, for which it is given access.
bool canRead(int mine, int other)
{
  if (mine == other)
  {
    return true;
  }
  int can = 0;
  cudaError_t result = cudaDeviceCanAccessPeer(&can, mine, other);
  if (result == cudaSuccess && can != 0)
  {
    result = cudaDeviceEnablePeerAccess(other, 0);
    can = result == cudaSuccess || result == cudaErrorPeerAccessAlreadyEnabled ? 1 : 0;
  }
  if (result != cudaSuccess)
  {
    (void)cudaGetLastError();
  }
  return can != 0;
}

/// Whether each of the devices can read memory of all others.
bool canAllRead(const std::vector<Device>& devices)
{
  constexpr std::size_t mostConnections = 8; // of a device to others, without a switch
  std::vector<int> distinct;
  for (const Device& device : devices)
  {
    distinct.push_back(device.index);
  }
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  const auto reads = [](int device, int other)
  {
    int can = device == other ? 1 : 0;
    if (device != other && cudaDeviceCanAccessPeer(&can, device, other) != cudaSuccess)
    {
      (void)cudaGetLastError();
      can = 0;
    }
    return can != 0;
  };
  return distinct.size() <= mostConnections + 1 &&
    std::all_of(distinct.begin(), distinct.end(),
      [&](int device)
      {
        return std::all_of(
          distinct.begin(), distinct.end(), [&](int other) { return reads(device, other); });
      });
}

/// Values of all parts that a device can read.
struct PeerValues
{
  const double* values[MostPeers];
  __device__ const double* operator()(int part) const { return this->values[part]; }
};

class PeerCommunicator : public ThreadCommunicator
{
public:
  PeerCommunicator(
    std::shared_ptr<ThreadMeeting> meeting, int rank, const std::vector<Device>& devices)
    : ThreadCommunicator(std::move(meeting), rank, false),
      Mine(use(devices[static_cast<std::size_t>(rank)])), ReadsAll(canAllRead(devices)),
      Readable(devices.size())
  {
    for (const Device& device : devices)
    {
      this->Peers.push_back({ device.index, canRead(this->Mine, device.index) });
      if (this->ReadsAll && !this->Peers.back().isReadable)
      {
        throw Error("GPU " + std::to_string(this->Mine) + " was refused access to memory of GPU " +
          std::to_string(device.index) + ", although it can read it. Use fewer GPUs.");
      }
    }
  }

  bool reachesDevices() const override { return true; }

  void exchangeOnDevice(const std::vector<Message>& sent, const std::vector<Message>& received,
    void* stream) const override
  {
    ThreadMeeting::Call& call = this->meeting().next(this->rank());
    call.operation = ThreadMeeting::Operation::ExchangeOnDevice;
    call.count = 0;
    call.sent = &sent;
    call.received = &received;
    const auto submitted = static_cast<cudaStream_t>(stream);
    this->meetInOrder(call, submitted,
      [&](const std::vector<ThreadMeeting::Call>& calls)
      {
        requireReceivers(this->rank(), calls);
        for (const Message& message : received)
        {
          const ThreadMeeting::Call& other = calls.at(static_cast<std::size_t>(message.rank));
          const Message& from = messageTo(this->rank(), *other.sent, message.rank, message.bytes);
          this->follow(submitted, message.rank, stateOf(other).ready.get());
          this->copy(message.data, message.rank, from.data, message.bytes, submitted);
        }
      });
    for (const Message& message : sent)
    {
      this->awaitReader(message.rank, submitted);
    }
  }

  void combineOnDevice(Combination combination, const double* values, double* results,
    std::size_t count, void* stream) const override
  {
    ThreadMeeting::Call& call = this->meeting().next(this->rank());
    call.operation = combination == Combination::Sum ? ThreadMeeting::Operation::SumOnDevice
                                                     : ThreadMeeting::Operation::MaximumOnDevice;
    call.count = count;
    call.memory = values;
    const auto submitted = static_cast<cudaStream_t>(stream);
    this->meetInOrder(call, submitted,
      [&](const std::vector<ThreadMeeting::Call>& calls)
      {
        const PeerValues sources = this->sourcesOf(calls, count, submitted);
        detail::combineOnStream(submitted, this->size(), sources, combination, count, results);
      });
    for (int part = 0; part < this->size(); ++part)
    {
      this->awaitReader(part, submitted);
    }
  }

  bool readsParts() const override { return this->ReadsAll; }

  void readParts(const void* mine, const std::vector<int>& others, const Reader& read,
    void* stream) const override
  {
    ThreadMeeting::Call& call = this->meeting().next(this->rank());
    call.operation = ThreadMeeting::Operation::Read;
    call.count = 0;
    call.memory = mine;
    const auto submitted = static_cast<cudaStream_t>(stream);
    this->meetInOrder(call, submitted,
      [&](const std::vector<ThreadMeeting::Call>& calls)
      {
        this->Readable[static_cast<std::size_t>(this->rank())] = mine;
        for (const int part : others)
        {
          const ThreadMeeting::Call& other = calls.at(static_cast<std::size_t>(part));
          this->follow(submitted, part, stateOf(other).ready.get());
          this->Readable[static_cast<std::size_t>(part)] = other.memory;
        }
        read(this->Readable.data());
      });
    for (const int part : others)
    {
      this->awaitReader(part, submitted);
    }
  }

private:
  /// What other parts see of this one. Events are recorded in the stream of each call.
  struct State
  {
    CudaEvent ready; ///< after the work that writes what is sent
    CudaEvent read;  ///< after the copies from other parts
  };
  struct Peer
  {
    int device;
    bool isReadable;
  };

  static const State& stateOf(const ThreadMeeting::Call& call)
  {
    return *static_cast<const State*>(call.onDevice.get());
  }

  const Peer& peer(int rank) const { return this->Peers[static_cast<std::size_t>(rank)]; }

  /// Orders later work of the stream after an event of another part.
  void follow(cudaStream_t stream, int rank, cudaEvent_t event) const
  {
    if (rank != this->rank())
    {
      checkCuda(cudaStreamWaitEvent(stream, event, 0), Exchanging);
    }
  }

  void copy(
    void* target, int rank, const void* source, std::size_t bytes, cudaStream_t stream) const
  {
    if (bytes == 0)
    {
      return;
    }
    const int other = this->peer(rank).device;
    checkCuda(other == this->Mine
        ? cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, stream)
        : cudaMemcpyPeerAsync(target, this->Mine, source, other, bytes, stream),
      Exchanging);
  }

  /// Meets the other parts and submits work that reads their memory, after which the event is
  /// recorded that they wait for.
  template <class Read>
  void meetInOrder(ThreadMeeting::Call& call, cudaStream_t stream, const Read& read) const
  {
    checkCuda(cudaEventRecord(this->Own->ready.get(), stream), Exchanging);
    call.onDevice = this->Own;
    this->Calls = &this->meeting().meet(this->rank());
    std::exception_ptr failure;
    try
    {
      read(*this->Calls);
      checkCuda(cudaEventRecord(this->Own->read.get(), stream), Exchanging);
    }
    catch (...)
    {
      failure = std::current_exception();
      // What has been submitted must not read memory that others release next.
      if (cudaStreamSynchronize(stream) != cudaSuccess)
      {
        (void)cudaGetLastError();
      }
    }
    this->meeting().finish();
    if (failure)
    {
      std::rethrow_exception(failure);
    }
  }

  /// Orders later work of the stream after the copies of another part, which has recorded them. It
  /// records the next ones after the next meeting only.
  void awaitReader(int rank, cudaStream_t stream) const
  {
    const cudaEvent_t read = stateOf((*this->Calls)[static_cast<std::size_t>(rank)]).read.get();
    try
    {
      this->follow(stream, rank, read);
    }
    catch (...)
    {
      if (cudaEventSynchronize(read) != cudaSuccess) // memory is released next
      {
        (void)cudaGetLastError();
      }
      throw;
    }
  }

  /// Values that cannot be read from another device are copied.
  PeerValues sourcesOf(
    const std::vector<ThreadMeeting::Call>& calls, std::size_t count, cudaStream_t stream) const
  {
    PeerValues sources = {};
    std::size_t copied = 0;
    for (const Peer& one : this->Peers)
    {
      copied += one.isReadable ? 0 : count;
    }
    double* copies = this->Copies.reserve(copied);
    if (copied > 0) // they may have been read in another stream last
    {
      checkCuda(cudaStreamWaitEvent(stream, this->Own->read.get(), 0), Exchanging);
    }
    for (int part = 0; part < this->size(); ++part)
    {
      const ThreadMeeting::Call& other = calls[static_cast<std::size_t>(part)];
      this->follow(stream, part, stateOf(other).ready.get());
      sources.values[part] = static_cast<const double*>(other.memory);
      if (!this->peer(part).isReadable)
      {
        this->copy(copies, part, other.memory, count * sizeof(double), stream);
        sources.values[part] = copies;
        copies += count;
      }
    }
    return sources;
  }

  int Mine; ///< number of the device
  bool ReadsAll;
  std::vector<Peer> Peers;
  /// Others may read it after this communicator has been destroyed.
  std::shared_ptr<State> Own = std::make_shared<State>();
  // Of the present call:
  mutable const std::vector<ThreadMeeting::Call>* Calls = nullptr;
  mutable Scratch Copies;
  mutable std::vector<const void*> Readable; ///< by rank
};
}

std::shared_ptr<const Communicator> makePeerCommunicator(
  std::shared_ptr<ThreadMeeting> meeting, int rank, const std::vector<Device>& devices)
{
  return std::make_shared<const PeerCommunicator>(std::move(meeting), rank, devices);
}
}
