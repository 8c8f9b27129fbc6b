#ifndef TRABECULA_CORE_COMMUNICATOR_H
#define TRABECULA_CORE_COMMUNICATOR_H

#include <cstddef>

namespace trabecula
{
/// The processes that solve one problem together. This class is the communicator of size one.
class Communicator
{
public:
  virtual ~Communicator() = default;
  virtual int rank() const { return 0; }
  virtual int size() const { return 1; }
  /// Replaces each value by its sum over all ranks, in a fixed order.
  virtual void sum(double* /*values*/, std::size_t /*count*/) const {}
  /// Replaces each value by its maximum over all ranks.
  virtual void maximum(double* /*values*/, std::size_t /*count*/) const {}
};
}

#endif
