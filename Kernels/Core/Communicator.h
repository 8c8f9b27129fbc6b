#ifndef TRABECULA_CORE_COMMUNICATOR_H
#define TRABECULA_CORE_COMMUNICATOR_H

#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * The parts that solve one problem together, each with a context of its own: threads of one
 * process, or processes. All parts call the same functions in the same order. This class is the
 * communicator of size one.
 */
class Communicator
{
public:
  virtual ~Communicator() = default;
  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }

  /// Replaces each value by its sum over all parts, added in the order of their ranks, so that all
  /// parts have the same bits.
  virtual void sum(double* /*values*/, std::size_t /*count*/) const {}
  /// Replaces each value by its maximum over all parts.
  virtual void maximum(double* /*values*/, std::size_t /*count*/) const {}

  /// Memory of the host that is sent to or received from another part.
  struct Message
  {
    int rank; ///< of the other part
    void* data;
    std::size_t bytes;
  };
  /// Exchanges messages with other parts: what one part sends to another has the size that the
  /// other expects. Returns after all messages have arrived.
  virtual void exchange(
    const std::vector<Message>& /*sent*/, const std::vector<Message>& /*received*/) const
  {
  }
};
}

#endif
