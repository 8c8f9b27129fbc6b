#include "Design/LevelSet/Regularization/VelocityExtension.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
namespace
{
/// Returns the mean length of the control net's edges in one direction.
double meanEdge(const NurbsPatch& patch, std::size_t direction)
{
  const std::array<int, 3> counts = patch.counts();
  const std::array<std::size_t, 3> strides = { 1, static_cast<std::size_t>(counts[0]),
    static_cast<std::size_t>(counts[0]) * static_cast<std::size_t>(counts[1]) };
  double sum = 0.0;
  for (std::size_t i = 0; i < patch.numberOfControlPoints(); ++i)
  {
    const std::size_t at = i / strides[direction] % static_cast<std::size_t>(counts[direction]);
    if (at + 1 < static_cast<std::size_t>(counts[direction]))
    {
      const double* a = &patch.points[3 * i];
      const double* b = &patch.points[3 * (i + strides[direction])];
      sum += std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    }
  }
  const double lines = static_cast<double>(patch.numberOfControlPoints()) / counts[direction];
  return sum / lines / patch.elements()[direction];
}
}

VelocityExtension::VelocityExtension(const NurbsPatch& patch, double length)
  : Counts(patch.counts()), Squares{}
{
  for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
  {
    const double ratio = length / meanEdge(patch, k);
    this->Squares[k] = ratio * ratio;
  }
}

void VelocityExtension::apply(std::vector<double>& values) const
{
  std::ptrdiff_t stride = 1;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const std::ptrdiff_t n = this->Counts[k];
    const double square = this->Squares[k];
    const auto lines = static_cast<std::int64_t>(values.size()) / n;
    if (n > 1 && square > 0.0)
    {
      // All lines have the same matrix, which is factorized once.
      std::vector<double> upper(static_cast<std::size_t>(n), 0.0);
      std::vector<double> pivots(static_cast<std::size_t>(n), 0.0);
      for (std::size_t i = 0; i < upper.size(); ++i)
      {
        const bool isEnd = i == 0 || i + 1 == upper.size();
        pivots[i] = 1.0 + (isEnd ? 1.0 : 2.0) * square + (i > 0 ? square * upper[i - 1] : 0.0);
        upper[i] = -square / pivots[i];
      }
#pragma omp parallel for schedule(static)
      for (std::int64_t line = 0; line < lines; ++line)
      {
        double* first = values.data() + line / stride * stride * n + line % stride;
        first[0] /= pivots[0];
        for (std::ptrdiff_t i = 1; i < n; ++i)
        {
          first[i * stride] = (first[i * stride] + square * first[(i - 1) * stride]) /
            pivots[static_cast<std::size_t>(i)];
        }
        for (std::ptrdiff_t i = n - 2; i >= 0; --i)
        {
          first[i * stride] -= upper[static_cast<std::size_t>(i)] * first[(i + 1) * stride];
        }
      }
    }
    stride *= n;
  }
}
}
