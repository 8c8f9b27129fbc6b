#include "Solver/Aggregation/AggregationMultigrid.h"

#include "Core/Error.h"
#include "Core/Execution/GraphCapture.h"
#include "Core/Parallel.h"
#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/BlockScaling.h"
#include "Solver/Aggregation/CoarsestSolve.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/LaggedUpdate.h"
#include "Solver/Aggregation/Smoothers/BlockSmoother.h"
#include "Solver/Aggregation/Smoothers/ProductSmoother.h"
#include "Solver/SmootherKernels.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Safety factor on estimates of largest eigenvalues.
constexpr double AggregationMargin = 1.1;
/// Number of unknowns up to which a level can be solved.
constexpr std::int64_t MostSolvedUnknowns = 3000;
/// Coarsening stops where it leaves more nodes than this share.
constexpr double LeastCoarsening = 0.6;
/// Factor on eigenvalues after a breakdown, and how often it is applied.
constexpr double AggregationCaution = 1.4;
constexpr int MostAggregationRecoveries = 3;

/// Rows of elasticity; the arguments must remain valid as long as they are used.
template <class Space>
MeshRows<Space> elasticRows(
  const Context<Space>& context, const PoissonsRatios& ratios, const std::vector<double>& springs)
{
  return [&](const Mesh& mesh, const CornerMesh* corners) -> std::unique_ptr<BlockRowSource<Space>>
  {
    return std::make_unique<ElementRows<Space>>(
      context, mesh, ratios, corners ? cornerSprings(*corners, springs) : springs);
  };
}
}

/// Matrix, transfer to the next level, and vectors. Levels below the finest are raw arrays.
template <class Space>
struct AggregationMultigrid<Space>::Level
{
  int block = 3;
  std::int64_t n = 0;
  bool isOfAggregates = false; ///< else of elements
  const BlockPattern<Space>* pattern = nullptr;
  std::unique_ptr<BlockRowSource<Space>> source; ///< of levels that are assembled
  DeviceVector<std::uint8_t, Space> constrained;
  std::unique_ptr<LevelSmoother<Space>> smoother; ///< none on a level that is solved
  BlockSmoother<Space>* blocks = nullptr;         ///< the same, if its matrix is stored
  ProductSmoother<Space>* products = nullptr;     ///< else
  double largestEigenvalue = 1.0;
  BlockTransfer<Space> transfer; ///< to the next level
  TentativeTransfer<Space> tentative;
  std::unique_ptr<GalerkinProduct<Space>> galerkin; ///< the matrix of the next level
  Vector<Space, float> x;                           ///< solution of a cycle
  DeviceVector<float, Space> r;                     ///< its right-hand side, then the residual
  DeviceVector<float, Space> steps;
  float* d = nullptr; ///< the last step of the smoother
  float* q = nullptr; ///< the step after it

  explicit Level(LayoutPointer<Space> layout, const BlockPattern<Space>* rows = nullptr)
    : block(layout->components()), n(layout->size()), pattern(rows), x(std::move(layout)),
      r(x.context(), static_cast<std::size_t>(n))
  {
  }

  /// Whether the blocks on the diagonal are made identities, see BlockScaling: single numbers have
  /// nothing to lose by rounding.
  bool isScaled() const { return this->isOfAggregates && this->block > 1; }

  void addSmoother(std::unique_ptr<LevelSmoother<Space>> given)
  {
    this->smoother = std::move(given);
    this->steps =
      DeviceVector<float, Space>(this->x.context(), 2 * static_cast<std::size_t>(this->n));
    this->d = this->steps.data();
    this->q = this->d + this->n;
  }
  void addBlockSmoother()
  {
    auto made =
      std::make_unique<BlockSmoother<Space>>(this->x.context(), this->block, *this->pattern);
    this->blocks = made.get();
    this->addSmoother(std::move(made));
  }
  void addProductSmoother(
    StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system, int blockOfJacobi)
  {
    auto made = std::make_unique<ProductSmoother<Space>>(stiffness, system, blockOfJacobi);
    this->products = made.get();
    this->addSmoother(std::move(made));
  }

  /// The smoother for other moduli. @param values of the matrix, if the level is assembled
  void updateSmoother(const double* values)
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
};

/// Data independent of the level.
template <class Space>
struct AggregationMultigrid<Space>::Storage
{
  Storage(const Context<Space>& given, const AggregationSettings& settings)
    : context(&given), lag(settings.lagIterations)
  {
  }

  const Context<Space>* context;
  FinestProducts<Space> products; ///< that smooth a level of blocks
  int recoveries = 0;
  LaggedUpdate lag;
  bool isLagged = false; ///< coarse levels are of other moduli
  const Vector<Space>* moduli = nullptr;
  Vector<Space, float> free;
  CoarsestSolve<Space> coarsest;              ///< of the last level, if it has no smoother
  std::unique_ptr<GraphCapture<Space>> cycle; ///< or the part of it that can be captured
  const double* capturedFor = nullptr;        ///< residual that the cycle reads
};

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(LayoutPointer<Space> layout, const Mesh& mesh,
  const MeshRows<Space>& rows, const std::vector<std::uint8_t>& supports,
  const FinestProducts<Space>& products, const AggregationSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(layout->context(), settings))
{
  const Context<Space>& context = layout->context();
  const int components = layout->components();
  StiffnessOperator<Space>* stiffness = products.stiffness;
  if (stiffness)
  {
    context.requireSinglePart("Smoothed aggregation");
  }
  if (static_cast<std::int64_t>(mesh.numberOfNodes()) != layout->count() ||
    (stiffness && !stiffness->layout().matches(*layout)))
  {
    throw Error("Multigrid for a mesh of " + std::to_string(mesh.numberOfNodes()) +
      " nodes is given a stiffness of " + (stiffness ? stiffness->layout() : *layout).text() + ".");
  }
  const bool isQuadratic = hasQuadraticElements(mesh);
  if (!stiffness || settings.storeFinest || !isQuadratic)
  {
    this->addFineLevel(rows(mesh, nullptr), layout, supports);
    if (stiffness && !settings.storeFinest && stiffness->hasSingle())
    {
      this->Store->products = products;
    }
  }
  else
  {
    this->addFineLevel(nullptr, layout, supports);
    this->Levels.back()->addProductSmoother(*stiffness, *products.system, 1);
  }
  if (!isQuadratic)
  {
    this->addAggregates(mesh.points);
    return;
  }
  const CornerMesh corners = makeCornerMesh(mesh);
  Level& finest = *this->Levels[0];
  if (!finest.smoother)
  {
    finest.addBlockSmoother();
  }
  finest.transfer = makeCornerTransfer(context, corners, supports);
  this->addFineLevel(rows(corners.mesh, &corners),
    makeLayout(
      context, Entity::Node, static_cast<std::int64_t>(corners.mesh.numberOfNodes()), components),
    cornerSupports(corners, supports));
  this->addAggregates(corners.mesh.points);
}

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
  const std::vector<double>& springs, const AggregationSettings& settings)
  : AggregationMultigrid(layoutsOf(context, mesh).unknowns, mesh,
      detail::elasticRows(context, ratios, springs), supports, {}, settings)
{
}

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
  const std::vector<double>& springs, StiffnessOperator<Space>& stiffness,
  SpringOperator<Space>& system, const AggregationSettings& settings)
  : AggregationMultigrid(stiffness.layoutPointer(), mesh,
      detail::elasticRows(context, ratios, springs), supports, { &stiffness, &system }, settings)
{
}

/// A level of elements. @param rows of its matrix; null if it is not assembled
template <class Space>
void AggregationMultigrid<Space>::addFineLevel(std::unique_ptr<BlockRowSource<Space>> rows,
  LayoutPointer<Space> layout, const std::vector<std::uint8_t>& supports)
{
  if (static_cast<std::int64_t>(supports.size()) != layout->size())
  {
    throw Error("Multigrid for " + layout->text() + " is given " + std::to_string(supports.size()) +
      " supports.");
  }
  if (layout->components() != 3 && layout->components() != 1)
  {
    throw Error("Smoothed aggregation takes one or three unknowns a node, not those of " +
      layout->text() + ".");
  }
  auto level = std::make_unique<Level>(std::move(layout), rows ? &rows->pattern() : nullptr);
  level->source = std::move(rows);
  level->constrained = DeviceVector<std::uint8_t, Space>(*this->Store->context, supports);
  this->Levels.push_back(std::move(level));
}

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(LayoutPointer<Space> layout,
  std::unique_ptr<BlockRowSource<Space>> rows, const std::vector<double>& points,
  const std::vector<std::uint8_t>& supports, const AggregationSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(layout->context(), settings))
{
  if (layout->count() != rows->pattern().rows())
  {
    throw Error("Multigrid for a matrix of " + std::to_string(rows->pattern().rows()) +
      " rows of blocks is given a layout of " + layout->text() + ".");
  }
  this->addFineLevel(std::move(rows), std::move(layout), supports);
  this->addAggregates(points);
}

template <class Space>
AggregationMultigrid<Space>::~AggregationMultigrid() = default;

template <class Space>
void AggregationMultigrid<Space>::addAggregates(const std::vector<double>& points)
{
  const Context<Space>& context = *this->Store->context;
  const Level& finest = *this->Levels[0];
  this->Store->free = Vector<Space, float>(finest.x.layoutPointer());
  detail::markFree(context, finest.n, finest.constrained.data(), this->Store->free.data());

  std::vector<double> places = points;
  DeviceVector<double, Space> modes = nearNullSpace(
    context, this->Levels.back()->block, points, this->Levels.back()->constrained.toHost());
  double wanted = this->Settings.finestAggregate;
  while (this->Levels.back()->n > FewAggregatedUnknowns)
  {
    Level& fine = *this->Levels.back();
    const std::vector<std::uint8_t> constrained = fine.constrained.toHost();
    const std::vector<std::int64_t> starts = fine.pattern->starts.toHost();
    std::vector<std::uint8_t> used(constrained.size() / static_cast<std::size_t>(fine.block));
    for (std::size_t i = 0; i < constrained.size(); ++i)
    {
      const std::size_t node = i / static_cast<std::size_t>(fine.block);
      used[node] |= constrained[i] == 0 && starts[node + 1] > starts[node] ? 1 : 0;
    }
    const AggregateNumbers aggregates =
      connectedAggregates(places, starts, fine.pattern->nodes.toHost(), used, wanted);
    if (double(aggregates.count) > detail::LeastCoarsening * double(used.size()) ||
      aggregates.count == 0)
    {
      break;
    }
    CoarseModes<Space> coarse;
    fine.tentative = makeTentative(
      context, fine.block, aggregates.ofNode, aggregates.count, std::move(modes), coarse);
    const FinestProducts<Space>& products = this->Store->products;
    if (products.stiffness && this->Levels.size() == 1)
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
    auto level = std::make_unique<Level>(
      makeLayout(context, Entity::Node, pattern.rows(), fine.tentative.modes()), &pattern);
    level->isOfAggregates = true;
    level->constrained = std::move(coarse.constrained);
    modes = std::move(coarse.modes);
    places = aggregateCentres(places, aggregates);
    wanted = this->Settings.coarseAggregate;
    this->Levels.push_back(std::move(level));
  }
  if (this->Levels.back()->n > detail::MostSolvedUnknowns)
  {
    this->Levels.back()->addBlockSmoother(); // many parts: smoothing has to do
  }
}

template <class Space>
const Vector<Space, float>& AggregationMultigrid<Space>::freeUnknowns() const
{
  return this->Store->free;
}

template <class Space>
std::vector<std::int64_t> AggregationMultigrid<Space>::levelSizes() const
{
  std::vector<std::int64_t> sizes;
  for (const auto& level : this->Levels)
  {
    sizes.push_back(level->n);
  }
  return sizes;
}

template <class Space>
double AggregationMultigrid<Space>::operatorComplexity() const
{
  double entries = 0.0;
  double finest = 0.0;
  for (const auto& level : this->Levels)
  {
    const double mine =
      level->pattern ? double(level->pattern->pairs()) * level->block * level->block : 0.0;
    finest = finest == 0.0 ? mine : finest;
    entries += mine;
  }
  return entries / finest;
}

template <class Space>
void AggregationMultigrid<Space>::update(const Vector<Space>& moduli, double /*largest*/)
{
  Storage& store = *this->Store;
  store.moduli = &moduli;
  store.isLagged = !store.lag.startDesign();
  if (store.isLagged)
  {
    this->updateElements();
    return;
  }
  this->updateLevels();
}

template <class Space>
void AggregationMultigrid<Space>::updateLevels()
{
  Storage& store = *this->Store;
  store.lag.startUpdate();
  store.cycle.reset();
  std::size_t coarseValues = 0;
  std::size_t mostUnknowns = 0;
  for (const auto& level : this->Levels)
  {
    coarseValues += level->galerkin ? level->galerkin->numberOfValues() : 0;
    mostUnknowns = std::max(mostUnknowns, static_cast<std::size_t>(level->n));
  }
  const auto matrices = store.context->workspace().template lease<double>(coarseValues);
  double* next = matrices.data();
  const double* values = nullptr;
  for (std::size_t l = 0; l < this->Levels.size(); ++l)
  {
    const auto& level = this->Levels[l];
    values = level->source ? level->source->compute(*store.moduli) : values;
    if (!level->smoother)
    {
      break;
    }
    level->updateSmoother(values);
    {
      const auto scratch = store.context->workspace().template lease<float>(4 * mostUnknowns);
      level->largestEigenvalue = level->smoother->largestEigenvalue(scratch.data());
    }
    if (!std::isfinite(level->largestEigenvalue) || !(level->largestEigenvalue > 0.0))
    {
      throw SolverBreakdown(
        "Multigrid found no eigenvalue of the stiffness. Check that moduli are neither too large "
        "nor too small for single precision, and that some displacements are free.");
    }
    if (level->galerkin)
    {
      smoothProlongation(*store.context, *level->pattern, values,
        level->smoother->jacobi().inverses(), 4.0 / (3.0 * level->largestEigenvalue),
        level->tentative, level->transfer);
      level->galerkin->compute(*store.context, *level->pattern, values, level->transfer, next);
      Level& coarse = *this->Levels[l + 1];
      if (coarse.isScaled())
      {
        BlockScaling<Space> scaling(*store.context, *coarse.pattern);
        scaling.scaleMatrix(next, coarse.constrained.data());
        scaling.scaleCoarseSide(level->transfer);
        if (coarse.galerkin)
        {
          scaling.scaleFineSide(coarse.tentative, coarse.tentative.scaledBlocks.data());
        }
      }
      values = next;
      next += level->galerkin->numberOfValues();
    }
    level->largestEigenvalue *= detail::AggregationMargin;
  }
  if (!this->Levels.back()->smoother)
  {
    const Level& coarsest = *this->Levels.back();
    store.coarsest.update(
      *store.context, *coarsest.pattern, coarsest.block, values, coarsest.constrained.data());
  }
  store.lag.finishUpdate();
  store.isLagged = false;
  store.recoveries = 0;
}

template <class Space>
void AggregationMultigrid<Space>::updateElements()
{
  for (const auto& level : this->Levels)
  {
    if (level->smoother && (level->source || level->products))
    {
      level->updateSmoother(level->source ? level->source->compute(*this->Store->moduli) : nullptr);
    }
  }
}

template <class Space>
std::string AggregationMultigrid<Space>::recover()
{
  if (this->Store->isLagged)
  {
    this->updateLevels();
    return detail::CautionNote;
  }
  if (++this->Store->recoveries > detail::MostAggregationRecoveries)
  {
    return {};
  }
  // Polynomials grow fast beyond their interval.
  this->Store->cycle.reset();
  for (const auto& level : this->Levels)
  {
    level->largestEigenvalue *= detail::AggregationCaution;
  }
  return detail::CautionNote;
}

/// Improves x by a polynomial in r, the residual before it; r is short of the last step d.
template <class Space>
void AggregationMultigrid<Space>::smooth(Level& level, bool fromZero)
{
  detail::ChebyshevSteps steps(level.largestEigenvalue, this->Settings.eigenvalueRatio);
  level.smoother->start(level.r.data(), steps.first(), fromZero, level.d, level.x.data());
  for (int step = 1; step < this->Settings.smootherDegree; ++step)
  {
    steps.advance();
    level.smoother->step(
      level.d, steps.keep(), steps.factor(), level.r.data(), level.q, level.x.data());
    std::swap(level.d, level.q);
  }
}

template <class Space>
void AggregationMultigrid<Space>::solveCoarsest(bool fromZero)
{
  Level& level = *this->Levels.back();
  if (level.smoother)
  {
    this->smooth(level, fromZero);
    return;
  }
  this->Store->coarsest.solve(level.r.data(), fromZero, level.x.data());
}

/// Improves x, or zero, for the residual r, which is overwritten.
template <class Space>
void AggregationMultigrid<Space>::cycle(std::size_t level, bool fromZero)
{
  if (level + 1 == this->Levels.size())
  {
    this->solveCoarsest(fromZero);
    return;
  }
  Level& fine = *this->Levels[level];
  Level& coarse = *this->Levels[level + 1];
  this->smooth(fine, fromZero);
  fine.smoother->subtract(fine.d, fine.r.data());
  fine.transfer.restrictTo(fine.r.data(), coarse.r.data());
  Storage& store = *this->Store;
  if (fine.products)
  {
    // Products of operators may do what cannot be captured.
    if (!store.cycle)
    {
      store.cycle = std::make_unique<GraphCapture<Space>>(
        *store.context, [this, level] { this->visitCoarse(level + 1); });
    }
    store.cycle->launch();
  }
  else
  {
    this->visitCoarse(level + 1);
  }
  fine.transfer.prolongTo(coarse.x.data(), fine.d, fine.x.data());
  fine.smoother->subtract(fine.d, fine.r.data());
  this->smooth(fine, false);
}

/// The cycles of a coarse level, whose right-hand side is there.
template <class Space>
void AggregationMultigrid<Space>::visitCoarse(std::size_t level)
{
  Level& coarse = *this->Levels[level];
  this->cycle(level, true);
  const bool aggregates = coarse.isOfAggregates && level + 1 < this->Levels.size();
  const std::size_t firstOfAggregates = this->Levels[0]->galerkin ? 1 : 2;
  if (aggregates &&
    level < firstOfAggregates + static_cast<std::size_t>(this->Settings.twiceLevels))
  {
    coarse.smoother->subtract(coarse.d, coarse.r.data());
    this->cycle(level, false);
  }
}

template <class Space>
const Vector<Space, float>& AggregationMultigrid<Space>::apply(const Vector<Space>& r)
{
  Storage& store = *this->Store;
  Level& finest = *this->Levels[0];
  r.require(finest.x.layout(), "A residual");
  if (store.lag.startIteration())
  {
    this->updateLevels();
  }
  const double* residual = r.data();
  if (finest.products)
  {
    detail::convert(*store.context, finest.n, residual, finest.r.data());
    this->cycle(0, true);
    return finest.x;
  }
  if (!store.cycle || store.capturedFor != residual)
  {
    store.cycle = std::make_unique<GraphCapture<Space>>(*store.context,
      [this, residual]
      {
        Level& level = *this->Levels[0];
        detail::convert(*this->Store->context, level.n, residual, level.r.data());
        this->cycle(0, true);
      });
    store.capturedFor = residual;
  }
  store.cycle->launch();
  return finest.x;
}

template class AggregationMultigrid<CompiledSpace>;
}
