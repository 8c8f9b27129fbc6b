#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include "Core/Error.h"
#include "Core/Execution/GraphCapture.h"
#include "Core/Parallel.h"
#include "Operator/Isogeometric/ProductKernels.h"
#include "Operator/Isogeometric/RowProduct.h"
#include "Solver/SmootherKernels.h"
#include "Solver/SplineMultigrid/SplineHierarchy.h"
#include "Solver/SplineMultigrid/SplineTransfer.h"
#include "Solver/SymmetricInverse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Number of power iterations for the largest eigenvalue, and safety factor of the result.
constexpr int SplinePowers = 10;
constexpr float SplineEigenvalueMargin = 1.2F;
/// Factor on eigenvalues after a breakdown, and how often it is applied.
constexpr float CautiousFactor = 1.4F;
constexpr int MostRecoveries = 3;

/// to = from / weight on free unknowns, 0 on prescribed ones.
template <class Space, class From>
void divideByWeights(const Context<Space>& context, std::int64_t n, int dimension,
  const double* weights, const float* free, const From* from, float* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) {
      to[i] = free[i] == 0.0F ? 0.0F
        : weights             ? static_cast<float>(from[i] / weights[i / dimension])
                              : static_cast<float>(from[i]);
    });
}

/// Adds a diagonal to a matrix, or to its diagonal.
template <class Space>
void addToRows(
  const Context<Space>& context, const RowLayoutOfGrid layout, const float* diagonal, float* values)
{
  forEach(
    context, layout.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      layout.pointAt(i / layout.dimension, at);
      values[(i * layout.window() + layout.placeOf(at, at)) * layout.dimension +
        i % layout.dimension] += diagonal[i];
    });
}

template <class Space>
void addSingle(const Context<Space>& context, std::int64_t n, const float* from, double* to)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { to[i] += from[i]; });
}

/// Zeroes prescribed unknowns.
template <class Space>
void keepFree(const Context<Space>& context, std::int64_t n, const float* free, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[i] = free[i] != 0.0F ? x[i] : 0.0F; });
}

/// r = b - r on free unknowns.
template <class Space>
void subtractFrom(
  const Context<Space>& context, std::int64_t n, const float* b, const float* free, float* r)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { r[i] = free[i] != 0.0F ? b[i] - r[i] : 0.0F; });
}

template <class Space>
void addTo(const Context<Space>& context, std::int64_t n, const float* c, float* x)
{
  forEach(
    context, n, TRABECULA_LAMBDA(std::int64_t i) { x[i] += c[i]; });
}

/// Inverse of the diagonal on free unknowns; keeps zeros.
template <class Space>
void invertDiagonalOfRows(
  const Context<Space>& context, const RowLayoutOfGrid layout, const float* values, float* inverse)
{
  forEach(
    context, layout.unknowns(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t at[3] = {};
      layout.pointAt(i / layout.dimension, at);
      const float value = values[(i * layout.window() + layout.placeOf(at, at)) * layout.dimension +
        i % layout.dimension];
      inverse[i] = inverse[i] != 0.0F && value > 0.0F ? 1.0F / value : 0.0F;
    });
}

/// The free part of a matrix as a dense one with ones on the diagonal of other rows.
template <class Space>
void makeDense(const Context<Space>& context, const RowLayoutOfGrid layout, const float* values,
  const float* inverseDiagonal, std::int64_t rows, double* dense)
{
  forEach(
    context, rows * rows, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t row = t / rows;
      const std::int64_t column = t % rows;
      const std::int64_t n = layout.unknowns();
      const int d = layout.dimension;
      double value = row == column ? 1.0 : 0.0;
      if (row < n && column < n && inverseDiagonal[row] != 0.0F && inverseDiagonal[column] != 0.0F)
      {
        std::int32_t i[3] = {};
        std::int32_t j[3] = {};
        layout.pointAt(row / d, i);
        layout.pointAt(column / d, j);
        bool near = true;
        for (int k = 0; k < 3; ++k)
        {
          const std::int32_t first = layout.first(k, i[k]);
          near = near && j[k] >= first && j[k] < first + layout.widths[k];
        }
        // The factor compensates for single precision.
        value = near
          ? double(values[(row * layout.window() + layout.placeOf(i, j)) * d + column % d]) *
            (row == column ? 1.0 + 1e-6 : 1.0)
          : 0.0;
      }
      dense[t] = value;
    });
}
}

/// Matrix, transfer to the next level, and vectors.
template <class Space>
struct SplineMultigrid<Space>::Level
{
  RowLayoutOfGrid grid;
  std::int64_t n; ///< number of unknowns
  float largestEigenvalue = 1.0F;
  SplineTransfer<Space> transfer; ///< to the next level
  SplineRows<float, Space> rows;  ///< none on the finest level if it is not stored
  Vector<Space, float> inverseDiagonal;
  Vector<Space, float> x; ///< solution of a cycle
  Vector<Space, float> r; ///< its right-hand side, then the residual
  Vector<Space, float> d; ///< the last step of the smoother
  Vector<Space, float> q; ///< the step after it
  /// Of levels that are visited twice: right-hand side and first solution.
  Vector<Space, float> b;
  Vector<Space, float> c;

  Level(const LayoutPointer<Space>& unknowns, const RowLayoutOfGrid& ofLevel,
    const std::vector<std::uint8_t>& constrained)
    : grid(ofLevel), n(unknowns->size()), inverseDiagonal(unknowns), x(unknowns), r(unknowns),
      d(unknowns), q(unknowns)
  {
    // 1 marks free unknowns until there is a diagonal.
    std::vector<float> free(constrained.size());
    std::transform(constrained.begin(), constrained.end(), free.begin(),
      [](std::uint8_t is) { return is ? 0.0F : 1.0F; });
    this->inverseDiagonal.assign(free);
  }
};

/// Data independent of the level.
template <class Space>
struct SplineMultigrid<Space>::Storage
{
  explicit Storage(const Context<Space>& given) : context(given), norm(given, 1) {}

  const Context<Space>& context;
  int recoveries = 0;
  SpaceTables<float, Space> tables;   ///< of the finest stored level at the points of the patch
  DeviceVector<float, Space> springs; ///< in homogeneous coordinates; empty if there are none
  DeviceVector<float, Space> coarsestInverse;
  DeviceVector<double, Space> norm;
  Vector<Space, float> result; ///< if there are weights
  std::unique_ptr<GraphCapture<Space>> capture;
  const double* capturedFrom = nullptr;
};

#ifndef __CUDACC__
namespace detail
{
SplineMultigridSettings splineMultigridSettings(const NurbsPatch& patch, ExecutionSpace space)
{
  const int degree = *std::max_element(patch.degrees.begin(), patch.degrees.end());
  std::int64_t entries = 0;
  {
    const std::array<int, 3> counts = patch.counts();
    const std::int32_t sizes[3] = { counts[0], counts[1], counts[2] };
    entries = rowLayout(patch.dimension, patch.degrees.data(), sizes).entries();
  }
  // Splines of higher degree have eigenvalues of high frequencies that are small.
  constexpr int degreesOfPlanes[4] = { 3, 3, 5, 7 };
  constexpr int degreesOfSolids[4] = { 3, 4, 11, 14 };
  constexpr double ratiosOfPlanes[4] = { 8.0, 8.0, 25.0, 60.0 };
  constexpr double ratiosOfSolids[4] = { 8.0, 15.0, 120.0, 300.0 };
  const int at = degree - 1;
  SplineMultigridSettings settings = {};
  settings.smootherDegree = patch.dimension == 2 ? degreesOfPlanes[at] : degreesOfSolids[at];
  settings.eigenvalueRatio = patch.dimension == 2 ? ratiosOfPlanes[at] : ratiosOfSolids[at];
  constexpr std::int64_t mostEntries = std::int64_t(1) << 30;
  settings.twiceLevels = 3;
  settings.storeFinest = space == ExecutionSpace::Host && entries <= mostEntries;
  return settings;
}
}

SplineMultigridSettings SplineMultigridSettings::of(const NurbsPatch& patch, ExecutionSpace space)
{
  return detail::splineMultigridSettings(patch, space);
}
#endif

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
  // One level alone is solved, from its matrix.
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
  // Polynomials grow fast beyond their interval.
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
  // Always from the same vector, so that a run that is resumed continues with the same bits.
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

/// Improves x by a polynomial in r, the residual before it; r is short of the last step d.
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

/// The same by one or two cycles: a second one for the residual of the first.
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
    // Vectors, on the finest level with springs and the result.
    bytes += n * sizeof(float) * (l > static_cast<std::size_t>(used.twiceLevels) ? 6 : 8);
    bytes += stored ? static_cast<std::size_t>(layout.entries()) * sizeof(float) : 0;
    // Bands, and the rest of what is allocated by direction.
    bytes += 3 * std::size_t(layout.counts[0] + layout.counts[1] + layout.counts[2] + 32) * 64;
    if (stored && l + 1 < levels.size())
    {
      // All but one direction may be coarse in between.
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

template <class Space>
std::unique_ptr<SplineMultigrid<Space>> makeSplineMultigrid(const NurbsPatch& patch,
  IsogeometricOperator<Space>& K, const std::vector<std::uint8_t>& supports,
  const std::vector<double>& springs)
{
  return std::make_unique<SplineMultigrid<Space>>(patch, K, supports, springs);
}

template class SplineMultigrid<CompiledSpace>;
template std::unique_ptr<SplineMultigrid<CompiledSpace>> makeSplineMultigrid(
  const NurbsPatch& patch, IsogeometricOperator<CompiledSpace>& K,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& springs);
}
