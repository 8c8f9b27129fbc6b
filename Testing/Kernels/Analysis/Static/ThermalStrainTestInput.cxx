#include "Analysis/Static/ThermalStrainTestInput.h"

#include "Support/CellTypes.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <cmath>
#include <functional>

namespace trabecula::testing
{
// The first direction of a patch is along the section, the second across it.
Mesh le11Mesh(CellType type, int m)
{
  using Curve = std::function<std::array<double, 2>(double)>;
  const auto arc = [](double radius, double angle) -> Curve
  {
    return [=](double s) {
      return std::array<double, 2>{ radius * std::cos(angle * s), radius * std::sin(angle * s) };
    };
  };
  const auto line = [](double r0, double z0, double r1, double z1) -> Curve
  {
    return [=](double s) {
      return std::array<double, 2>{ r0 + s * (r1 - r0), z0 + s * (z1 - z0) };
    };
  };
  const double e = std::sqrt(0.5);
  const double end = M_PI / 6.0;
  const double top = 1.39;
  const double height = 1.79;
  const auto patch = [&](const Curve& inner, const Curve& outer, int count)
  {
    return makeBox(type, { count, 2 * m, 6 * m },
      [&](const Point& p)
      {
        const auto i = inner(p[0]);
        const auto o = outer(p[0]);
        const double r = i[0] + p[1] * (o[0] - i[0]);
        const double t = p[2] * M_PI / 2.0;
        return Point{ r * std::cos(t), r * std::sin(t), i[1] + p[1] * (o[1] - i[1]) };
      });
  };
  return joinMeshes(
    { patch(arc(1.0, M_PI / 4.0), arc(1.4, end), 3 * m),
      patch(line(e, e, e, top), line(1.4 * std::cos(end), 1.4 * std::sin(end), 1.0, top), 3 * m),
      patch(line(e, top, e, height), line(1.0, top, 1.0, height), 2 * m) },
    1e-9);
}
}
