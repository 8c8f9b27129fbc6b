#include "Analysis/Preconditioning/SinglePrecision.h"

#include "Core/Text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
/// Range of magnitudes that is permitted in single precision, whose own range is 1e-38 to 1e38,
/// with margins for the contrast of void and the solver's tolerance.
constexpr double LeastInFloat = 1e-12;
constexpr double MostInFloat = 1e12;
constexpr double LeastContrast = 1e-10;

bool isModest(double value)
{
  return value == 0.0 || (std::abs(value) >= LeastInFloat && std::abs(value) <= MostInFloat);
}

bool areModest(const std::vector<double>& values)
{
  double largest = 0.0;
  for (const double value : values)
  {
    largest = std::max(largest, std::abs(value));
  }
  return isModest(largest);
}

/// The longest edge of the first element's bounding box.
double edgeOf(const Mesh& mesh)
{
  double longest = 0.0;
  for (std::size_t c = 0; c < 3; ++c)
  {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (std::size_t a = 0; a < mesh.nodesOf(0); ++a)
    {
      const double x = mesh.points[3 * static_cast<std::size_t>(mesh.element(0)[a]) + c];
      low = std::min(low, x);
      high = std::max(high, x);
    }
    longest = std::max(longest, high - low);
  }
  return longest;
}
}

std::string hindranceOfSinglePrecision(const Mesh& mesh, const SinglePrecisionNumbers& numbers)
{
  if (numbers.smallestRatio < LeastContrast)
  {
    return "void has " + shortText(numbers.smallestRatio) + " of the " + numbers.property +
      " of solid, less than single precision copes with. Leave it " + shortText(LeastContrast) +
      " at least";
  }
  const double edge = edgeOf(mesh);
  const bool modest = isModest(numbers.modulus) && isModest(edge) &&
    isModest(numbers.modulus * edge) &&
    std::all_of(numbers.fields.begin(), numbers.fields.end(),
      [](const std::vector<double>* field) { return areModest(*field); });
  return modest ? std::string()
                : numbers.scales +
      " are too large or too small for single precision. Use units in which they are nearer to 1";
}
}
