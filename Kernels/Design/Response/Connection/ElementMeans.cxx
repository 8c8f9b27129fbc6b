#include "Design/Response/Connection/ElementMeans.h"

#include "Core/Parallel.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace detail
{
template <class Space>
void meansOfPoints(const Context<Space>& context, std::int64_t elements, int perElement,
  const double* shares, const double* ofPoints, double* means)
{
  forEach(
    context, elements, TRABECULA_LAMBDA(std::int64_t e) {
      double sum = 0.0;
      for (std::int64_t q = e * perElement; q < (e + 1) * perElement; ++q)
      {
        sum += shares[q] * ofPoints[q];
      }
      means[e] = sum;
    });
}

template <class Space>
void pullBackMeans(const Context<Space>& context, std::int64_t points, int perElement,
  double factor, const double* shares, const double* ofElements, double* result)
{
  forEach(
    context, points, TRABECULA_LAMBDA(std::int64_t q) {
      result[q] = factor * shares[q] * ofElements[q / perElement];
    });
}
}

template <class Space>
ElementMeans<Space>::ElementMeans(
  const Vector<Space>& measures, const LayoutPointer<Space>& elements, int perElement)
  : PerElement(perElement), Volumes(static_cast<std::size_t>(elements->count()), 0.0),
    Means(elements)
{
  std::vector<double> shares = measures.toHost();
  const auto per = static_cast<std::size_t>(perElement);
  for (std::size_t q = 0; q < shares.size(); ++q)
  {
    this->Volumes[q / per] += shares[q];
  }
  for (std::size_t q = 0; q < shares.size(); ++q)
  {
    shares[q] /= this->Volumes[q / per];
  }
  this->Shares = Vector<Space>(measures.layoutPointer(), shares);
}

template <class Space>
const Vector<Space>& ElementMeans<Space>::of(const Vector<Space>& ofPoints)
{
  ofPoints.require(this->Shares.layout(), "A vector of densities at points");
  detail::meansOfPoints(this->Means.context(), this->Means.size(), this->PerElement,
    this->Shares.data(), ofPoints.data(), this->Means.data());
  return this->Means;
}

template <class Space>
void ElementMeans<Space>::pullBack(
  double factor, const Vector<Space>& ofElements, Vector<Space>& result) const
{
  ofElements.require(this->Means.layout(), "A vector of derivatives by means");
  result.require(this->Shares.layout(), "A vector of derivatives by densities at points");
  detail::pullBackMeans(result.context(), result.size(), this->PerElement, factor,
    this->Shares.data(), ofElements.data(), result.data());
}

template class ElementMeans<CompiledSpace>;
}
