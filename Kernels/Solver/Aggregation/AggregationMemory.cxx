#include "Solver/Aggregation/AggregationMemory.h"

#include "Core/Parallel.h"
#include "Operator/Assembled/MatrixAssembly.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/SymmetricInverse.h"

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
using Space = HostSpace; // all spaces are counted alike, but for chunks of Galerkin products

/// Bytes of a level of nodes with 3 unknowns each: the assembled matrix, the smoother and vectors.
std::size_t assembledLevelMemory(const Mesh& mesh, const NeighbourCounts& counts)
{
  const auto nodes = static_cast<std::size_t>(counts.rows);
  const auto pairs = static_cast<std::size_t>(counts.pairs);
  const std::size_t vectors = 12 * sizeof(float) + 3;
  return AssembledMatrix<Space>::memory(MatrixFormat::Bsr, counts) +
    MatrixAssembly<Space>::memory(mesh, AssemblyMethod::Coloured, counts) +
    9 * sizeof(float) * (pairs + nodes) + nodes * vectors;
}

/// Numbers of aggregates around a node, an aggregate, and so on: an aggregate is taken for a cube
/// of so many nodes, and others reach into the cube of the given width around.
double aggregatesWithin(double nodesOfAggregate, double width, double neighbours)
{
  const double reach = 0.5 * (std::cbrt(std::max(neighbours, 1.0)) - 1.0); // of an edge, in nodes
  const double side = std::cbrt(nodesOfAggregate);
  return std::pow(1.0 + 2.0 * width * reach / side, 3.0);
}
}

std::size_t aggregationMemory(
  const Mesh& mesh, const AggregationSettings& settings, ExecutionSpace space)
{
  const bool isQuadratic = hasQuadraticElements(mesh);
  CornerMesh corners;
  const bool isStored = settings.storeFinest || !isQuadratic;
  NeighbourCounts counts;
  counts.rows = static_cast<std::int64_t>(mesh.numberOfNodes());
  counts = isStored ? countNeighbours(mesh) : counts;
  // Of products: vectors, the diagonal, marks, and two vectors in double precision.
  std::size_t bytes = isStored ? assembledLevelMemory(mesh, counts)
                               : 3 * mesh.numberOfNodes() * (5 * sizeof(float) + 2 + 16);
  const auto unknowns = 3 * static_cast<std::size_t>(counts.rows);
  bytes += unknowns * sizeof(float);                  // the marks
  std::size_t scratch = 4 * unknowns * sizeof(float); // for eigenvalues
  if (isQuadratic)
  {
    corners = makeCornerMesh(mesh);
    // Prolongation to the middle of edges.
    bytes += static_cast<std::size_t>(counts.rows) * (16 + 2 * (9 * sizeof(float) + 16));
    counts = countNeighbours(corners.mesh);
    bytes += assembledLevelMemory(corners.mesh, counts);
  }
  double nodes = double(counts.rows);
  double neighbours = double(counts.pairs) / std::max(nodes, 1.0);
  double perAggregate = settings.finestAggregate;
  double coarseValues = 0.0;
  double levels = 0.0;
  std::size_t product = 0;
  double factors = 0.0;
  for (int block = 3; nodes * block > double(FewAggregatedUnknowns); block = RigidModes)
  {
    const double touched = aggregatesWithin(perAggregate, 1.0, neighbours);
    const double reached = aggregatesWithin(perAggregate, 2.0, neighbours);
    const double size = RigidModes * block;
    // Tentative and smoothed prolongation with its columns; the pattern of A P.
    levels += nodes * (4.0 + 4.0 * size + touched * (4.0 * size + 16.0) + 4.0 * reached + 16.0);
    product = std::max(product,
      std::min(GalerkinProduct<Space>::mostScratch(space),
        static_cast<std::size_t>(nodes * reached * size * 8.0)));
    const double side = std::cbrt(perAggregate);
    const double reach = 0.5 * (std::cbrt(std::max(neighbours, 1.0)) - 1.0);
    const double around = std::pow(2.0 + 6.0 * reach / side - 1.0 / side, 3.0);
    nodes = std::max(1.0, nodes / perAggregate);
    neighbours = std::min(nodes, around);
    perAggregate = settings.coarseAggregate;
    const double blocks = nodes * neighbours;
    coarseValues += 36.0 * 8.0 * blocks;
    factors = std::max(factors, 72.0 * 8.0 * nodes);
    levels += 36.0 * 4.0 * (blocks + nodes) + 4.0 * blocks + nodes * (6.0 * 17.0 + 44.0 + 144.0);
  }
  const auto rows = static_cast<std::size_t>(FewAggregatedUnknowns + InverseTile);
  scratch = std::max({ scratch, product, static_cast<std::size_t>(factors) }) +
    static_cast<std::size_t>(coarseValues);
  return bytes + static_cast<std::size_t>(levels) + scratch + rows * rows * sizeof(double) + 65536;
}
}
