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
using Space = HostSpace; // all spaces are alike, except for chunks of Galerkin products

std::size_t elasticAssemblyMemory(const Mesh& mesh, const NeighbourCounts& counts)
{
  return AssembledMatrix<Space>::memory(MatrixFormat::Bsr, counts) +
    MatrixAssembly<Space>::memory(mesh, counts);
}

/// Returns the bytes of the smoother and the vectors of a level, excluding the assembled matrix.
std::size_t smootherMemory(std::size_t unknowns, const NeighbourCounts& counts)
{
  const auto nodes = static_cast<std::size_t>(counts.rows);
  const auto pairs = static_cast<std::size_t>(counts.pairs);
  return unknowns * unknowns * sizeof(float) * (pairs + nodes) +
    nodes * unknowns * (4 * sizeof(float) + 1);
}

/// Returns the expected number of aggregates that overlap a cube around a node, if aggregates are
/// cubes of nodes. For a width of 1 the cube contains the neighbours of the node, and for a width
/// of 2 also their neighbours.
double aggregatesWithin(double nodesOfAggregate, double width, double neighbours)
{
  const double reach = 0.5 * (std::cbrt(std::max(neighbours, 1.0)) - 1.0); // in nodes
  const double side = std::cbrt(nodesOfAggregate);
  return std::pow(1.0 + 2.0 * width * reach / side, 3.0);
}

/// Returns the expected number of neighbours of such an aggregate on the next coarser level.
double neighboursOfAggregate(double nodesOfAggregate, double neighbours)
{
  const double side = std::cbrt(nodesOfAggregate);
  const double reach = 0.5 * (std::cbrt(std::max(neighbours, 1.0)) - 1.0);
  return std::pow(2.0 + 6.0 * reach / side - 1.0 / side, 3.0);
}

/// Returns the bytes of a replicated level with those that are coarser. Its matrix is stored twice,
/// in both precisions, and is twice in the workspace while it is gathered.
double replicaMemory(double nodes, double neighbours, double modes)
{
  const double ofBlock = modes * modes * (sizeof(float) + 3.0 * sizeof(double)) + 24.0;
  return 1.2 * nodes * (std::min(nodes, neighbours) * ofBlock + modes * modes * 24.0);
}
}

std::size_t aggregationMemory(
  const Mesh& mesh, const AggregationSettings& settings, ExecutionSpace space, int parts)
{
  return aggregationMemory(mesh, 3, elasticAssemblyMemory, settings, space, parts);
}

std::size_t aggregationMemory(const Mesh& mesh, int unknowns, const AssemblyMemory& assembly,
  const AggregationSettings& settings, ExecutionSpace space, int parts)
{
  const auto components = static_cast<std::size_t>(unknowns);
  const int modes = nearNullModes(unknowns);
  const double square = double(modes) * modes;
  const bool isQuadratic = hasQuadraticElements(mesh);
  CornerMesh corners;
  const bool isStored = settings.storeFinest || !isQuadratic;
  NeighbourCounts counts;
  counts.rows = static_cast<std::int64_t>(mesh.numberOfNodes());
  counts = isStored ? countNeighbours(mesh) : counts;
  // Smoothing by products requires vectors, the diagonal, marks, and two vectors in double
  // precision.
  std::size_t bytes = isStored ? assembly(mesh, counts) + smootherMemory(components, counts)
                               : components * mesh.numberOfNodes() * (5 * sizeof(float) + 2 + 16);
  const auto all = components * static_cast<std::size_t>(counts.rows);
  bytes += all * sizeof(float);                  // marks of free unknowns
  std::size_t scratch = 4 * all * sizeof(float); // eigenvalue estimation
  if (isQuadratic)
  {
    corners = makeCornerMesh(mesh);
    // This is the prolongation to mid-edge nodes.
    bytes += static_cast<std::size_t>(counts.rows) *
      (16 + 2 * (components * components * sizeof(float) + 16));
    counts = countNeighbours(corners.mesh);
    bytes += assembly(corners.mesh, counts) + smootherMemory(components, counts);
  }
  double nodes = double(counts.rows);
  double neighbours = double(counts.pairs) / std::max(nodes, 1.0);
  double perAggregate = settings.finestAggregate;
  double coarseValues = 0.0;
  double levels = 0.0;
  std::size_t product = 0;
  double factors = 0.0;
  const double replicated = std::min(
    static_cast<double>(settings.replicatedNodes), 1.2 * parts * nodes / settings.finestAggregate);
  if (parts > 1)
  {
    // The rows of owned nodes have patterns of their own.
    levels += 8.0 * nodes + 4.0 * nodes * neighbours;
    levels += replicaMemory(replicated, neighboursOfAggregate(perAggregate, neighbours), modes);
  }
  for (int block = unknowns; nodes * block > double(FewAggregatedUnknowns); block = modes)
  {
    const double touched = aggregatesWithin(perAggregate, 1.0, neighbours);
    const double reached = aggregatesWithin(perAggregate, 2.0, neighbours);
    const double size = double(modes) * block;
    // A level has the tentative prolongation, the smoothed one with its columns, and the pattern of
    // A P.
    levels += nodes * (4.0 + 4.0 * size + touched * (4.0 * size + 16.0) + 4.0 * reached + 16.0);
    product = std::max(product,
      std::min(GalerkinProduct<Space>::mostScratch(space),
        static_cast<std::size_t>(nodes * reached * size * 8.0)));
    const double around = neighboursOfAggregate(perAggregate, neighbours);
    nodes = std::max(1.0, nodes / perAggregate);
    neighbours = std::min(nodes, around);
    perAggregate = settings.coarseAggregate;
    const double blocks = nodes * neighbours;
    coarseValues += square * 8.0 * blocks;
    factors = std::max(factors, 2.0 * square * 8.0 * nodes);
    if (parts > 1)
    {
      // Contributions of this part, and where they are added.
      coarseValues += square * 8.0 * blocks;
      levels += 20.0 * blocks;
    }
    levels +=
      square * 4.0 * (blocks + nodes) + 4.0 * blocks + nodes * (modes * 17.0 + 44.0 + square * 4.0);
  }
  const auto rows = static_cast<std::size_t>(FewAggregatedUnknowns + InverseTile);
  scratch = std::max({ scratch, product, static_cast<std::size_t>(factors) }) +
    static_cast<std::size_t>(coarseValues);
  return bytes + static_cast<std::size_t>(levels) + scratch + rows * rows * sizeof(double) + 65536;
}
}
