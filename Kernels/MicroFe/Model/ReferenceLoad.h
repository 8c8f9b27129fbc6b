#ifndef TRABECULA_MICROFE_MODEL_REFERENCELOAD_H
#define TRABECULA_MICROFE_MODEL_REFERENCELOAD_H

#include "MicroFe/VoxelMicroFeReference.h"
#include "Solver/DirectSolverReference.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace trabecula::reference
{
using SpatialVector = Eigen::Vector3d;

/// The test box in coordinates.
struct Box
{
  SpatialVector low = SpatialVector::Constant(std::numeric_limits<double>::infinity());
  SpatialVector high = SpatialVector::Constant(-std::numeric_limits<double>::infinity());

  void include(const SpatialVector& p)
  {
    this->low = this->low.cwiseMin(p);
    this->high = this->high.cwiseMax(p);
  }
  SpatialVector edges() const { return this->high - this->low; }
  SpatialVector centre() const { return 0.5 * (this->low + this->high); }
};

inline Box boxOf(const VoxelMicroFeProblem& problem, const Mesh& mesh)
{
  const VoxelImage& image = problem.image;
  Box box;
  for (std::size_t i = 0; problem.box == TestBox::Kept && i < mesh.points.size(); i += 3)
  {
    box.include({ mesh.points[i], mesh.points[i + 1], mesh.points[i + 2] });
  }
  for (std::size_t v = 0; problem.box != TestBox::Kept && v < image.moduli.size(); ++v)
  {
    const auto nx = static_cast<std::size_t>(image.cells[0]);
    const auto ny = static_cast<std::size_t>(image.cells[1]);
    const std::size_t row = v / nx;
    const std::size_t layer = row / ny;
    const SpatialVector cell(
      static_cast<double>(v % nx), static_cast<double>(row % ny), static_cast<double>(layer));
    const SpatialVector h(image.spacing.data());
    const SpatialVector origin(image.origin.data());
    if (problem.box == TestBox::Image || image.moduli[v] > 0.0)
    {
      box.include(origin + h.cwiseProduct(cell));
      box.include(origin + h.cwiseProduct(cell + SpatialVector::Ones()));
    }
  }
  return box;
}

/// Returns the strain of a unit load of ApparentStiffness.
inline Eigen::Matrix3d unitStrain(int load)
{
  const int pairs[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 1, 2 }, { 0, 2 } };
  Eigen::Matrix3d strain = Eigen::Matrix3d::Zero();
  strain(pairs[load][0], pairs[load][1]) += 0.5;
  strain(pairs[load][1], pairs[load][0]) += 0.5;
  return strain;
}

/// One load as a linear problem.
class Load
{
public:
  Load(const VoxelMicroFeProblem& problem, const VoxelGrid& grid, int load)
    : Problem(problem), Box(boxOf(problem, grid.mesh()))
  {
    this->Linear.mesh = grid.mesh();
    this->Linear.poissonsRatio = problem.poissonsRatio;
    this->Linear.moduli = grid.moduli();
    const std::size_t size = this->Linear.mesh.points.size();
    this->Linear.supports.assign(size, 0);
    this->Linear.prescribedDisplacement.assign(size, 0.0);
    this->Linear.forces.assign(size, 0.0);
    this->Loaded.assign(size, false);
    const double tiny = 1e-9 * this->Box.edges().norm();
    for (std::size_t node = 0; node < size / 3; ++node)
    {
      const SpatialVector x = this->point(node);
      const int a = problem.axis;
      this->hold(node, x, (x - this->Box.low).cwiseAbs().array() < tiny,
        (x - this->Box.high).cwiseAbs().array() < tiny, load);
      this->LowerEnd.push_back(std::abs(x[a] - this->Box.low[a]) < tiny);
    }
    if (problem.test == MechanicalTest::FreeForm)
    {
      this->addLists(grid);
    }
  }

  /// Prescribes the rigid-body motions of another solution.
  void holdLike(const std::vector<double>& like)
  {
    const int a = this->Problem.axis;
    const int b = (a + 1) % 3;
    const int c = (a + 2) % 3;
    if (this->Problem.test == MechanicalTest::Torsion)
    {
      const std::size_t first = this->extreme(-SpatialVector::Unit(b) - SpatialVector::Unit(c));
      const std::size_t second = this->extreme(SpatialVector::Unit(b) - SpatialVector::Unit(c));
      const std::size_t third = this->extreme(SpatialVector::Unit(c) - SpatialVector::Unit(b));
      this->holdAt(first, a, like);
      this->holdAt(second, a, like);
      this->holdAt(third, a, like);
    }
    else if (this->Problem.test == MechanicalTest::Uniaxial ||
      this->Problem.test == MechanicalTest::Bending)
    {
      const std::size_t first = this->extreme(-SpatialVector::Unit(b));
      const std::size_t second = this->extreme(SpatialVector::Unit(b));
      this->holdAt(first, b, like);
      this->holdAt(first, c, like);
      this->holdAt(second, c, like);
    }
  }

  SpatialVector point(std::size_t node) const
  {
    return SpatialVector(this->Linear.mesh.points.data() + 3 * node);
  }

  const VoxelMicroFeProblem& Problem;
  reference::Box Box;
  LinearProblem Linear;
  std::vector<bool> Loaded; ///< unknowns whose reactions contribute to the reaction force
  std::vector<bool> LowerEnd;

private:
  using Flags = Eigen::Array<bool, 3, 1>;

  void prescribe(std::size_t node, int component, double value, bool loaded = false)
  {
    const std::size_t i = 3 * node + static_cast<std::size_t>(component);
    this->Linear.supports[i] = 1;
    this->Linear.prescribedDisplacement[i] = value;
    this->Loaded[i] = this->Loaded[i] || loaded;
  }

  void hold(
    std::size_t node, const SpatialVector& x, const Flags& lower, const Flags& upper, int load)
  {
    const int a = this->Problem.axis;
    const bool end = lower[a] || upper[a];
    const double stretch = upper[a] ? this->Problem.strain * this->Box.edges()[a] : 0.0;
    const SpatialVector r = x - this->Box.centre();
    for (int c = 0; c < 3; ++c)
    {
      switch (this->Problem.test)
      {
        case MechanicalTest::Uniaxial:
          if (end && c == a)
          {
            this->prescribe(node, c, stretch, upper[a]);
          }
          break;
        case MechanicalTest::Axial:
          if (end)
          {
            this->prescribe(node, c, c == a ? stretch : 0.0, upper[a]);
          }
          break;
        case MechanicalTest::Confined:
          if (lower[c] || upper[c])
          {
            this->prescribe(node, c, c == a ? stretch : 0.0, c == a && upper[a]);
          }
          break;
        case MechanicalTest::Shear:
          if (end)
          {
            this->prescribe(node, c, c == this->Problem.direction ? stretch : 0.0, upper[a]);
          }
          break;
        case MechanicalTest::Bending:
          if (end && c == a)
          {
            const SpatialVector turn =
              SpatialVector::Unit(this->Problem.direction) * this->Problem.angle;
            this->prescribe(node, c,
              (upper[a] ? 0.5 : -0.5) * turn.cross(r - r[a] * SpatialVector::Unit(a))[a], upper[a]);
          }
          break;
        case MechanicalTest::Torsion:
          if (end && c != a)
          {
            const SpatialVector turn = SpatialVector::Unit(a) * this->Problem.angle;
            this->prescribe(node, c, upper[a] ? turn.cross(r)[c] : 0.0, upper[a]);
          }
          break;
        case MechanicalTest::ApparentStiffness:
          if (lower.any() || upper.any())
          {
            this->prescribe(node, c, (this->Problem.strain * unitStrain(load) * r)[c]);
          }
          break;
        case MechanicalTest::FreeForm:
          break;
      }
    }
  }

  void addLists(const VoxelGrid& grid)
  {
    std::vector<std::size_t> moved;
    std::vector<std::size_t> constrained;
    for (const LatticeSupport& support : this->Problem.supports)
    {
      const auto [i, j, k] = support.node;
      const std::int32_t node = grid.node(i, j, k);
      for (int c = 0; node >= 0 && c < 3; ++c)
      {
        const auto at = static_cast<std::size_t>(c);
        if (support.constrained[at] != 0)
        {
          this->prescribe(static_cast<std::size_t>(node), c, support.displacement[at]);
          constrained.push_back(static_cast<std::size_t>(node));
          if (support.displacement[at] != 0.0)
          {
            moved.push_back(static_cast<std::size_t>(node));
          }
        }
      }
    }
    for (const std::size_t node : moved.empty() ? constrained : moved)
    {
      std::fill_n(this->Loaded.begin() + static_cast<std::ptrdiff_t>(3 * node), 3, true);
    }
    for (const LatticeForce& force : this->Problem.forces)
    {
      const auto node =
        static_cast<std::size_t>(grid.node(force.node[0], force.node[1], force.node[2]));
      for (std::size_t c = 0; c < 3; ++c)
      {
        this->Linear.forces[3 * node + c] += force.force[c];
      }
    }
  }

  /// Returns the outermost node of the lower end.
  std::size_t extreme(const SpatialVector& direction) const
  {
    std::size_t best = 0;
    double reach = -std::numeric_limits<double>::infinity();
    for (std::size_t node = 0; node < this->LowerEnd.size(); ++node)
    {
      if (this->LowerEnd[node] && direction.dot(this->point(node)) > reach)
      {
        reach = direction.dot(this->point(node));
        best = node;
      }
    }
    return best;
  }

  void holdAt(std::size_t node, int component, const std::vector<double>& like)
  {
    this->prescribe(node, component, like[3 * node + static_cast<std::size_t>(component)]);
  }
};
}

#endif
