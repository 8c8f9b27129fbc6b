#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Operator/Isogeometric/ProductKernels.h"
#include "Operator/Isogeometric/RowProduct.h"
#include "Solver/SmootherKernels.h"
#include "Solver/SplineMultigrid/SplineHierarchy.h"
#include "Solver/SplineMultigrid/SplineMultigridKernels.h"
#include "Solver/SplineMultigrid/SplineMultigridLevel.h"
#include "Solver/SymmetricInverse.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Number of power iterations for the largest eigenvalue, and the safety factor of the result.
constexpr int SplinePowers = 10;
constexpr float SplineEigenvalueMargin = 1.2F;
/// Factor by which eigenvalue estimates are increased after a breakdown, and the largest number of
/// times that this is done.
constexpr float CautiousFactor = 1.4F;
constexpr int MostRecoveries = 3;
}

template <class Space>
SplineMultigrid<Space>::SplineMultigrid(const NurbsPatch& patch, IsogeometricOperator<Space>& K,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& springs,
  const std::optional<SplineMultigridSettings>& settings)
  : Operator(K), Settings(settings ? *settings : SplineMultigridSettings::of(patch, Space::Id)),
    Store(std::make_unique<Storage>(K.context()))
{
  const Context<Space>& context = K.context();
  std::vector<SplineLevel> levels = makeSplineLevels(patch);
  constrainSplines(supports, levels);
  // A single level is solved directly, which requires its matrix.
  this->Settings.storeFinest = this->Settings.storeFinest || levels.size() == 1;
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    const RowLayoutOfGrid& grid = levels[l].layout;
    const LayoutPointer<Space> unknowns = l == 0
      ? K.layoutPointer()
      : makeLayout(context, Entity::ControlPoint, grid.points(), grid.dimension);
    auto level = std::make_unique<Level>(unknowns, grid, levels[l].constrained);
    if (l > 0 || this->Settings.storeFinest)
    {
      level->rows = SplineRows<float, Space>(context, grid);
    }
    if (l + 1 < levels.size())
    {
      if (l > 0 && l <= static_cast<std::size_t>(this->Settings.twiceLevels))
      {
        level->b = Vector<Space, float>(unknowns);
        level->c = Vector<Space, float>(unknowns);
      }
      level->transfer =
        SplineTransfer<Space>(context, grid, levels[l + 1].layout, levels[l].prolongations);
    }
    this->Levels.push_back(std::move(level));
  }
  const std::size_t integrated = this->Settings.storeFinest ? 0 : 1;
  this->Store->tables = SpaceTables<float, Space>(context, patch, levels[integrated].knots);
  if (std::any_of(springs.begin(), springs.end(), [](double s) { return s != 0.0; }))
  {
    std::vector<float> values(springs.size());
    for (std::size_t i = 0; i < springs.size(); ++i)
    {
      const double weight = patch.weights[i / static_cast<std::size_t>(patch.dimension)];
      values[i] = static_cast<float>(springs[i] / (weight * weight));
    }
    this->Store->springs = DeviceVector<float, Space>(context, values);
  }
  if (K.weights())
  {
    this->Store->result = Vector<Space, float>(K.layoutPointer());
  }
}

template <class Space>
SplineMultigrid<Space>::~SplineMultigrid() = default;

template <class Space>
const Vector<Space, float>& SplineMultigrid<Space>::freeUnknowns() const
{
  return this->Levels[0]->inverseDiagonal;
}

template <class Space>
std::vector<std::int64_t> SplineMultigrid<Space>::levelSizes() const
{
  std::vector<std::int64_t> sizes;
  for (const auto& level : this->Levels)
  {
    sizes.push_back(level->n);
  }
  return sizes;
}

template <class Space>
const SplineRows<float, Space>& SplineMultigrid<Space>::matrix(std::size_t level) const
{
  return this->Levels[level]->rows;
}

template <class Space>
void SplineMultigrid<Space>::update()
{
  Storage& store = *this->Store;
  const Context<Space>& context = store.context;
  Level& finest = *this->Levels[0];
  store.capture.reset();
  store.recoveries = 0;
  this->Operator.prepareSingle();
  const std::size_t integrated = this->Settings.storeFinest ? 0 : 1;
  if (!this->Settings.storeFinest)
  {
    LeasedVector<Space> diagonal(this->Operator.layoutPointer());
    this->Operator.homogeneousDiagonal(diagonal);
    if (store.springs.size() > 0)
    {
      detail::addSingle(context, finest.n, store.springs.data(), diagonal.data());
    }
    detail::invertFree(context, finest.n, diagonal.data(), finest.inverseDiagonal.data());
    this->estimateEigenvalue(0);
  }
  for (std::size_t l = integrated; l < this->Levels.size(); ++l)
  {
    Level& level = *this->Levels[l];
    if (l == integrated)
    {
      level.rows.zero();
      this->Operator.integrateSingle(store.tables, level.rows.view());
      if (store.springs.size() > 0 && l == 0)
      {
        detail::addToRows(context, level.grid, store.springs.data(), level.rows.view().values);
      }
      else if (store.springs.size() > 0)
      {
        finest.transfer.addDiagonal(store.springs.data(), level.rows.view().values);
      }
    }
    else
    {
      Level& finer = *this->Levels[l - 1];
      const auto scratch =
        context.workspace().template lease<float>(finer.transfer.scratchFloats());
      finer.transfer.galerkin(finer.rows.values(), scratch.data(), level.rows.view().values);
    }
    detail::invertDiagonalOfRows(
      context, level.grid, level.rows.values(), level.inverseDiagonal.data());
    if (l + 1 < this->Levels.size())
    {
      this->estimateEigenvalue(l);
    }
  }
  this->invertCoarsest();
}

template <class Space>
std::string SplineMultigrid<Space>::recover()
{
  if (++this->Store->recoveries > detail::MostRecoveries)
  {
    return {};
  }
  // Chebyshev polynomials grow rapidly outside of their interval.
  this->Store->capture.reset();
  for (const auto& level : this->Levels)
  {
    level->largestEigenvalue *= detail::CautiousFactor;
  }
  return detail::CautionNote;
}

template <class Space>
void SplineMultigrid<Space>::invertCoarsest()
{
  Storage& store = *this->Store;
  Level& coarsest = *this->Levels.back();
  const std::int64_t rows = (coarsest.n + InverseTile - 1) / InverseTile * InverseTile;
  const auto square = static_cast<std::size_t>(rows * rows);
  if (store.coarsestInverse.size() == 0)
  {
    store.coarsestInverse = DeviceVector<float, Space>(store.context, square);
  }
  const auto dense = store.context.workspace().template lease<double>(square);
  detail::makeDense(store.context, coarsest.grid, coarsest.rows.values(),
    coarsest.inverseDiagonal.data(), rows, dense.data());
  if (!invertSymmetric(store.context, rows, dense.data(), store.coarsestInverse.data()))
  {
    throw Error(
      "The structure can move as a rigid body: its supports hold too little of it. Hold "
      "at least two control points, in three dimensions three that do not lie on a line.");
  }
}

template <class Space>
void SplineMultigrid<Space>::multiply(
  std::size_t level, const Vector<Space, float>& x, Vector<Space, float>& y)
{
  const Level& l = *this->Levels[level];
  if (l.rows.empty())
  {
    this->Operator.applyHomogeneous(x, y);
    return;
  }
  const FinishSingle store{ SingleStep::Store, nullptr, 0.0F, 0.0F, x.data(), y.data(), nullptr,
    nullptr };
  multiplyRows(this->Store->context, l.grid, l.rows.values(), x.data(), store);
}

/// r -= A d.
template <class Space>
void SplineMultigrid<Space>::subtractStep(std::size_t level)
{
  Level& l = *this->Levels[level];
  if (l.rows.empty())
  {
    this->Operator.subtractSingle(l.inverseDiagonal, l.d, l.r);
    return;
  }
  const float* d = l.d.data();
  const FinishSingle subtract{ SingleStep::Subtract, l.inverseDiagonal.data(), 0.0F, 0.0F, d,
    l.r.data(), nullptr, nullptr };
  multiplyRows(this->Store->context, l.grid, l.rows.values(), d, subtract);
}

template <class Space>
void SplineMultigrid<Space>::estimateEigenvalue(std::size_t level)
{
  Level& l = *this->Levels[level];
  const Context<Space>& context = this->Store->context;
  double* norm = this->Store->norm.data();
  // The initial vector is always the same, so that a resumed run continues bitwise equal.
  detail::fillWithNoise(context, l.n, l.d.data());
  detail::keepFree(context, l.n, l.inverseDiagonal.data(), l.d.data());
  for (int i = 0; i < detail::SplinePowers; ++i)
  {
    this->multiply(level, l.d, l.q);
    detail::scaleAndMeasure(context, l.n, l.inverseDiagonal.data(), l.q.data(), norm);
    detail::scaleTo(context, l.n, l.q.data(), norm, l.d.data());
  }
  const double estimate = this->Store->norm.toHost()[0];
  if (!std::isfinite(estimate) || !(estimate > 0.0))
  {
    throw Error("Multigrid found no eigenvalue of the stiffness on its level " +
      std::to_string(level) +
      ". Check that moduli are neither too large nor too small for single precision, and that some "
      "displacements are free.");
  }
  l.largestEigenvalue = static_cast<float>(estimate) * detail::SplineEigenvalueMargin;
}

/// Improves x, or x = 0, by a Chebyshev polynomial applied to the residual r of x. Afterwards d is
/// the last step, whose product with the matrix has not been subtracted from r.
template <class Space>
void SplineMultigrid<Space>::smooth(std::size_t level, bool fromZero)
{
  Level& l = *this->Levels[level];
  detail::ChebyshevSteps steps(l.largestEigenvalue, this->Settings.eigenvalueRatio);
  detail::startSmoothing(this->Store->context, l.n, l.r.data(), l.inverseDiagonal.data(),
    steps.first(), fromZero, l.d.data(), l.x.data());
  for (int step = 1; step < this->Settings.smootherDegree; ++step)
  {
    steps.advance();
    if (l.rows.empty())
    {
      this->Operator.smoothSingle(
        l.inverseDiagonal, steps.keep(), steps.factor(), l.d, l.r, l.q, l.x);
    }
    else
    {
      const float* d = l.d.data();
      const FinishSingle next{ SingleStep::Smooth, l.inverseDiagonal.data(), steps.keep(),
        steps.factor(), d, l.r.data(), l.q.data(), l.x.data() };
      multiplyRows(this->Store->context, l.grid, l.rows.values(), d, next);
    }
    l.d.swap(l.q);
  }
}

/// Computes an approximate solution x for the right-hand side r, which is overwritten.
template <class Space>
void SplineMultigrid<Space>::cycle(std::size_t level)
{
  Level& l = *this->Levels[level];
  if (level + 1 == this->Levels.size())
  {
    const std::int64_t stride = (l.n + InverseTile - 1) / InverseTile * InverseTile;
    detail::multiplyDense(this->Store->context, l.n, stride, this->Store->coarsestInverse.data(),
      l.r.data(), l.x.data());
    return;
  }
  Level& coarse = *this->Levels[level + 1];
  this->smooth(level, true);
  this->subtractStep(level);
  l.transfer.restrictTo(l.r.data(), coarse.inverseDiagonal.data(), coarse.r.data());
  this->solve(level + 1);
  l.transfer.prolongTo(coarse.x.data(), l.inverseDiagonal.data(), l.d.data(), l.x.data());
  this->subtractStep(level);
  this->smooth(level, false);
}

/// Computes the same by one cycle, or by two cycles, the second of which is applied to the residual
/// of the first.
template <class Space>
void SplineMultigrid<Space>::solve(std::size_t level)
{
  Level& l = *this->Levels[level];
  if (l.b.empty())
  {
    this->cycle(level);
    return;
  }
  const Context<Space>& context = this->Store->context;
  l.b.copy(l.r);
  this->cycle(level);
  l.c.copy(l.x);
  this->multiply(level, l.c, l.r);
  detail::subtractFrom(context, l.n, l.b.data(), l.inverseDiagonal.data(), l.r.data());
  this->cycle(level);
  detail::addTo(context, l.n, l.c.data(), l.x.data());
}

template <class Space>
const Vector<Space, float>& SplineMultigrid<Space>::apply(const Vector<Space>& residual)
{
  residual.require(this->Operator.layout(), "A residual");
  Storage& store = *this->Store;
  const double* r = residual.data();
  if (!store.capture || store.capturedFrom != r)
  {
    store.capture.reset();
    store.capture = std::make_unique<GraphCapture<Space>>(store.context,
      [this, r]
      {
        const Context<Space>& context = this->Store->context;
        Level& finest = *this->Levels[0];
        const int d = finest.grid.dimension;
        const double* weights = this->Operator.weights();
        detail::divideByWeights(
          context, finest.n, d, weights, finest.inverseDiagonal.data(), r, finest.r.data());
        this->cycle(0);
        if (weights)
        {
          const float* x = finest.x.data();
          detail::divideByWeights(context, finest.n, d, weights, finest.inverseDiagonal.data(), x,
            this->Store->result.data());
        }
      });
    store.capturedFrom = r;
  }
  store.capture->launch();
  return this->Operator.weights() ? store.result : this->Levels[0]->x;
}

template <class Space>
std::size_t SplineMultigrid<Space>::memory(
  const NurbsPatch& patch, const std::optional<SplineMultigridSettings>& settings)
{
  const SplineMultigridSettings used =
    settings ? *settings : SplineMultigridSettings::of(patch, Space::Id);
  const std::vector<SplineLevel> levels = makeSplineLevels(patch);
  std::size_t bytes = 3 * PointTables<Space>::memory(patch);
  std::size_t scratch = 0;
  for (std::size_t l = 0; l < levels.size(); ++l)
  {
    const RowLayoutOfGrid& layout = levels[l].layout;
    const auto n = static_cast<std::size_t>(layout.unknowns());
    const bool stored = l > 0 || used.storeFinest || levels.size() == 1;
    // The vectors on the finest level include springs and the result.
    bytes += n * sizeof(float) * (l > static_cast<std::size_t>(used.twiceLevels) ? 6 : 8);
    bytes += stored ? static_cast<std::size_t>(layout.entries()) * sizeof(float) : 0;
    // These are bands and other data of single directions.
    bytes += 3 * std::size_t(layout.counts[0] + layout.counts[1] + layout.counts[2] + 32) * 64;
    if (stored && l + 1 < levels.size())
    {
      // Intermediate matrices between two directions are smaller than that of the level.
      scratch = std::max(scratch, static_cast<std::size_t>(layout.entries()) * sizeof(float));
    }
    else if (l == 0)
    {
      scratch = std::max(scratch, n * sizeof(double));
    }
  }
  const auto rows = static_cast<std::size_t>(levels.back().layout.unknowns() + InverseTile);
  return bytes + std::max(scratch, rows * rows * sizeof(double)) + rows * rows * sizeof(float) +
    65536;
}

template class SplineMultigrid<CompiledSpace>;
}
