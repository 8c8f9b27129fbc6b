#include "Solver/Aggregation/AggregationMultigrid.h"

#include "Core/Error.h"
#include "Core/Execution/GraphCapture.h"
#include "Solver/Aggregation/CornerMesh.h"
#include "Solver/Aggregation/LaggedUpdate.h"
#include "Solver/Aggregation/Levels/AggregationLevels.h"
#include "Solver/Aggregation/Levels/CoarsestSolve.h"
#include "Solver/SmootherKernels.h"

#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Safety factor of estimates of largest eigenvalues.
constexpr double AggregationMargin = 1.1;
/// Factor by which eigenvalue estimates are increased after a breakdown, and the largest number of
/// times that this is done.
constexpr double AggregationCaution = 1.4;
constexpr int MostAggregationRecoveries = 3;

/// Returns the source of the assembled elasticity matrix. The arguments must remain valid until its
/// last call.
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

/// Data independent of the level.
template <class Space>
struct AggregationMultigrid<Space>::Storage
{
  Storage(const Context<Space>& given, const AggregationSettings& settings)
    : context(&given), lag(settings.lagIterations)
  {
  }

  const Context<Space>* context;
  FinestProducts<Space> products; ///< for block Jacobi on the finest level; may be empty
  int recoveries = 0;             ///< number since the last update of all levels
  LaggedUpdate lag;
  bool isLagged = false;                      ///< whether coarse matrices belong to earlier moduli
  const Vector<Space>* moduli = nullptr;      ///< moduli of the last update()
  Vector<Space, float> free;                  ///< 1 on free unknowns, 0 on constrained ones
  CoarsestSolve<Space> coarsest;              ///< for a coarsest level without a smoother
  std::unique_ptr<GraphCapture<Space>> cycle; ///< the part of the cycle that can be captured
  const double* capturedFor = nullptr;        ///< residual that the captured cycle reads
};

template <class Space>
AggregationMultigrid<Space>::AggregationMultigrid(LayoutPointer<Space> layout, const Mesh& mesh,
  const MeshRows<Space>& rows, const std::vector<std::uint8_t>& supports,
  const FinestProducts<Space>& products, const AggregationSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(layout->context(), settings))
{
  const Context<Space>& context = layout->context();
  StiffnessOperator<Space>* stiffness = products.stiffness;
  if (static_cast<std::int64_t>(mesh.numberOfNodes()) != layout->count() ||
    (stiffness && !stiffness->layout().matches(*layout)))
  {
    throw Error("Multigrid for a mesh of " + std::to_string(mesh.numberOfNodes()) +
      " nodes is given a stiffness of " + (stiffness ? stiffness->layout() : *layout).text() + ".");
  }
  const bool isQuadratic = context.any(hasQuadraticElements(mesh));
  if (!stiffness || settings.storeFinest || !isQuadratic)
  {
    this->addFineLevel(rows(mesh, nullptr), layout, supports);
    if (stiffness && !settings.storeFinest && ProductSmoother<Space>::isSingle(*stiffness))
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
  this->addCornerLevel(corners, rows(corners.mesh, &corners), supports);
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

template <class Space>
void AggregationMultigrid<Space>::addCornerLevel(const CornerMesh& corners,
  std::unique_ptr<BlockRowSource<Space>> rows, const std::vector<std::uint8_t>& supports)
{
  const Context<Space>& context = *this->Store->context;
  AggregationLevel<Space>& finest = *this->Levels[0];
  if (!finest.smoother)
  {
    finest.addBlockSmoother();
  }
  finest.transfer = makeCornerTransfer(context, corners, supports, finest.x.layout().owned());
  const auto nodes = static_cast<std::int64_t>(corners.mesh.numberOfNodes());
  this->addFineLevel(std::move(rows),
    finest.onParts ? finest.onParts->addCorners(corners, finest.block)
                   : makeLayout(context, Entity::Node, nodes, finest.block),
    cornerSupports(corners, supports));
}

/// Adds a level of elements. @param rows source of its matrix; null if the matrix is not assembled
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
  const Context<Space>& context = layout->context();
  auto level = std::make_unique<AggregationLevel<Space>>(layout, rows ? &rows->pattern() : nullptr);
  if (context.isDistributed())
  {
    level->divide(*layout);
  }
  level->source = std::move(rows);
  level->constrained = DeviceVector<std::uint8_t, Space>(context, supports);
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
  Storage& store = *this->Store;
  const AggregationLevel<Space>& finest = *this->Levels[0];
  store.free = Vector<Space, float>(finest.x.layoutPointer());
  detail::markFree(*store.context, finest.n, finest.constrained.data(), store.free.data());
  addAggregateLevels(points, store.products, this->Settings, this->Levels);
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
    sizes.push_back(level->sizeOfAll);
  }
  return sizes;
}

template <class Space>
void AggregationMultigrid<Space>::update(const Vector<Space>& moduli, double /*largest*/)
{
  Storage& store = *this->Store;
  store.moduli = &moduli;
  if (!moduli.empty())
  {
    moduli.updateGhosts();
  }
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
  for (const auto& level : this->Levels)
  {
    coarseValues += level->isOfAggregates ? level->numberOfValues() : 0;
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
    level->estimateEigenvalue();
    if (level->galerkin)
    {
      level->computeCoarse(values, *this->Levels[l + 1], next);
      values = next;
      next += this->Levels[l + 1]->numberOfValues();
    }
    level->largestEigenvalue *= detail::AggregationMargin;
  }
  if (!this->Levels.back()->smoother)
  {
    const AggregationLevel<Space>& coarsest = *this->Levels.back();
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
  // Chebyshev polynomials grow rapidly outside of their interval.
  this->Store->cycle.reset();
  for (const auto& level : this->Levels)
  {
    level->largestEigenvalue *= detail::AggregationCaution;
  }
  return detail::CautionNote;
}

template <class Space>
void AggregationMultigrid<Space>::solveCoarsest(bool fromZero)
{
  AggregationLevel<Space>& level = *this->Levels.back();
  if (level.smoother)
  {
    level.smooth(this->Settings, fromZero);
    return;
  }
  this->Store->coarsest.solve(level.r.data(), fromZero, level.x.data());
}

/// Improves the approximation x, or x = 0, given its residual r, which is overwritten.
template <class Space>
void AggregationMultigrid<Space>::cycle(std::size_t level, bool fromZero)
{
  if (level + 1 == this->Levels.size())
  {
    this->solveCoarsest(fromZero);
    return;
  }
  AggregationLevel<Space>& fine = *this->Levels[level];
  AggregationLevel<Space>& coarse = *this->Levels[level + 1];
  fine.smooth(this->Settings, fromZero);
  fine.smoother->subtract(fine.d, fine.r.data());
  fine.restrictTo(coarse);
  Storage& store = *this->Store;
  // Products of operators may contain calls that cannot be captured in a graph, and communication
  // is not.
  if (fine.onParts ? coarse.isReplicated : fine.products != nullptr)
  {
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
  fine.prolongFrom(coarse);
  fine.smoother->subtract(fine.d, fine.r.data());
  fine.smooth(this->Settings, false);
}

/// Performs one or two cycles on a coarse level for the right-hand side in its vector r.
template <class Space>
void AggregationMultigrid<Space>::visitCoarse(std::size_t level)
{
  AggregationLevel<Space>& coarse = *this->Levels[level];
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
  AggregationLevel<Space>& finest = *this->Levels[0];
  r.require(finest.x.layout(), "A residual");
  if (store.lag.startIteration())
  {
    this->updateLevels();
  }
  const double* residual = r.data();
  if (finest.products || finest.onParts)
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
        AggregationLevel<Space>& level = *this->Levels[0];
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
