#include "Geometry/Triangles/SolidFraction.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/ElementTetrahedra.h"
#include "Geometry/Triangles/SurfaceColumns.h"
#include "Mesh/HexCorners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
using Components3 = std::array<double, 3>;

/// A trilinear hexahedron; local coordinates run from 0 to 1.
class Hexahedron
{
public:
  Hexahedron(const Mesh& mesh, std::size_t element)
  {
    for (std::size_t a = 0; a < 8; ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.connectivity[8 * element + a]);
      std::copy_n(&mesh.points[3 * node], 3, this->Corners[a].begin());
    }
  }

  Components3 point(double r, double s, double t) const
  {
    Components3 result{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      const std::array<int, 3>& at = HexCorners[a];
      const double weight = (at[0] ? r : 1.0 - r) * (at[1] ? s : 1.0 - s) * (at[2] ? t : 1.0 - t);
      for (std::size_t c = 0; c < 3; ++c)
      {
        result[c] += weight * this->Corners[a][c];
      }
    }
    return result;
  }

  /// Returns the Jacobian determinant: volume per volume in local coordinates.
  double density(double r, double s, double t) const
  {
    std::array<Components3, 3> J{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      const std::array<int, 3>& at = HexCorners[a];
      const double x = at[0] ? r : 1.0 - r;
      const double y = at[1] ? s : 1.0 - s;
      const double z = at[2] ? t : 1.0 - t;
      const Components3 slopes = { (at[0] ? 1.0 : -1.0) * y * z, (at[1] ? 1.0 : -1.0) * x * z,
        (at[2] ? 1.0 : -1.0) * x * y };
      for (std::size_t k = 0; k < 3; ++k)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          J[k][c] += slopes[k] * this->Corners[a][c];
        }
      }
    }
    return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
      J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
      J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
  }

private:
  std::array<Components3, 8> Corners{};
};

/// Computes the fraction of a hexahedron that is inside, by points on a uniform grid in its local
/// coordinates.
double solidFraction(const Hexahedron& hexahedron, const SurfaceColumns& columns, int samples)
{
  double inside = 0.0;
  double all = 0.0;
  for (int i = 0; i < samples * samples * samples; ++i)
  {
    const std::array<int, 3> at = { i % samples, i / samples % samples, i / samples / samples };
    const double r = (at[0] + 0.5) / samples;
    const double s = (at[1] + 0.5) / samples;
    const double t = (at[2] + 0.5) / samples;
    const double weight = hexahedron.density(r, s, t);
    inside += columns.isInside(hexahedron.point(r, s, t)) ? weight : 0.0;
    all += weight;
  }
  return inside / all;
}

/// Computes the fraction of any element, by points that represent equal volumes of each of its
/// tetrahedra.
double solidFraction(const ElementPositions& element, const SurfaceColumns& columns, int samples)
{
  // An element has at least 12 tetrahedra, so that fewer points in each suffice.
  const int count = (samples + 1) / 2;
  double inside = 0.0;
  double all = 0.0;
  forTetrahedra(element,
    [&](const Components3& a, const Components3& b, const Components3& c, const Components3& d)
    {
      const double volume = tetrahedronVolume(a, b, c, d);
      for (int i = 0; i < count * count * count; ++i)
      {
        // A cube is mapped to the tetrahedron with a constant ratio of volumes.
        const std::array<int, 3> at = { i % count, i / count % count, i / count / count };
        const double r = 1.0 - std::cbrt(1.0 - (at[0] + 0.5) / count);
        const double s = 1.0 - std::sqrt(1.0 - (at[1] + 0.5) / count);
        const double t = (at[2] + 0.5) / count;
        Components3 x{};
        for (std::size_t k = 0; k < 3; ++k)
        {
          x[k] = r * a[k] + (1.0 - r) * (s * b[k] + (1.0 - s) * (t * c[k] + (1.0 - t) * d[k]));
        }
        inside += columns.isInside(x) ? volume : 0.0;
        all += volume;
      }
    });
  // Tetrahedra of strongly distorted elements can have negative volumes.
  return std::clamp(inside / all, 0.0, 1.0);
}

/// Extends a box by the nodes of an element.
void extend(const Mesh& mesh, std::size_t element, Components3& low, Components3& high)
{
  for (std::size_t a = 0; a < mesh.nodesOf(element); ++a)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      const double x = mesh.points[3 * static_cast<std::size_t>(mesh.element(element)[a]) + c];
      low[c] = std::min(low[c], x);
      high[c] = std::max(high[c], x);
    }
  }
}

SurfaceColumns columnsOf(const Mesh& mesh, const TriangleMesh& surface, int samples)
{
  constexpr double most = 1e8;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Components3 low = { infinity, infinity, infinity };
  Components3 high = { -infinity, -infinity, -infinity };
  Components3 smallest = high;
  smallest.fill(infinity);
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    Components3 from = { infinity, infinity, infinity };
    Components3 to = { -infinity, -infinity, -infinity };
    extend(mesh, e, from, to);
    extend(mesh, e, low, high);
    for (std::size_t c = 0; c < 3; ++c)
    {
      smallest[c] = std::min(smallest[c], to[c] - from[c]);
    }
  }
  std::array<double, 2> wanted{};
  for (std::size_t c = 0; c < 2; ++c)
  {
    wanted[c] = std::max(1.0, samples * (high[c] - low[c]) / smallest[c]);
  }
  const double scale = std::max(1.0, std::sqrt(wanted[0] * wanted[1] / most));
  std::array<double, 2> origin{};
  std::array<double, 2> spacing{};
  std::array<int, 2> count{};
  for (std::size_t c = 0; c < 2; ++c)
  {
    count[c] = std::max(1, static_cast<int>(std::ceil(wanted[c] / scale - 1e-6)));
    spacing[c] = (high[c] - low[c]) / count[c];
    origin[c] = low[c] + 0.5 * spacing[c];
  }
  return { surface, origin, spacing, count };
}
}

std::optional<std::vector<double>> solidFractions(
  const Mesh& mesh, const TriangleMesh& surface, int samples, Observer& observer)
{
  observer.progress(0.0, "Looking through the surface");
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  const SurfaceColumns columns = columnsOf(mesh, surface, samples);
  observer.progress(0.4, "Measuring cells inside");
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  std::vector<double> result(mesh.numberOfElements());
#pragma omp parallel for schedule(static)
  for (std::size_t e = 0; e < result.size(); ++e)
  {
    result[e] = isHexahedral(mesh) ? solidFraction(Hexahedron(mesh, e), columns, samples)
                                   : solidFraction(positionsOf(mesh, e), columns, samples);
  }
  observer.progress(1.0, "Measured cells inside");
  return result;
}

void requireClosedSurface(const TriangleMesh& surface)
{
  if (surface.numberOfTriangles() == 0)
  {
    throw Error("The surface has no polygons. Connect a closed surface, such as that of Topology "
                "Surface or of an STL file, to the input Surface.");
  }
  const SurfaceTopology topology = findTopology(surface);
  if (topology.boundaryEdges > 0)
  {
    throw Error("The surface is not closed: it has " +
      countText(topology.boundaryEdges, "open edge") +
      ", so that it has no inside. Take the output of Topology Surface, or close it, for example "
      "with Fill Holes.");
  }
  if (topology.nonManifoldEdges > 0)
  {
    throw Error("The surface is not a manifold: more than two of its polygons meet at " +
      countText(topology.nonManifoldEdges, "edge") + ". Take the output of Topology Surface.");
  }
}
}
