#include "Mesh/ElementShapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
using Shape = std::array<double, 24>;

Shape shapeOf(const Mesh& mesh, std::size_t element)
{
  Shape shape{};
  const std::int32_t* nodes = mesh.connectivity.data() + 8 * element;
  const double* first = mesh.points.data() + 3 * std::size_t(nodes[0]);
  for (std::size_t a = 1; a < 8; ++a)
  {
    const double* corner = mesh.points.data() + 3 * std::size_t(nodes[a]);
    for (std::size_t c = 0; c < 3; ++c)
    {
      shape[8 * c + a] = corner[c] - first[c];
    }
  }
  return shape;
}

bool alike(const Shape& a, const Shape& b, double tolerance)
{
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    if (!(std::abs(a[i] - b[i]) <= tolerance))
    {
      return false;
    }
  }
  return true;
}
}

ElementShapes findElementShapes(const Mesh& mesh)
{
  double largest = 0.0;
  for (const double x : mesh.points)
  {
    largest = std::max(largest, std::abs(x));
  }
  const double tolerance =
    ElementShapes::RoundingUnits * std::numeric_limits<double>::epsilon() * largest;
  ElementShapes result;
  result.shapeOfElement.reserve(mesh.numberOfElements());
  std::size_t last = 0; // shape of the previous element, which is often that of its neighbours, too
  for (; result.elementsSeen < mesh.numberOfElements(); ++result.elementsSeen)
  {
    const Shape shape = shapeOf(mesh, result.elementsSeen);
    if (result.shapes.empty() || !alike(shape, result.shapes[last], tolerance))
    {
      const auto found = std::find_if(result.shapes.begin(), result.shapes.end(),
        [&shape, tolerance](const Shape& other) { return alike(shape, other, tolerance); });
      last = static_cast<std::size_t>(found - result.shapes.begin());
      if (found == result.shapes.end())
      {
        if (result.shapes.size() == ElementShapes::Most)
        {
          break;
        }
        result.shapes.push_back(shape);
      }
    }
    result.shapeOfElement.push_back(static_cast<std::uint8_t>(last));
  }
  return result;
}
}
