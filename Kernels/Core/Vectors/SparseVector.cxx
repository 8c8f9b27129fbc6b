#include "Core/Vectors/SparseVector.h"

#include "Core/Parallel.h"

#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
void addEntries(const Context<Space>& context, std::int64_t entries, const std::int64_t* places,
  const double* values, const float* mask, double* target)
{
  forEach(
    context, entries, TRABECULA_LAMBDA(std::int64_t i) {
      if (!mask || mask[places[i]] != 0.0F)
      {
        target[places[i]] += values[i];
      }
    });
}

/// The sum of values[i] a[places[i]] b[places[i]] over places below owned; null stands for ones.
template <class Space>
double sumOfEntries(const Context<Space>& context, std::int64_t entries, std::int64_t owned,
  const std::int64_t* places, const double* values, const double* a, const double* b)
{
  return context
    .reduce(
      entries, Sums<1>{},
      TRABECULA_LAMBDA(std::int64_t i) {
        Sums<1> sum;
        if (places[i] < owned)
        {
          const double weighted = values[i] * a[places[i]];
          sum.v[0] = b ? weighted * b[places[i]] : weighted;
        }
        return sum;
      },
      AddSums())
    .v[0];
}
}

template <class Space>
SparseVector<Space>::SparseVector(LayoutPointer<Space> layout, const std::vector<double>& dense)
  : Of(std::move(layout))
{
  if (static_cast<std::int64_t>(dense.size()) != this->Of->size())
  {
    throw Error("A sparse vector has " + this->Of->text() + ", but is given " +
      std::to_string(dense.size()) + " values.");
  }
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
  this->Places = DeviceVector<std::int64_t, Space>(this->Of->context(), places);
  this->Values = DeviceVector<double, Space>(this->Of->context(), values);
}

template <class Space>
SparseVector<Space>::SparseVector(LayoutPointer<Space> layout,
  const std::vector<std::int64_t>& places, const std::vector<double>& values)
  : Of(std::move(layout)), Places(this->Of->context(), places), Values(this->Of->context(), values)
{
}

template <class Space>
void SparseVector<Space>::copyTo(Vector<Space>& target) const
{
  target.zero();
  this->addTo(target);
}

template <class Space>
void SparseVector<Space>::addTo(Vector<Space>& target) const
{
  target.require(*this->Of, "A vector to which a sparse one is added");
  detail::addEntries<Space>(this->Of->context(), this->entries(), this->Places.data(),
    this->Values.data(), nullptr, target.data());
}

template <class Space>
void SparseVector<Space>::addTo(Vector<Space>& target, const Vector<Space, float>& mask) const
{
  target.require(*this->Of, "A vector to which a sparse one is added");
  mask.require(*this->Of, "The mask of a sparse vector");
  detail::addEntries<Space>(this->Of->context(), this->entries(), this->Places.data(),
    this->Values.data(), mask.data(), target.data());
}

template <class Space>
double SparseVector<Space>::dot(const Vector<Space>& other) const
{
  other.require(*this->Of, "A factor of an inner product");
  return detail::sumOfEntries<Space>(this->Of->context(), this->entries(), this->Of->ownedSize(),
    this->Places.data(), this->Values.data(), other.data(), nullptr);
}

template <class Space>
double SparseVector<Space>::dot(const Vector<Space>& a, const Vector<Space>& b) const
{
  a.require(*this->Of, "A factor of an inner product");
  b.require(*this->Of, "A factor of an inner product");
  return detail::sumOfEntries<Space>(this->Of->context(), this->entries(), this->Of->ownedSize(),
    this->Places.data(), this->Values.data(), a.data(), b.data());
}

template class SparseVector<CompiledSpace>;
}
