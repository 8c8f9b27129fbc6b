#ifndef TRABECULA_TESTING_KERNELS_PROBLEMS_H
#define TRABECULA_TESTING_KERNELS_PROBLEMS_H

#include "Support/Random.h"

#include "Core/Device.h"
#include "Optimization/TopologyOptimizer.h"
#include "Optimization/TopologyProblem.h"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
using Point = std::array<double, 3>;

Point nodePosition(const Mesh& mesh, std::size_t node);

/// Returns the numbers of the nodes whose position satisfies a condition.
std::vector<std::size_t> nodesWhere(
  const Mesh& mesh, const std::function<bool(const Point&)>& condition);

/// Moves all nodes, including those on the surface, by up to `amplitude` times the element size in
/// each direction. Elements remain convex up to about 0.2.
void distort(Mesh& mesh, double amplitude, double elementSize, Random& random);

/// Applies a random rotation, then a scaling and a shift.
void moveRigidly(Mesh& mesh, double scale, Random& random);

/// A box of unit cubes, distorted.
Mesh distortedBox(const std::array<int, 3>& elements, double amplitude, Random& random);

/// The mesh of a problem with renumbered nodes and elements, and with another first corner in each
/// element.
struct Renumbered
{
  TopologyProblem problem;
  std::vector<std::size_t> newNode;    ///< for each old node
  std::vector<std::size_t> newElement; ///< for each old element
};
Renumbered renumber(const TopologyProblem& problem, Random& random);

/// Assigns the structure and the design of another problem to one on a mesh.
template <class Problem, class Other>
void setParts(Problem& problem, const Other& other)
{
  problem.structure = other.structure;
  problem.design = other.design;
}

/// Constrains all three components of the nodes that satisfy a condition.
void clamp(TopologyProblem& problem, const std::function<bool(const Point&)>& condition);

/// Returns a problem with the given mesh, no supports and one load case without forces.
TopologyProblem emptyProblem(Mesh mesh);

/**
 * A box of unit cubes supported at x = 0 with a unit load in -z on each node of the edge x = nx, z
 * = 0, as in the EbE paper's section 5.1; filter radius 1.5.
 */
TopologyProblem cantilever(const std::array<int, 3>& elements);

/// A cantilever on a distorted mesh with two weighted load cases in random directions.
TopologyProblem distortedCantilever(const std::array<int, 3>& elements, Random& random);

/// Removes forces on nodes all of whose elements are void, which would be refused.
void unloadVoid(TopologyProblem& problem);

/// Returns consistent nodal forces of a uniform traction with the given total on a rectangular face
/// x = const of a box mesh.
std::vector<double> uniformTraction(const Mesh& mesh, double x, const Point& total);

/// Runs steps and returns the compliances of the iterates.
std::vector<double> runSteps(TopologyOptimizer& optimizer, int steps);

/// Compliance of iterate 0.
double firstCompliance(const TopologyProblem& problem, const Device& device);

/// Largest |a - b| over the largest |b|.
double relativeDifference(const std::vector<double>& a, const std::vector<double>& b);
}

#endif
