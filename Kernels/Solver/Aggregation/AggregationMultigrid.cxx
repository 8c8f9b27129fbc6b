#include "Solver/Aggregation/AggregationMultigrid.h"

#include "Core/Error.h"
#include "Core/Execution/Recording.h"
#include "Core/Parallel.h"
#include "Solver/Aggregation/BlockLoops.h"
#include "Solver/Aggregation/BlockScaling.h"
#include "Solver/Aggregation/CoarsestSolve.h"
#include "Solver/Aggregation/ConnectedAggregates.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/Aggregation/GalerkinProduct.h"
#include "Solver/Aggregation/Renewal.h"
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
}

/// Matrix, transfer to the next level, and vectors.
template <class Space>
struct AggregationMultigrid<Space>::Level
{
  int block = 3;
  std::int64_t n = 0;
  const BlockPattern<Space>* pattern = nullptr;
  std::unique_ptr<BlockRowSource<Space>> source; ///< of levels that are assembled
  DeviceVector<std::uint8_t, Space> held;
  std::unique_ptr<LevelSmoother<Space>> smoother; ///< none on a level that is solved
  BlockSmoother<Space>* blocks = nullptr;         ///< the same, if its matrix is stored
  ProductSmoother<Space>* products = nullptr;     ///< else
  double largestEigenvalue = 1.0;
  BlockTransfer<Space> transfer; ///< to the next level
  TentativeTransfer<Space> tentative;
  std::unique_ptr<GalerkinProduct<Space>> galerkin; ///< the matrix of the next level
  DeviceVector<float, Space> x;                     ///< solution of a cycle
  DeviceVector<float, Space> r;                     ///< its right-hand side, then the residual
  DeviceVector<float, Space> steps;
  float* d = nullptr; ///< the last step of the smoother
  float* q = nullptr; ///< the step after it

  Level(Context<Space>& context, int unknownsOfNode, std::int64_t nodes)
    : block(unknownsOfNode), n(unknownsOfNode * nodes), x(context, static_cast<std::size_t>(n)),
      r(context, static_cast<std::size_t>(n))
  {
  }
  Level(Context<Space>& context, int unknownsOfNode, const BlockPattern<Space>& rows)
    : Level(context, unknownsOfNode, rows.rows())
  {
    this->pattern = &rows;
  }

  void addSmoother(Context<Space>& context, std::unique_ptr<LevelSmoother<Space>> given)
  {
    this->smoother = std::move(given);
    this->steps = DeviceVector<float, Space>(context, 2 * static_cast<std::size_t>(this->n));
    this->d = this->steps.data();
    this->q = this->d + this->n;
  }
  void addBlockSmoother(Context<Space>& context)
  {
    auto made = std::make_unique<BlockSmoother<Space>>(context, this->block, *this->pattern);
    this->blocks = made.get();
    this->addSmoother(context, std::move(made));
  }
  void addProductSmoother(Context<Space>& context, StiffnessOperator<Space>& stiffness,
    SpringOperator<Space>& system, int blockOfJacobi)
  {
    auto made = std::make_unique<ProductSmoother<Space>>(context, stiffness, system, blockOfJacobi);
    this->products = made.get();
    this->addSmoother(context, std::move(made));
  }

  /// The smoother for other moduli. @param values of the matrix, if the level is assembled
  void updateSmoother(const double* values)
  {
    if (!this->products)
    {
      this->blocks->setMatrix(values, this->held.data());
    }
    else if (this->source)
    {
      this->products->update(*this->pattern, values, this->held.data());
    }
    else
    {
      this->products->update(this->held.data());
    }
  }
};

/// Data independent of the level.
template <class Space>
struct AggregationMultigrid<Space>::Storage
{
  Storage(Context<Space>& given, const AggregationSettings& settings)
    : context(&given), renewal(settings.renewalIterations)
  {
  }

  Context<Space>* context;
  StiffnessOperator<Space>* stiffness = nullptr; ///< whose products smooth a level of blocks
  SpringOperator<Space>* system = nullptr;       ///< of which it is a part
  int recoveries = 0;
  Renewal renewal;
  bool isOld = false; ///< coarse levels are of other moduli
  const double* moduli = nullptr;
  DeviceVector<float, Space> free;
  CoarsestSolve<Space> coarsest; ///< of the last level, if it has no smoother
  std::unique_ptr<Recording<Space>> recording;
  const double* recordedFrom = nullptr;
};

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
  const std::vector<double>& springs, const AggregationSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(context, settings))
{
  this->addElements(mesh, ratios, supports, springs);
  this->addLevels(mesh, ratios, supports, springs);
}

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, const std::vector<std::uint8_t>& supports,
  const std::vector<double>& springs, StiffnessOperator<Space>& stiffness,
  SpringOperator<Space>& system, const AggregationSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(context, settings))
{
  if (settings.storeFinest || !hasQuadraticElements(mesh))
  {
    this->addElements(mesh, ratios, supports, springs);
    if (!settings.storeFinest && stiffness.hasSingle())
    {
      this->Store->stiffness = &stiffness;
      this->Store->system = &system;
    }
  }
  else
  {
    auto level = std::make_unique<Level>(context, 3, stiffness.numberOfNodes());
    level->held = DeviceVector<std::uint8_t, Space>(context, supports);
    level->addProductSmoother(context, stiffness, system, 1);
    this->Levels.push_back(std::move(level));
  }
  this->addLevels(mesh, ratios, supports, springs);
}

template <class Space>
void AggregationMultigrid<Space>::addElements(const Mesh& mesh, const PoissonsRatios& ratios,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& springs)
{
  Context<Space>& context = *this->Store->context;
  auto rows = std::make_unique<ElementRows<Space>>(context, mesh, ratios, springs);
  auto level = std::make_unique<Level>(context, 3, rows->pattern());
  level->source = std::move(rows);
  level->held = DeviceVector<std::uint8_t, Space>(context, supports);
  this->Levels.push_back(std::move(level));
}

/// The levels below the finest.
template <class Space>
void AggregationMultigrid<Space>::addLevels(const Mesh& mesh, const PoissonsRatios& ratios,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& springs)
{
  if (!hasQuadraticElements(mesh))
  {
    this->addAggregates(mesh.points);
    return;
  }
  Context<Space>& context = *this->Store->context;
  const CornerMesh corners = makeCornerMesh(mesh);
  Level& finest = *this->Levels[0];
  if (!finest.smoother)
  {
    finest.addBlockSmoother(context);
  }
  finest.transfer = makeCornerTransfer(context, corners, supports);
  this->addElements(
    corners.mesh, ratios, cornerSupports(corners, supports), cornerSprings(corners, springs));
  this->addAggregates(corners.mesh.points);
}

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(Context<Space>& context,
  std::unique_ptr<BlockRowSource<Space>> rows, const std::vector<double>& points,
  const std::vector<std::uint8_t>& supports, const AggregationSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(context, settings))
{
  auto level = std::make_unique<Level>(context, 3, rows->pattern());
  level->source = std::move(rows);
  level->held = DeviceVector<std::uint8_t, Space>(context, supports);
  this->Levels.push_back(std::move(level));
  this->addAggregates(points);
}

template <class Space>
AggregationMultigrid<Space>::~AggregationMultigrid() = default;

template <class Space>
void AggregationMultigrid<Space>::addAggregates(const std::vector<double>& points)
{
  Context<Space>& context = *this->Store->context;
  const Level& finest = *this->Levels[0];
  this->Store->free = DeviceVector<float, Space>(context, static_cast<std::size_t>(finest.n));
  detail::markFree<Space>(finest.n, finest.held.data(), this->Store->free.data());

  std::vector<double> places = points;
  DeviceVector<double, Space> modes =
    rigidBodyModes(context, points, this->Levels.back()->held.toHost());
  double wanted = this->Settings.finestAggregate;
  while (this->Levels.back()->n > FewAggregatedUnknowns)
  {
    Level& fine = *this->Levels.back();
    const std::vector<std::uint8_t> held = fine.held.toHost();
    const std::vector<std::int64_t> starts = fine.pattern->starts.toHost();
    std::vector<std::uint8_t> used(held.size() / static_cast<std::size_t>(fine.block));
    for (std::size_t i = 0; i < held.size(); ++i)
    {
      const std::size_t node = i / static_cast<std::size_t>(fine.block);
      used[node] |= held[i] == 0 && starts[node + 1] > starts[node] ? 1 : 0;
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
    if (this->Store->stiffness && this->Levels.size() == 1)
    {
      fine.addProductSmoother(context, *this->Store->stiffness, *this->Store->system, 3);
    }
    else
    {
      fine.addBlockSmoother(context);
    }
    if (fine.block == RigidModes)
    {
      fine.tentative.scaledBlocks =
        DeviceVector<float, Space>(context, fine.tentative.blocks.size());
    }
    fine.transfer = makeSmoothedPattern(*fine.pattern, fine.tentative);
    fine.galerkin = std::make_unique<GalerkinProduct<Space>>(*fine.pattern, fine.transfer);
    auto level = std::make_unique<Level>(context, RigidModes, fine.galerkin->pattern());
    level->held = std::move(coarse.held);
    modes = std::move(coarse.modes);
    places = aggregateCentres(places, aggregates);
    wanted = this->Settings.coarseAggregate;
    this->Levels.push_back(std::move(level));
  }
  if (this->Levels.back()->n > detail::MostSolvedUnknowns)
  {
    this->Levels.back()->addBlockSmoother(context); // many parts: smoothing has to do
  }
}

template <class Space>
const float* AggregationMultigrid<Space>::freeUnknowns() const
{
  return this->Store->free.data();
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
    finest = level->pattern && finest == 0.0 ? 9.0 * double(level->pattern->pairs()) : finest;
    entries += level->pattern ? double(level->pattern->pairs()) * level->block * level->block : 0.0;
  }
  return entries / finest;
}

template <class Space>
void AggregationMultigrid<Space>::update(const double* moduli, double /*largest*/)
{
  Storage& store = *this->Store;
  store.moduli = moduli;
  store.isOld = !store.renewal.startDesign();
  if (store.isOld)
  {
    this->updateElements(moduli);
    return;
  }
  this->renew();
}

/// All levels for the present moduli.
template <class Space>
void AggregationMultigrid<Space>::renew()
{
  Storage& store = *this->Store;
  store.renewal.startRenewal();
  store.recording.reset();
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
    values = level->source ? level->source->compute(store.moduli) : values;
    if (!level->smoother)
    {
      break;
    }
    level->updateSmoother(values);
    {
      const auto scratch = store.context->workspace().template lease<float>(4 * mostUnknowns);
      level->largestEigenvalue = level->smoother->largestEigenvalue(*store.context, scratch.data());
    }
    if (!std::isfinite(level->largestEigenvalue) || !(level->largestEigenvalue > 0.0))
    {
      throw SolverBreakdown(
        "Multigrid found no eigenvalue of the stiffness. Check that moduli are neither too large "
        "nor too small for single precision, and that some displacements are free.");
    }
    if (level->galerkin)
    {
      smoothProlongation(*level->pattern, values, level->smoother->jacobi().inverses(),
        4.0 / (3.0 * level->largestEigenvalue), level->tentative, level->transfer);
      level->galerkin->compute(*store.context, *level->pattern, values, level->transfer, next);
      Level& coarse = *this->Levels[l + 1];
      BlockScaling<Space> scaling(*store.context, *coarse.pattern);
      scaling.scaleMatrix(next, coarse.held.data());
      scaling.scaleCoarseSide(level->transfer);
      if (coarse.galerkin)
      {
        scaling.scaleFineSide(coarse.tentative, coarse.tentative.scaledBlocks.data());
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
      *store.context, *coarsest.pattern, coarsest.block, values, coarsest.held.data());
  }
  store.renewal.renewed();
  store.isOld = false;
  store.recoveries = 0;
}

template <class Space>
void AggregationMultigrid<Space>::updateElements(const double* moduli)
{
  for (const auto& level : this->Levels)
  {
    if (level->smoother && (level->source || level->products))
    {
      level->updateSmoother(level->source ? level->source->compute(moduli) : nullptr);
    }
  }
}

template <class Space>
bool AggregationMultigrid<Space>::recover()
{
  if (this->Store->isOld)
  {
    try
    {
      this->renew();
      return true;
    }
    catch (const SolverBreakdown&)
    {
      return false;
    }
  }
  if (++this->Store->recoveries > detail::MostAggregationRecoveries)
  {
    return false;
  }
  // Polynomials grow fast beyond their interval.
  this->Store->recording.reset();
  for (const auto& level : this->Levels)
  {
    level->largestEigenvalue *= detail::AggregationCaution;
  }
  return true;
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
    // Products of operators may do what cannot be recorded.
    if (!store.recording)
    {
      store.recording =
        std::make_unique<Recording<Space>>([this, level] { this->visitCoarse(level + 1); });
    }
    store.recording->play();
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
  const bool aggregates = coarse.block == RigidModes && level + 1 < this->Levels.size();
  const std::size_t firstOfAggregates = this->Levels[0]->galerkin ? 1 : 2;
  if (aggregates &&
    level < firstOfAggregates + static_cast<std::size_t>(this->Settings.twiceLevels))
  {
    coarse.smoother->subtract(coarse.d, coarse.r.data());
    this->cycle(level, false);
  }
}

template <class Space>
const float* AggregationMultigrid<Space>::apply(const double* r)
{
  Storage& store = *this->Store;
  if (store.renewal.startIteration())
  {
    this->renew();
  }
  if (this->Levels[0]->products)
  {
    detail::convert<Space>(this->Levels[0]->n, r, this->Levels[0]->r.data());
    this->cycle(0, true);
    return this->Levels[0]->x.data();
  }
  if (!store.recording || store.recordedFrom != r)
  {
    store.recording = std::make_unique<Recording<Space>>(
      [this, r]
      {
        Level& finest = *this->Levels[0];
        detail::convert<Space>(finest.n, r, finest.r.data());
        this->cycle(0, true);
      });
    store.recordedFrom = r;
  }
  store.recording->play();
  return this->Levels[0]->x.data();
}

template class AggregationMultigrid<CompiledSpace>;
}
