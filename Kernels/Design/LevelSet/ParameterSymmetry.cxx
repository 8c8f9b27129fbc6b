#include "Design/LevelSet/ParameterSymmetry.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trabecula
{
namespace
{
/// Of knots relative to each other.
constexpr double KnotRounding = 1e-6;

/// Whether one direction becomes another with its degree and its knots.
bool isSame(const NurbsPatch& patch, std::size_t from, std::size_t to, bool isReversed)
{
  const std::vector<double>& a = patch.knots[from];
  const std::vector<double>& b = patch.knots[to];
  if (patch.degrees[from] != patch.degrees[to] || a.size() != b.size())
  {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    const double image = isReversed ? 1.0 - a[a.size() - 1 - i] : a[i];
    if (std::abs(image - b[i]) > KnotRounding)
    {
      return false;
    }
  }
  return true;
}
}

std::vector<ParameterSymmetry> parameterSymmetries(const NurbsPatch& patch)
{
  const auto dimension = static_cast<std::size_t>(patch.dimension);
  std::vector<ParameterSymmetry> all;
  ParameterSymmetry one;
  do
  {
    for (unsigned flags = 0; flags < 1U << dimension; ++flags)
    {
      bool isSymmetry = true;
      for (std::size_t k = 0; k < dimension; ++k)
      {
        one.isReversed[k] = (flags >> k & 1U) != 0;
        isSymmetry = isSymmetry && isSame(patch, k, one.to[k], one.isReversed[k]);
      }
      if (isSymmetry)
      {
        all.push_back(one);
      }
    }
  } while (std::next_permutation(one.to.begin(), one.to.begin() + patch.dimension));
  return all;
}
}
