#include "Geometry/Voxelization/SpreadForces.h"

#include "Geometry/Voxelization/KeptPieces.h"
#include "Geometry/Voxelization/NearestPoint.h"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/Sparse>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace trabecula
{
namespace
{
using pieces::cornersInVoxels;
using pieces::markedTriangles;
using pieces::twiceArea;
using pieces::visitCorners;
using pieces::visitKept;
using pieces::Voxel;
using pieces::voxelAt;

/// What happens to a force outside of the voxel that takes it.
enum class Outside
{
  Moves,     ///< into the voxel
  Continues, ///< the shape functions are continued linearly, which keeps the moment
};

/// Adds a force to the nodes of a voxel by their shape functions at a position.
void addForce(const Voxel& voxel, const Position& x, const Position& force, Outside outside,
  const SurfaceGrid& grid, std::vector<double>& nodal)
{
  Position local;
  Position beyond = {};
  for (std::size_t d = 0; d < 3; ++d)
  {
    local[d] = std::clamp(x[d] - voxel[d], 0.0, 1.0);
    if (outside == Outside::Continues)
    {
      beyond[d] = x[d] - voxel[d] - local[d];
    }
  }
  visitCorners(voxel, grid,
    [&](std::size_t node, const Position& at)
    {
      Position shape; // of each direction
      Position slope;
      for (std::size_t d = 0; d < 3; ++d)
      {
        slope[d] = at[d] > voxel[d] ? 1.0 : -1.0;
        shape[d] = at[d] > voxel[d] ? local[d] : 1.0 - local[d];
      }
      double weight = shape[0] * shape[1] * shape[2];
      for (std::size_t d = 0; d < 3; ++d)
      {
        weight += beyond[d] * slope[d] * shape[(d + 1) % 3] * shape[(d + 2) % 3];
      }
      for (std::size_t c = 0; c < 3; ++c)
      {
        nodal[3 * node + c] += weight * force[c];
      }
    });
}

/// A point of the quadrature rule of degree 4 with six points (Dunavant, Int. J. Numer. Methods
/// Eng. 21, 1985).
struct RulePoint
{
  std::array<double, 3> coordinates; ///< barycentric
  double weight;                     ///< the sum of all is 1
};

std::array<RulePoint, 6> ruleOfDegree4()
{
  constexpr double inner = 0.44594849091596489;
  constexpr double outer = 0.091576213509770743;
  constexpr double weightOfInner = 0.22338158967801147;
  std::array<RulePoint, 6> rule{};
  for (std::size_t c = 0; c < 3; ++c)
  {
    rule[c].coordinates.fill(inner);
    rule[c].coordinates[c] = 1.0 - 2.0 * inner;
    rule[c].weight = weightOfInner;
    rule[c + 3].coordinates.fill(outer);
    rule[c + 3].coordinates[c] = 1.0 - 2.0 * outer;
    rule[c + 3].weight = 1.0 / 3.0 - weightOfInner;
  }
  return rule;
}

/// Calls visit(position, area) for quadrature points of a piece, exact for polynomials of degree 4:
/// shape functions of triangles times those of voxels.
template <class Visit>
void visitPoints(const Piece& piece, const Position& spacing, const Visit& visit)
{
  static const std::array<RulePoint, 6> rule = ruleOfDegree4();
  for (std::size_t c = 1; c + 1 < std::size_t(piece.count); ++c)
  {
    const std::array<Position, 3> part = { piece.corners[0], piece.corners[c],
      piece.corners[c + 1] };
    const double area = 0.5 * twiceArea(part[0], part[1], part[2], spacing);
    for (const RulePoint& point : rule)
    {
      Position x = {};
      for (std::size_t a = 0; a < 3; ++a)
      {
        for (std::size_t d = 0; d < 3; ++d)
        {
          x[d] += point.coordinates[a] * part[a][d];
        }
      }
      visit(x, area * point.weight);
    }
  }
}

/// The triangles of a surface over which forces at its points are spread.
class LoadedTriangles
{
public:
  LoadedTriangles(
    const TriangleMesh& surface, const KeptVoxels& voxels, const std::vector<double>& forces)
    : Surface(surface), Voxels(voxels), Forces(forces),
      Loaded(markedTriangles(surface, [this](std::size_t p) { return this->isLoaded(p); }))
  {
  }

  std::vector<double> spread(Outside outside) const
  {
    const SurfaceGrid& grid = this->Voxels.grid();
    std::vector<double> nodal(3 * grid.numberOfNodes());
    const std::vector<double> integrals = this->integrals();
    const std::vector<double> tractions = outside == Outside::Continues
      ? this->consistentTractions(integrals)
      : this->lumpedTractions(integrals);
    this->visitSamples(
      [&](std::size_t t, const Voxel& voxel, const Position& x, const Position& shapes, double area)
      {
        Position force = {};
        for (std::size_t i = 0; i < 9; ++i)
        {
          force[i % 3] += area * shapes[i / 3] * tractions[3 * this->corner(t, i / 3) + i % 3];
        }
        addForce(voxel, x, force, outside, grid, nodal);
      });
    for (std::size_t p = 0; p < integrals.size(); ++p)
    {
      if (this->isLoaded(p) && !(integrals[p] > 0.0))
      {
        const Position x = grid.inVoxels(this->Surface.point(static_cast<std::int32_t>(p)));
        const double* force = &this->Forces[3 * p];
        addForce(this->Voxels.nearest(voxelAt(x, grid), x), x, { force[0], force[1], force[2] },
          outside, grid, nodal);
      }
    }
    return nodal;
  }

private:
  bool isLoaded(std::size_t p) const
  {
    return this->Forces[3 * p] != 0.0 || this->Forces[3 * p + 1] != 0.0 ||
      this->Forces[3 * p + 2] != 0.0;
  }

  std::size_t corner(std::size_t t, std::size_t c) const
  {
    return std::size_t(this->Surface.triangles[3 * t + c]);
  }

  /// Calls visit(triangle, voxel, position, shape functions, area) for quadrature points. All
  /// integrals are sums over these, as the computed area of a needle-shaped triangle differs from
  /// the sum of those of its pieces.
  template <class Visit>
  void visitSamples(const Visit& visit) const
  {
    const SurfaceGrid& grid = this->Voxels.grid();
    for (std::size_t t = 0; t < this->Loaded.size(); ++t)
    {
      if (!this->Loaded[t])
      {
        continue;
      }
      const auto corners = cornersInVoxels(this->Surface, t, grid);
      if (!(twiceArea(corners[0], corners[1], corners[2], grid.spacing) > 0.0))
      {
        continue;
      }
      visitKept(this->Surface, t, this->Voxels,
        [&](const Voxel& voxel, const Piece& piece)
        {
          visitPoints(piece, grid.spacing,
            [&](const Position& x, double area)
            { visit(t, voxel, x, nearestInTriangle(x, corners).coordinates, area); });
        });
    }
  }

  /// Integrals of the shape functions of all points.
  std::vector<double> integrals() const
  {
    std::vector<double> result(this->Surface.numberOfPoints());
    this->visitSamples(
      [&](std::size_t t, const Voxel&, const Position&, const Position& shapes, double area)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          result[this->corner(t, c)] += area * shapes[c];
        }
      });
    return result;
  }

  /// Values at points whose shares at neighbouring points are neglected.
  std::vector<double> lumpedTractions(const std::vector<double>& integrals) const
  {
    std::vector<double> result(this->Forces.size());
    for (std::size_t i = 0; i < result.size(); ++i)
    {
      result[i] = integrals[i / 3] > 0.0 ? this->Forces[i] / integrals[i / 3] : 0.0;
    }
    return result;
  }

  /// Tractions at points whose consistent forces are those given. The eigenvalues of the matrix of
  /// the shape functions, scaled by its diagonal, are between 1/2 and 2 on any triangles (Wathen,
  /// IMA J. Numer. Anal. 7, 1987), so that the iteration takes few steps.
  std::vector<double> consistentTractions(const std::vector<double>& integrals) const
  {
    std::vector<Eigen::Index> number(integrals.size(), -1);
    Eigen::Index count = 0;
    for (std::size_t p = 0; p < integrals.size(); ++p)
    {
      number[p] = integrals[p] > 0.0 ? count++ : -1;
    }
    std::vector<double> tractions(this->Forces.size());
    if (count == 0)
    {
      return tractions;
    }
    std::vector<Eigen::Triplet<double>> products;
    std::size_t last = this->Loaded.size();
    this->visitSamples(
      [&](std::size_t t, const Voxel&, const Position&, const Position& shapes, double area)
      {
        if (t != last)
        {
          last = t;
          for (std::size_t i = 0; i < 9; ++i)
          {
            products.emplace_back(
              number[this->corner(t, i / 3)], number[this->corner(t, i % 3)], 0.0);
          }
        }
        for (std::size_t i = 0; i < 9; ++i)
        {
          Eigen::Triplet<double>& product = products[products.size() - 9 + i];
          product = { product.row(), product.col(),
            product.value() + area * shapes[i / 3] * shapes[i % 3] };
        }
      });
    Eigen::SparseMatrix<double> matrix(count, count);
    matrix.setFromTriplets(products.begin(), products.end());
    Eigen::MatrixX3d right(count, 3);
    for (std::size_t i = 0; i < this->Forces.size(); ++i)
    {
      if (number[i / 3] >= 0)
      {
        right(number[i / 3], static_cast<Eigen::Index>(i % 3)) = this->Forces[i];
      }
    }
    Eigen::ConjugateGradient<Eigen::SparseMatrix<double>, Eigen::Lower | Eigen::Upper> solver;
    solver.setTolerance(std::numeric_limits<double>::epsilon());
    solver.setMaxIterations(200);
    const Eigen::MatrixX3d values = solver.compute(matrix).solve(right);
    for (std::size_t i = 0; i < tractions.size(); ++i)
    {
      tractions[i] =
        number[i / 3] >= 0 ? values(number[i / 3], static_cast<Eigen::Index>(i % 3)) : 0.0;
    }
    return tractions;
  }

  const TriangleMesh& Surface;
  const KeptVoxels& Voxels;
  const std::vector<double>& Forces;
  std::vector<std::uint8_t> Loaded; ///< 1 for each triangle all of whose points are loaded
};
}

std::vector<double> spreadForces(
  const TriangleMesh& surface, const KeptVoxels& voxels, const std::vector<double>& forces)
{
  return LoadedTriangles(surface, voxels, forces).spread(Outside::Continues);
}

std::vector<double> spreadSprings(
  const TriangleMesh& surface, const KeptVoxels& voxels, const std::vector<double>& springs)
{
  return LoadedTriangles(surface, voxels, springs).spread(Outside::Moves);
}
}
