#include "Core/SparseVector.h"

#include "Core/Parallel.h"

namespace trabecula
{
namespace detail
{
template <class Space>
void addEntries(std::int64_t entries, const std::int64_t* places, const double* values,
  const float* mask, double* target)
{
  forEach<Space>(
    entries, TRABECULA_LAMBDA(std::int64_t i) {
      if (!mask || mask[places[i]] != 0.0F)
      {
        target[places[i]] += values[i];
      }
    });
}
}

template <class Space>
SparseVector<Space>::SparseVector(Context<Space>& context, const std::vector<double>& dense)
  : Computing(&context), Size(static_cast<std::int64_t>(dense.size()))
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
  this->Places = DeviceVector<std::int64_t, Space>(context, places);
  this->Values = DeviceVector<double, Space>(context, values);
}

template <class Space>
SparseVector<Space>::SparseVector(Context<Space>& context, std::int64_t size,
  const std::vector<std::int64_t>& places, const std::vector<double>& values)
  : Computing(&context), Size(size), Places(context, places), Values(context, values)
{
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
  this->addTo(target, nullptr);
}

template <class Space>
void SparseVector<Space>::addTo(double* target, const float* mask) const
{
  detail::addEntries<Space>(
    this->entries(), this->Places.data(), this->Values.data(), mask, target);
}

template <class Space>
double SparseVector<Space>::dot(const double* other) const
{
  return this->Computing->sparseDot(
    this->entries(), this->Places.data(), this->Values.data(), other, nullptr);
}

template class SparseVector<CompiledSpace>;
}
