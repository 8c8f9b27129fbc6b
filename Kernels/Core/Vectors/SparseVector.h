#ifndef TRABECULA_CORE_VECTORS_SPARSEVECTOR_H
#define TRABECULA_CORE_VECTORS_SPARSEVECTOR_H

#include "Core/Vectors/Vector.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A vector that stores nonzero entries only, such as forces on a boundary. On several parts each
/// has the entries of what it owns and of its ghosts.
template <class Space>
class SparseVector
{
public:
  /// @param dense one value for each entry of the layout, on the host
  SparseVector(LayoutPointer<Space> layout, const std::vector<double>& dense);
  /// @param places indices of the entries, each at most once
  SparseVector(LayoutPointer<Space> layout, const std::vector<std::int64_t>& places,
    const std::vector<double>& values);

  const Layout<Space>& layout() const { return *this->Of; }
  bool empty() const { return this->Values.size() == 0; }
  /// target = this, with zeros elsewhere.
  void copyTo(Vector<Space>& target) const;
  /// target += this
  void addTo(Vector<Space>& target) const;
  /// target += this where mask is not zero.
  void addTo(Vector<Space>& target, const Vector<Space, float>& mask) const;
  /// The sum of products with the owned entries of another vector, over all parts.
  double dot(const Vector<Space>& other) const;
  /// The sum of this_i a_i b_i over owned entries of all parts.
  double dot(const Vector<Space>& a, const Vector<Space>& b) const;

private:
  std::int64_t entries() const { return static_cast<std::int64_t>(this->Values.size()); }

  LayoutPointer<Space> Of;
  DeviceVector<std::int64_t, Space> Places;
  DeviceVector<double, Space> Values;
};
}

#endif
