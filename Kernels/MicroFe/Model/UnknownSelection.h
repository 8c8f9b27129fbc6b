#ifndef TRABECULA_MICROFE_MODEL_UNKNOWNSELECTION_H
#define TRABECULA_MICROFE_MODEL_UNKNOWNSELECTION_H

#include "Core/Parallel.h"
#include "Core/Vectors/Vector.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
namespace detail
{
/// Computes target[places[i]] = values[i].
template <class Space>
void scatterTo(const Context<Space>& context, std::int64_t n, const std::int64_t* places,
  const double* values, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[places[i]] = values[i]; });
}

/// Computes target[i] = values[places[i]].
template <class Space>
void gatherFrom(const Context<Space>& context, std::int64_t n, const std::int64_t* places,
  const double* values, double* target)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { target[i] = values[places[i]]; });
}
}

/// A subset of the unknowns of a layout, whose values are written and read together.
template <class Space>
class UnknownSelection
{
public:
  UnknownSelection(const Context<Space>& context, const std::vector<std::int64_t>& unknowns)
    : Places(context, unknowns), Values(context, unknowns.size())
  {
  }
  void scatter(const std::vector<double>& values, Vector<Space>& target)
  {
    this->Values.assign(values);
    detail::scatterTo<Space>(
      target.context(), this->size(), this->Places.data(), this->Values.data(), target.data());
  }
  std::vector<double> gather(const Vector<Space>& values)
  {
    detail::gatherFrom<Space>(
      values.context(), this->size(), this->Places.data(), values.data(), this->Values.data());
    return this->Values.toHost();
  }
  std::int64_t size() const { return static_cast<std::int64_t>(this->Places.size()); }

private:
  DeviceVector<std::int64_t, Space> Places;
  DeviceVector<double, Space> Values;
};
}

#endif
