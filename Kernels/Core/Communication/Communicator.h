#ifndef TRABECULA_CORE_COMMUNICATION_COMMUNICATOR_H
#define TRABECULA_CORE_COMMUNICATION_COMMUNICATOR_H

#include <cstddef>
#include <functional>
#include <vector>

namespace trabecula
{
/**
 * The parts that solve one problem together, each with a context of its own: threads of one
 * process, or processes. All parts call the same functions in the same order. This class is the
 * communicator of size one.
 *
 * A subclass for several parts overrides rank(), size(), sum(), maximum() and exchange(), which
 * have the memory of the host; messages of devices then go through pinned memory. It overrides
 * reachesDevices(), exchangeOnDevice() and combineOnDevice() together if it can do better, and the
 * remaining two if parts can read each other's memory. A function that cannot finish, because
 * another part has failed or calls something else, should throw an Error rather than wait for ever.
 * A communicator is used by one thread at a time, which is that of its context.
 */
class Communicator
{
public:
  virtual ~Communicator() = default;
  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }

  /// Replaces each value by its sum over all parts, added in the order of their ranks, so that all
  /// parts have the same bits. The number of values is the same on all parts.
  virtual void sum(double* /*values*/, std::size_t /*count*/) const {}
  /// Replaces each value by its maximum over all parts.
  virtual void maximum(double* /*values*/, std::size_t /*count*/) const {}

  /// Memory that is sent to or received from another part.
  struct Message
  {
    int rank; ///< of the other part
    void* data;
    std::size_t bytes; ///< zero is allowed; data may then be null
  };
  /// Exchanges messages in memory of the host with other parts, at most one each way with each:
  /// what one part sends to another has the size that the other expects. Returns after all messages
  /// have arrived, and when those that are sent may be overwritten.
  virtual void exchange(
    const std::vector<Message>& /*sent*/, const std::vector<Message>& /*received*/) const
  {
  }

  /// Whether the functions below can be called, with memory of the devices of the parts. All parts
  /// have the same answer.
  virtual bool reachesDevices() const { return false; }
  /**
   * As exchange(), for memory of devices and in order with a stream of the calling part's device:
   * it sends what earlier work of the stream has written; later work of the stream finds the
   * messages, and may overwrite those that were sent. It need not wait for the work itself.
   *
   * @param stream a cudaStream_t of the current device
   */
  virtual void exchangeOnDevice(const std::vector<Message>& /*sent*/,
    const std::vector<Message>& /*received*/, void* /*stream*/) const
  {
  }
  /// A reduction over all parts.
  enum class Combination
  {
    Sum, ///< in the order of ranks, with the same bits as sum()
    Maximum
  };
  /// Writes the sums or maxima over all parts of values in memory of devices, in order with a
  /// stream as above. @param results other memory than values
  virtual void combineOnDevice(Combination /*combination*/, const double* /*values*/,
    double* /*results*/, std::size_t /*count*/, void* /*stream*/) const
  {
  }

  /// Whether work of each part can read memory of all others in place, of their devices if all
  /// parts have one, so that readParts() can be called. All parts have the same answer.
  virtual bool readsParts() const { return false; }
  /// Reads memory of other parts, or submits work that does. @param memory of each part, by rank
  using Reader = std::function<void(const void* const* memory)>;
  /**
   * Lets this part and others read each other's memory, on devices in order with a stream as above:
   * what read() submits finds what earlier work of the streams of the others has written; later
   * work of this stream may overwrite what the others read.
   *
   * @param mine what others read of this part
   * @param others ranks of the parts that this one reads from, or that read from it; each of them
   * lists this one, too
   * @param read is given the memory of this part and of the others
   * @param stream null on the host
   */
  virtual void readParts(const void* /*mine*/, const std::vector<int>& /*others*/,
    const Reader& /*read*/, void* /*stream*/) const
  {
  }
};
}

#endif
