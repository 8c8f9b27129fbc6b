#include "Design/LevelSet/CoefficientMap.h"

#include "Core/Parallel.h"

#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace detail
{
/// t of a variable, and the map of its eighth power back, of CoefficientMap.
struct DrawnVariable
{
  static constexpr double Delta = 1e-6;

  TRABECULA_FUNCTION static double inside(double x)
  {
    const double bounded = x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
    return Delta + (1.0 - 2.0 * Delta) * bounded;
  }
  TRABECULA_FUNCTION static double power(double x)
  {
    const double t = (1.0 - inside(x)) / inside(x);
    const double square = t * t;
    return square * square * square * square;
  }
  TRABECULA_FUNCTION static double root(double sum) { return sqrt(sqrt(sqrt(sum))); }
  TRABECULA_FUNCTION static double mapped(double sum) { return 1.0 / (1.0 + root(sum)); }
  /// The derivative of mapped() by the T of which the sum is the eighth power, over T^7.
  TRABECULA_FUNCTION static double outer(double sum)
  {
    const double y = mapped(sum);
    return y * y * root(sum) / sum;
  }
  /// The derivative of T^8 / 8 by x.
  TRABECULA_FUNCTION static double inner(double x)
  {
    const double y = inside(x);
    const double t = (1.0 - y) / y;
    const double square = t * t;
    return square * square * square * t * (1.0 - 2.0 * Delta) / (y * y);
  }
};

/// Gives the members of each group the mean of their values; equal ones keep theirs exactly.
template <class Space>
void meansOfGroups(const Context<Space>& context, std::int64_t groups, const std::int32_t* members,
  const std::int32_t* starts, double* values)
{
  forEach(
    context, groups, TRABECULA_LAMBDA(std::int64_t g) {
      const double first = values[members[starts[g]]];
      double sum = 0.0;
      for (std::int32_t m = starts[g]; m < starts[g + 1]; ++m)
      {
        sum += values[members[m]] - first;
      }
      const double mean = first + sum / (starts[g + 1] - starts[g]);
      for (std::int32_t m = starts[g]; m < starts[g + 1]; ++m)
      {
        values[members[m]] = mean;
      }
    });
}

template <class Space>
void drawRows(const Context<Space>& context, const DrawnRows rows, const double* x, double* y)
{
  forEach(
    context, rows.rows, TRABECULA_LAMBDA(std::int64_t row) {
      for (std::int64_t k = rows.low; k <= rows.high; ++k)
      {
        y[rows.at(row, k)] = DrawnVariable::mapped(DrawnVariable::power(x[rows.at(row, k)]));
      }
      double sum = DrawnVariable::power(x[rows.at(row, rows.high)]);
      for (std::int64_t k = rows.high + 1; k < rows.count; ++k)
      {
        sum += DrawnVariable::power(x[rows.at(row, k)]);
        y[rows.at(row, k)] = DrawnVariable::mapped(sum);
      }
      sum = DrawnVariable::power(x[rows.at(row, rows.low)]);
      for (std::int64_t k = rows.low - 1; k >= 0; --k)
      {
        sum += DrawnVariable::power(x[rows.at(row, k)]);
        y[rows.at(row, k)] = DrawnVariable::mapped(sum);
      }
    });
}

/// @param sums memory for a number for each variable
template <class Space>
void drawRowsTransposed(const Context<Space>& context, const DrawnRows rows, const double* x,
  const double* ofY, double* sums, double* ofX)
{
  forEach(
    context, rows.rows, TRABECULA_LAMBDA(std::int64_t row) {
      for (std::int64_t k = rows.low; k <= rows.high; ++k)
      {
        const std::int64_t i = rows.at(row, k);
        sums[i] = DrawnVariable::power(x[i]);
        ofX[i] = ofY[i] * DrawnVariable::outer(sums[i]) * DrawnVariable::inner(x[i]);
      }
      for (std::int64_t k = rows.high + 1; k < rows.count; ++k)
      {
        const std::int64_t i = rows.at(row, k);
        sums[i] = sums[rows.at(row, k - 1)] + DrawnVariable::power(x[i]);
      }
      // The sum over the variables outside of this one, and this one.
      double outside = 0.0;
      for (std::int64_t k = rows.count - 1; k > rows.high; --k)
      {
        const std::int64_t i = rows.at(row, k);
        outside += ofY[i] * DrawnVariable::outer(sums[i]);
        ofX[i] = outside * DrawnVariable::inner(x[i]);
      }
      const std::int64_t high = rows.at(row, rows.high);
      ofX[high] += outside * DrawnVariable::inner(x[high]);
      for (std::int64_t k = rows.low - 1; k >= 0; --k)
      {
        const std::int64_t i = rows.at(row, k);
        sums[i] = sums[rows.at(row, k + 1)] + DrawnVariable::power(x[i]);
      }
      outside = 0.0;
      for (std::int64_t k = 0; k < rows.low; ++k)
      {
        const std::int64_t i = rows.at(row, k);
        outside += ofY[i] * DrawnVariable::outer(sums[i]);
        ofX[i] = outside * DrawnVariable::inner(x[i]);
      }
      const std::int64_t low = rows.at(row, rows.low);
      ofX[low] += outside * DrawnVariable::inner(x[low]);
    });
}
}

template <class Space>
CoefficientMap<Space>::CoefficientMap(const Context<Space>& context, const CoefficientLinks& links)
  : Rows(links.rows ? *links.rows : DrawnRows()), Groups(static_cast<std::int64_t>(links.groups())),
    Members(context, links.members), Starts(context, links.starts)
{
}

template <class Space>
std::size_t CoefficientMap<Space>::memory(std::size_t variables)
{
  return variables * (2 * sizeof(std::int32_t) + 3 * sizeof(double));
}

template <class Space>
void CoefficientMap<Space>::takeMeans(Vector<Space>& values) const
{
  detail::meansOfGroups(
    values.context(), this->Groups, this->Members.data(), this->Starts.data(), values.data());
}

template <class Space>
void CoefficientMap<Space>::project(Vector<Space>& variables) const
{
  this->takeMeans(variables);
}

template <class Space>
void CoefficientMap<Space>::forward(const Vector<Space>& x, Vector<Space>& y) const
{
  y.require(x.layout(), "A vector of design variables");
  if (!this->isMapped())
  {
    y.copy(x);
    return;
  }
  detail::drawRows(x.context(), this->Rows, x.data(), y.data());
}

template <class Space>
void CoefficientMap<Space>::backward(
  const Vector<Space>& x, const Vector<Space>& ofOutput, Vector<Space>& ofInput) const
{
  ofOutput.require(x.layout(), "A gradient of design variables");
  ofInput.require(x.layout(), "A gradient of design variables");
  if (!this->isMapped())
  {
    ofInput.copy(ofOutput);
    return;
  }
  LeasedVector<Space> sums(x.layoutPointer());
  detail::drawRowsTransposed(
    x.context(), this->Rows, x.data(), ofOutput.data(), sums.data(), ofInput.data());
}

template <class Space>
void CoefficientMap<Space>::linkGradient(Vector<Space>& gradient) const
{
  this->takeMeans(gradient);
}

template class CoefficientMap<CompiledSpace>;
}
