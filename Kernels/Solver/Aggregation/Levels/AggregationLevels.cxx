#include "Solver/Aggregation/Levels/AggregationLevels.h"

#include "Core/Error.h"
#include "Solver/Aggregation/BlockScaling.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/Parts/CoarseningOnParts.h"
#include "Solver/SmootherKernels.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Largest number of unknowns of a level that is solved directly.
constexpr std::int64_t MostSolvedUnknowns = 3000;
}

template <class Space>
AggregationLevel<Space>::AggregationLevel(
  LayoutPointer<Space> layout, const BlockPattern<Space>* rows)
  : block(layout->components()), n(layout->size()), sizeOfAll(n), pattern(rows),
    x(std::move(layout)), r(x.context(), static_cast<std::size_t>(n))
{
}

template <class Space>
void AggregationLevel<Space>::divide(const Layout<Space>& layout)
{
  const Context<Space>& context = layout.context();
  if (!layout.hasGhosts())
  {
    context.requireSinglePart("Smoothed aggregation without a halo of nodes");
  }
  LevelNodes nodes = nodesOfLayout(layout);
  std::vector<HaloNeighbour> neighbours = nodes.neighbours(context.communicator());
  this->onParts =
    std::make_unique<LevelOnParts<Space>>(std::move(nodes), std::move(neighbours), layout);
  if (this->pattern)
  {
    this->onParts->takeRows(*this->pattern);
    this->pattern = &this->onParts->rows;
  }
  auto size = static_cast<double>(layout.ownedSize());
  context.sumOverParts(&size, 1);
  this->sizeOfAll = static_cast<std::int64_t>(size);
  this->x.zero();
}

template <class Space>
void AggregationLevel<Space>::addSmoother(std::unique_ptr<LevelSmoother<Space>> given)
{
  this->smoother = std::move(given);
  this->steps =
    DeviceVector<float, Space>(this->x.context(), 2 * static_cast<std::size_t>(this->n));
  this->d = this->steps.data();
  this->q = this->d + this->n;
}

template <class Space>
void AggregationLevel<Space>::addBlockSmoother()
{
  auto made = std::make_unique<BlockSmoother<Space>>(
    this->x.context(), this->block, *this->pattern, this->onParts ? this->onParts->halo : nullptr);
  this->blocks = made.get();
  this->addSmoother(std::move(made));
}

template <class Space>
void AggregationLevel<Space>::addProductSmoother(
  StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system, int blockOfJacobi)
{
  auto made = std::make_unique<ProductSmoother<Space>>(stiffness, system, blockOfJacobi);
  this->products = made.get();
  this->addSmoother(std::move(made));
}

template <class Space>
void AggregationLevel<Space>::updateSmoother(const double* values)
{
  if (!this->products)
  {
    this->blocks->setMatrix(values, this->constrained.data());
  }
  else if (this->source)
  {
    this->products->update(*this->pattern, values, this->constrained.data());
  }
  else
  {
    this->products->update(this->constrained.data());
  }
}

template <class Space>
void AggregationLevel<Space>::estimateEigenvalue()
{
  const auto scratch =
    this->x.context().workspace().template lease<float>(4 * static_cast<std::size_t>(this->n));
  this->largestEigenvalue =
    this->smoother->largestEigenvalue(this->n, scratch.data(), !this->isReplicated);
  if (!std::isfinite(this->largestEigenvalue) || !(this->largestEigenvalue > 0.0))
  {
    throw SolverBreakdown(
      "Multigrid found no eigenvalue of the stiffness. Check that moduli are neither too large "
      "nor too small for single precision, and that some displacements are free.");
  }
}

template <class Space>
void AggregationLevel<Space>::computeGalerkin(
  const double* values, AggregationLevel& coarse, double* coarseValues)
{
  const Context<Space>& context = this->x.context();
  if (!this->onParts)
  {
    this->galerkin->compute(context, *this->pattern, values, this->transfer, coarseValues);
    return;
  }
  LevelOnParts<Space>& parts = *this->onParts;
  const int square = coarse.block * coarse.block;
  parts.transferBlocks->update(this->transfer.values.data(), this->transfer.blockSize());
  const auto mine = context.workspace().template lease<double>(
    static_cast<std::size_t>(square * parts.matrixSums->items()));
  this->galerkin->compute(context, *this->pattern, values, this->transfer, mine.data());
  parts.matrixSums->add(
    mine.data(), square, parts.replica ? parts.replica->ownRows(coarseValues) : coarseValues);
  if (parts.replica)
  {
    parts.replica->gatherRows(coarseValues);
  }
  mirrorBlocks(context, *coarse.pattern, coarse.block, coarseValues);
}

template <class Space>
void AggregationLevel<Space>::computeCoarse(
  const double* values, AggregationLevel& coarse, double* coarseValues)
{
  const Context<Space>& context = this->x.context();
  smoothProlongation(context, *this->pattern, values, this->smoother->jacobi().inverses(),
    4.0 / (3.0 * this->largestEigenvalue), this->tentative, this->transfer);
  this->computeGalerkin(values, coarse, coarseValues);
  if (coarse.isScaled())
  {
    BlockScaling<Space> scaling(
      context, *coarse.pattern, coarse.onParts ? coarse.onParts->halo.get() : nullptr);
    scaling.scaleMatrix(coarseValues, coarse.constrained.data());
    if (this->onParts && this->onParts->replica)
    {
      scaling.scaleCoarseSide(this->transfer, this->onParts->replica->numbersThere());
    }
    else
    {
      scaling.scaleCoarseSide(this->transfer);
    }
    if (coarse.galerkin)
    {
      scaling.scaleFineSide(coarse.tentative, coarse.tentative.scaledBlocks.data());
    }
  }
}

template <class Space>
void AggregationLevel<Space>::smooth(const AggregationSettings& settings, bool fromZero)
{
  detail::ChebyshevSteps polynomial(this->largestEigenvalue, settings.eigenvalueRatio);
  this->smoother->start(this->r.data(), polynomial.first(), fromZero, this->d, this->x.data());
  for (int step = 1; step < settings.smootherDegree; ++step)
  {
    polynomial.advance();
    this->smoother->step(
      this->d, polynomial.keep(), polynomial.factor(), this->r.data(), this->q, this->x.data());
    std::swap(this->d, this->q);
  }
}

template <class Space>
void AggregationLevel<Space>::restrictTo(AggregationLevel& coarse)
{
  if (this->onParts)
  {
    this->onParts->restrictTo(this->transfer, this->r.data(), coarse.r.data());
    return;
  }
  this->transfer.restrictTo(this->r.data(), coarse.r.data());
}

template <class Space>
void AggregationLevel<Space>::prolongFrom(AggregationLevel& coarse)
{
  const float* solution = coarse.x.data();
  if (this->onParts && this->onParts->replica)
  {
    solution = this->onParts->replica->takeSolution(solution);
  }
  else
  {
    coarse.x.updateGhosts();
  }
  this->transfer.prolongTo(solution, this->d, this->x.data());
}

template <class Space>
void addAggregateLevels(const std::vector<double>& points, const FinestProducts<Space>& products,
  const AggregationSettings& settings, AggregationLevels<Space>& levels)
{
  const Context<Space>& context = levels.back()->x.context();
  const AggregationLevel<Space>& last = *levels.back();
  const std::int64_t owned = last.x.layout().owned();
  NodesToAggregate<Space> nodes;
  nodes.places.assign(points.begin(), points.begin() + 3 * owned);
  std::vector<std::uint8_t> ofNodes = last.constrained.toHost();
  ofNodes.resize(static_cast<std::size_t>(last.block * owned));
  nodes.modes = nearNullSpace(context, last.block, nodes.places, ofNodes);
  nodes.wanted = settings.finestAggregate;
  while (levels.back()->onParts && coarsenOnParts(products, settings, nodes, levels))
  {
  }
  if (levels.back()->onParts)
  {
    levels.back()->addBlockSmoother(); // no part has free nodes with elements
    return;
  }
  while (levels.back()->n > FewAggregatedUnknowns)
  {
    AggregationLevel<Space>& fine = *levels.back();
    const std::vector<std::uint8_t> constrained = fine.constrained.toHost();
    const std::vector<std::int64_t> starts = fine.pattern->starts.toHost();
    std::vector<std::uint8_t> used(constrained.size() / static_cast<std::size_t>(fine.block));
    for (std::size_t i = 0; i < constrained.size(); ++i)
    {
      const std::size_t node = i / static_cast<std::size_t>(fine.block);
      used[node] |= constrained[i] == 0 && starts[node + 1] > starts[node] ? 1 : 0;
    }
    const AggregateNumbers aggregates =
      connectedAggregates(nodes.places, starts, fine.pattern->nodes.toHost(), used, nodes.wanted);
    if (double(aggregates.count) > LeastCoarsening * double(used.size()) || aggregates.count == 0)
    {
      break;
    }
    CoarseModes<Space> coarse;
    fine.tentative = makeTentative(
      context, fine.block, aggregates.ofNode, aggregates.count, std::move(nodes.modes), coarse);
    if (products.stiffness && levels.size() == 1)
    {
      fine.addProductSmoother(*products.stiffness, *products.system, fine.block);
    }
    else
    {
      fine.addBlockSmoother();
    }
    if (fine.isScaled())
    {
      fine.tentative.scaledBlocks =
        DeviceVector<float, Space>(context, fine.tentative.blocks.size());
    }
    fine.transfer = makeSmoothedPattern(context, *fine.pattern, fine.tentative);
    fine.galerkin = std::make_unique<GalerkinProduct<Space>>(context, *fine.pattern, fine.transfer);
    const BlockPattern<Space>& pattern = fine.galerkin->pattern();
    auto level = std::make_unique<AggregationLevel<Space>>(
      makeLayout(context, Entity::Node, pattern.rows(), fine.tentative.modes()), &pattern);
    level->isOfAggregates = true;
    level->constrained = std::move(coarse.constrained);
    level->isReplicated = fine.isReplicated;
    nodes.modes = std::move(coarse.modes);
    nodes.places = aggregateCentres(nodes.places, aggregates);
    nodes.wanted = settings.coarseAggregate;
    levels.push_back(std::move(level));
  }
  if (levels.back()->n > detail::MostSolvedUnknowns)
  {
    levels.back()->addBlockSmoother(); // many unconnected parts keep it large
  }
}

template struct AggregationLevel<CompiledSpace>;
template void addAggregateLevels(const std::vector<double>& points,
  const FinestProducts<CompiledSpace>& products, const AggregationSettings& settings,
  AggregationLevels<CompiledSpace>& levels);
}
