#ifndef TRABECULA_CORE_SPARSEVECTOR_H
#define TRABECULA_CORE_SPARSEVECTOR_H

// For the library's own sources, as Core/Parallel.h.

#include "Core/Parallel.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A vector on the space that stores nonzero entries only, such as forces on a boundary.
template <class Space>
class SparseVector
{
public:
  explicit SparseVector(const std::vector<double>& dense);

  /// target = this, all entries.
  void copyTo(double* target) const;
  /// target += this
  void addTo(double* target) const;
  /// this . other, on the host.
  double dot(const double* other) const;

private:
  std::int64_t Size;
  DeviceVector<std::int64_t, Space> Places;
  DeviceVector<double, Space> Values;
  mutable Reducer<Space> Reduction;
  mutable DeviceVector<double, Space> Result;
};

namespace detail
{
template <class Space>
void addEntries(
  std::int64_t entries, const std::int64_t* places, const double* values, double* target)
{
  forEach<Space>(
    entries, TRABECULA_LAMBDA(std::int64_t i) { target[places[i]] += values[i]; });
}

template <class Space>
void dotEntries(Reducer<Space>& reducer, std::int64_t entries, const std::int64_t* places,
  const double* values, const double* other, double* result)
{
  reducer.reduce(
    entries, Sums<1>{},
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<1> sum;
      sum.v[0] = values[i] * other[places[i]];
      return sum;
    },
    AddSums(), TRABECULA_LAMBDA(const Sums<1>& sum) { *result = sum.v[0]; });
}
}

template <class Space>
SparseVector<Space>::SparseVector(const std::vector<double>& dense)
  : Size(static_cast<std::int64_t>(dense.size())), Result(1)
{
  std::vector<std::int64_t> places;
  std::vector<double> values;
  for (std::size_t i = 0; i < dense.size(); ++i)
  {
    if (dense[i] != 0.0)
    {
      places.push_back(static_cast<std::int64_t>(i));
      values.push_back(dense[i]);
    }
  }
  this->Places = DeviceVector<std::int64_t, Space>(places);
  this->Values = DeviceVector<double, Space>(values);
}

template <class Space>
void SparseVector<Space>::copyTo(double* target) const
{
  Memory<Space>::zero(target, static_cast<std::size_t>(this->Size) * sizeof(double));
  this->addTo(target);
}

template <class Space>
void SparseVector<Space>::addTo(double* target) const
{
  detail::addEntries<Space>(static_cast<std::int64_t>(this->Values.size()), this->Places.data(),
    this->Values.data(), target);
}

template <class Space>
double SparseVector<Space>::dot(const double* other) const
{
  detail::dotEntries<Space>(this->Reduction, static_cast<std::int64_t>(this->Values.size()),
    this->Places.data(), this->Values.data(), other, this->Result.data());
  return this->Result.toHost()[0];
}
}

#endif
