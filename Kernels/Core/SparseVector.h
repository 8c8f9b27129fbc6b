#ifndef TRABECULA_CORE_SPARSEVECTOR_H
#define TRABECULA_CORE_SPARSEVECTOR_H

#include "Core/Context.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A vector on the space that stores nonzero entries only, such as forces on a boundary.
template <class Space>
class SparseVector
{
public:
  SparseVector(Context<Space>& context, const std::vector<double>& dense);
  /// @param indices of the entries, each once
  SparseVector(Context<Space>& context, std::int64_t size, const std::vector<std::int64_t>& places,
    const std::vector<double>& values);

  bool empty() const { return this->Values.size() == 0; }
  /// target = this, with zeros elsewhere.
  void copyTo(double* target) const;
  /// target += this
  void addTo(double* target) const;
  /// target += this where mask is not zero.
  void addTo(double* target, const float* mask) const;
  /// this . other, on the host.
  double dot(const double* other) const;

private:
  std::int64_t entries() const { return static_cast<std::int64_t>(this->Values.size()); }

  Context<Space>* Computing;
  std::int64_t Size;
  DeviceVector<std::int64_t, Space> Places;
  DeviceVector<double, Space> Values;
};
}

#endif
