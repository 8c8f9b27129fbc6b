#include "Analysis/Refinement/RefinedProblem.h"

#include "Mesh/HexCorners.h"

#include <Eigen/Geometry>
#include <Eigen/Sparse>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace trabecula
{
namespace
{
using Vector3d = Eigen::Vector3d;

Vector3d pointOf(const Mesh& mesh, std::int32_t node)
{
  return Eigen::Map<const Vector3d>(mesh.points.data() + 3 * static_cast<std::size_t>(node));
}

/// Areas and lengths W of fine nodes on loaded faces and edges; 1 at other loaded nodes.
class LoadedNodes
{
public:
  LoadedNodes(const Mesh& coarse, const MeshRefinement& refinement, const std::vector<bool>& loaded)
    : Coarse(coarse), Refinement(refinement)
  {
    for (const int dimension : { 2, 1 })
    {
      const std::set<std::int32_t> before = this->Done;
      for (std::size_t e = 0; e < coarse.numberOfElements(); ++e)
      {
        this->visit(e, dimension, loaded, before);
      }
    }
    for (std::size_t n = 0; n < loaded.size(); ++n)
    {
      const auto node = static_cast<std::int32_t>(n);
      if (loaded[n] && this->Done.count(node) == 0)
      {
        this->Measures[node] = 1.0;
      }
    }
  }

  const std::map<std::int32_t, double>& measures() const { return this->Measures; }

private:
  /// Adds the faces (dimension 2) or edges (1) of an element that are loaded at all corners; edges
  /// only if no loaded face contains both ends.
  void visit(std::size_t e, int dimension, const std::vector<bool>& loaded,
    const std::set<std::int32_t>& before)
  {
    const std::int32_t* corners = &this->Coarse.connectivity[8 * e];
    if (std::none_of(corners, corners + 8, [&](std::int32_t n) { return loaded[std::size_t(n)]; }))
    {
      return;
    }
    for (int axis = 0; axis < 3; ++axis)
    {
      // A face is perpendicular to the axis, an edge is along it.
      const int p = (axis + 1) % 3;
      const int q = (axis + 2) % 3;
      for (int side = 0; side < (dimension == 2 ? 2 : 4); ++side)
      {
        std::vector<std::int32_t> nodes;
        for (int a = 0; a < 8; ++a)
        {
          const bool on = dimension == 2
            ? HexCorners[a][axis] == side
            : HexCorners[a][p] == side % 2 && HexCorners[a][q] == side / 2;
          if (on)
          {
            nodes.push_back(corners[a]);
          }
        }
        const bool counts = std::all_of(nodes.begin(), nodes.end(),
                              [&](std::int32_t n) { return loaded[std::size_t(n)]; }) &&
          (dimension == 2 ||
            std::any_of(
              nodes.begin(), nodes.end(), [&](std::int32_t n) { return before.count(n) == 0; }));
        if (counts && this->isNew(nodes))
        {
          this->Done.insert(nodes.begin(), nodes.end());
          dimension == 2 ? this->addFace(e, axis, side) : this->addEdge(e, axis, side);
        }
      }
    }
  }

  bool isNew(std::vector<std::int32_t> nodes)
  {
    std::sort(nodes.begin(), nodes.end());
    return this->Seen.insert(nodes).second;
  }

  /// Weight of the trapezoidal rule: one half at both ends.
  double trapezoid(int i) const
  {
    return (i == 0 || i == this->Refinement.parts() ? 0.5 : 1.0) / this->Refinement.parts();
  }

  void addFace(std::size_t e, int axis, int side)
  {
    const int parts = this->Refinement.parts();
    std::array<int, 3> at{};
    at[axis] = side * parts;
    int& i = at[(axis + 1) % 3];
    int& j = at[(axis + 2) % 3];
    const auto node = [&](int a, int b)
    {
      i = a;
      j = b;
      return this->Refinement.node(e, at[0], at[1], at[2]);
    };
    const Mesh& fine = this->Refinement.mesh();
    const Vector3d first = pointOf(fine, node(parts, parts)) - pointOf(fine, node(0, 0));
    const Vector3d second = pointOf(fine, node(0, parts)) - pointOf(fine, node(parts, 0));
    const double area = 0.5 * first.cross(second).norm();
    for (int a = 0; a <= parts; ++a)
    {
      for (int b = 0; b <= parts; ++b)
      {
        this->Measures[node(a, b)] += area * this->trapezoid(a) * this->trapezoid(b);
      }
    }
  }

  void addEdge(std::size_t e, int axis, int side)
  {
    const int parts = this->Refinement.parts();
    std::array<int, 3> at{};
    at[(axis + 1) % 3] = side % 2 * parts;
    at[(axis + 2) % 3] = side / 2 * parts;
    const auto node = [&](int a)
    {
      at[axis] = a;
      return this->Refinement.node(e, at[0], at[1], at[2]);
    };
    const Mesh& fine = this->Refinement.mesh();
    const double length = (pointOf(fine, node(parts)) - pointOf(fine, node(0))).norm();
    for (int a = 0; a <= parts; ++a)
    {
      this->Measures[node(a)] += length * this->trapezoid(a);
    }
  }

  const Mesh& Coarse;
  const MeshRefinement& Refinement;
  std::map<std::int32_t, double> Measures; ///< by fine node
  std::set<std::int32_t> Done;             ///< coarse nodes that are on a face or edge
  std::set<std::vector<std::int32_t>> Seen;
};
}

std::vector<double> refineForces(
  const Mesh& coarse, const MeshRefinement& refinement, const std::vector<double>& forces)
{
  std::vector<double> result(refinement.mesh().points.size(), 0.0);
  std::vector<bool> loaded(forces.size() / 3);
  std::vector<int> row(loaded.size(), -1);
  std::vector<std::size_t> nodes;
  for (std::size_t n = 0; n < loaded.size(); ++n)
  {
    loaded[n] = forces[3 * n] != 0.0 || forces[3 * n + 1] != 0.0 || forces[3 * n + 2] != 0.0;
    if (loaded[n])
    {
      row[n] = static_cast<int>(nodes.size());
      nodes.push_back(n);
    }
  }
  if (nodes.empty())
  {
    return result;
  }
  const LoadedNodes fine(coarse, refinement, loaded);
  const auto size = static_cast<Eigen::Index>(nodes.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (const auto& [node, measure] : fine.measures())
  {
    const auto n = static_cast<std::size_t>(node);
    for (const auto* a = refinement.begin(n); a != refinement.end(n); ++a)
    {
      for (const auto* b = refinement.begin(n); b != refinement.end(n); ++b)
      {
        entries.emplace_back(
          row[std::size_t(a->node)], row[std::size_t(b->node)], measure * a->weight * b->weight);
      }
    }
  }
  Eigen::SparseMatrix<double> matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(matrix);
  for (std::size_t c = 0; c < 3; ++c)
  {
    Eigen::VectorXd force(size);
    for (Eigen::Index i = 0; i < size; ++i)
    {
      force[i] = forces[3 * nodes[static_cast<std::size_t>(i)] + c];
    }
    const Eigen::VectorXd density = factors.solve(force);
    for (const auto& [node, measure] : fine.measures())
    {
      const auto n = static_cast<std::size_t>(node);
      for (const auto* share = refinement.begin(n); share != refinement.end(n); ++share)
      {
        result[3 * n + c] += measure * share->weight * density[row[std::size_t(share->node)]];
      }
    }
  }
  return result;
}

StructuralProblem refineProblem(const StructuralProblem& problem, const MeshRefinement& refinement)
{
  StructuralProblem fine;
  fine.mesh = refinement.mesh();
  fine.material = problem.material;
  const auto parts = static_cast<std::size_t>(refinement.parts());
  for (const double ratio : problem.poissonsRatios)
  {
    fine.poissonsRatios.insert(fine.poissonsRatios.end(), parts * parts * parts, ratio);
  }
  fine.solver = problem.solver;
  const std::size_t unknowns = fine.mesh.points.size();
  fine.supports.assign(unknowns, 0);
  if (!problem.prescribedDisplacement.empty())
  {
    fine.prescribedDisplacement.assign(unknowns, 0.0);
  }
  for (std::size_t i = 0; i < unknowns; ++i)
  {
    bool held = true;
    double displacement = 0.0;
    for (const auto* share = refinement.begin(i / 3); share != refinement.end(i / 3); ++share)
    {
      const std::size_t coarse = 3 * static_cast<std::size_t>(share->node) + i % 3;
      held = held && problem.supports[coarse] != 0;
      if (held && !problem.prescribedDisplacement.empty())
      {
        displacement += share->weight * problem.prescribedDisplacement[coarse];
      }
    }
    fine.supports[i] = held ? 1 : 0;
    if (held && !fine.prescribedDisplacement.empty())
    {
      fine.prescribedDisplacement[i] = displacement;
    }
  }
  for (const LoadCase& load : problem.loadCases)
  {
    fine.loadCases.push_back(
      { load.name, load.weight, refineForces(problem.mesh, refinement, load.forces) });
  }
  fine.ofDesign = problem.ofDesign;
  ThermalStrain& thermal = fine.ofDesign.thermal;
  if (!problem.ofDesign.thermal.temperature.empty())
  {
    thermal.temperature.assign(unknowns / 3, 0.0);
    for (std::size_t n = 0; n < unknowns / 3; ++n)
    {
      for (const auto* share = refinement.begin(n); share != refinement.end(n); ++share)
      {
        thermal.temperature[n] += share->weight *
          problem.ofDesign.thermal.temperature[static_cast<std::size_t>(share->node)];
      }
    }
  }
  thermal.expansions.clear();
  for (const double expansion : problem.ofDesign.thermal.expansions)
  {
    thermal.expansions.insert(thermal.expansions.end(), parts * parts * parts, expansion);
  }
  fine.springs = problem.springs;
  if (!fine.springs.empty())
  {
    fine.springs.resize(unknowns, 0.0); // coarse nodes come first
  }
  return fine;
}
}
