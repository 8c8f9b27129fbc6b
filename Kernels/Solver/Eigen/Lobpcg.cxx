#include "Solver/Eigen/Lobpcg.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Solver/Eigen/ColumnPreconditioning.h"
#include "Solver/Eigen/RayleighRitz.h"
#include "Solver/SolverFailure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// r = K x - lambda M x on free unknowns, else 0. @return squares of r and K x there
template <class Space>
Sums<2> eigenResidual(const Context<Space>& context, std::int64_t owned, const double* kx,
  const double* mx, double lambda, const float* free, double* r)
{
  return context.reduce(
    owned, Sums<2>(),
    TRABECULA_LAMBDA(std::int64_t i) {
      Sums<2> sums;
      const double force = free[i] != 0.0F ? kx[i] : 0.0;
      const double rest = free[i] != 0.0F ? kx[i] - lambda * mx[i] : 0.0;
      r[i] = rest;
      sums.v[0] = rest * rest;
      sums.v[1] = force * force;
      return sums;
    },
    AddSums());
}

/// x = factor x where marked, else 0.
template <class Space>
void scaleMarked(
  const Context<Space>& context, std::int64_t n, double factor, const float* marks, double* x)
{
  forEach(
    context, n,
    TRABECULA_LAMBDA(std::int64_t i) { x[i] = marks[i] != 0.0F ? factor * x[i] : 0.0; });
}

inline std::vector<float> freeMarks(const std::vector<std::uint8_t>& supports, std::size_t size)
{
  std::vector<float> marks(size, 1.0F);
  for (std::size_t i = 0; i < supports.size(); ++i)
  {
    marks[i] = supports[i] ? 0.0F : 1.0F;
  }
  return marks;
}

/// Rounding of sums of products matters for smaller tolerances only.
constexpr double PreciseTolerance = 1e-7;
}

template <class Space>
Lobpcg<Space>::Lobpcg(
  LayoutPointer<Space> layout, const std::vector<std::uint8_t>& supports, int block)
  : Of(std::move(layout)),
    Free(this->Of, detail::freeMarks(supports, static_cast<std::size_t>(this->Of->size()))),
    Block(block)
{
  if (block < 1 || block > MostVectors)
  {
    fail("A block of ", block, " vectors is not between 1 and ", MostVectors, ".");
  }
  for (MultiVector<Space>* of : { &this->S, &this->KS, &this->MS })
  {
    *of = MultiVector<Space>(this->Of, 3 * block, Arrangement::Apart);
    of->zero();
  }
}

template <class Space>
void Lobpcg<Space>::multiply(LinearOperator<Space>& A, MultiVector<Space>& x, MultiVector<Space>& y,
  int first, int count) const
{
  for (int j = first; j < first + count; ++j)
  {
    Vector<Space> to = y.column(j);
    A.apply(x.column(j), to);
  }
}

template <class Space>
void Lobpcg<Space>::deflate(MultiVector<Space>& deflated, LinearOperator<Space>& M)
{
  const int count = deflated.empty() ? 0 : deflated.columns();
  this->MassOfDeflated = MultiVector<Space>();
  if (count == 0)
  {
    return;
  }
  this->MassOfDeflated = MultiVector<Space>(this->Of, count, Arrangement::Apart);
  const ColumnRange<Space> all = this->range(deflated, 0, count);
  // Twice, as the products of unscaled motions may be large.
  for (int pass = 0; pass < 2; ++pass)
  {
    this->multiply(M, deflated, this->MassOfDeflated, 0, count);
    const SmallMatrix gram = innerProducts(all, this->range(this->MassOfDeflated, 0, count));
    const SmallMatrix factors = rayleighRitz(gram, gram, count).factors;
    if (factors.columns < count)
    {
      throw Error("Vectors that are kept out of modes depend on each other.");
    }
    combine(all, factors, all);
    combine(this->range(this->MassOfDeflated, 0, count), factors,
      this->range(this->MassOfDeflated, 0, count));
  }
}

template <class Space>
void Lobpcg<Space>::removeDeflated(MultiVector<Space>& deflated, int first, int count)
{
  const int of = deflated.empty() ? 0 : deflated.columns();
  if (of == 0)
  {
    return;
  }
  SmallMatrix shares =
    innerProducts(this->range(this->MassOfDeflated, 0, of), this->range(this->S, first, count));
  for (double& share : shares.entries)
  {
    share = -share;
  }
  combine(this->range(deflated, 0, of), shares, this->range(this->S, first, count), true);
}

/// Approximations in the span of the start vectors.
template <class Space>
void Lobpcg<Space>::begin(LinearOperator<Space>& K, LinearOperator<Space>& M)
{
  const ColumnRange<Space> x = this->range(this->S, 0, this->Block);
  this->multiply(K, this->S, this->KS, 0, this->Block);
  this->multiply(M, this->S, this->MS, 0, this->Block);
  const RitzVectors ritz = rayleighRitz(innerProducts(x, this->range(this->KS, 0, this->Block)),
    innerProducts(x, this->range(this->MS, 0, this->Block)), this->Block);
  this->Values = ritz.values;
  this->Count = ritz.factors.columns;
  this->Directions = 0;
  for (MultiVector<Space>* of : { &this->S, &this->KS, &this->MS })
  {
    combine(this->range(*of, 0, this->Block), ritz.factors, this->range(*of, 0, this->Count));
  }
}

/// Residuals of the approximations, in the columns after the directions.
template <class Space>
void Lobpcg<Space>::measure(EigenReport& report)
{
  report.residuals.assign(static_cast<std::size_t>(this->Count), 0.0);
  const int first = this->Count + this->Directions;
  for (int j = 0; j < this->Count; ++j)
  {
    const Sums<2> squares =
      detail::eigenResidual(this->Of->context(), this->Of->ownedSize(), this->KS.column(j).data(),
        this->MS.column(j).data(), this->Values[static_cast<std::size_t>(j)], this->Free.data(),
        this->S.column(first + j).data());
    if (!std::isfinite(squares.v[0]) || !std::isfinite(squares.v[1]))
    {
      throw SolverBreakdown("The iteration for eigenvalues has numbers that are not finite.");
    }
    report.residuals[static_cast<std::size_t>(j)] =
      squares.v[1] > 0.0 ? std::sqrt(squares.v[0] / squares.v[1]) : 0.0;
  }
}

/// Sets the tolerances. @return the largest residual over its tolerance, times that of the settings
template <class Space>
double Lobpcg<Space>::worstResidual(
  const EigenReport& report, int wanted, const EigenSettings& settings)
{
  this->Tolerances = settings.tolerances
    ? settings.tolerances(this->Values)
    : std::vector<double>(this->Values.size(), settings.tolerance);
  double worst = 0.0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(wanted); ++j)
  {
    worst = std::max(worst, report.residuals[j] / this->Tolerances[j]);
  }
  return worst * settings.tolerance;
}

/// Replaces the residuals of measure() that are not small enough by preconditioned ones, orthogonal
/// to the other columns. @return their number
template <class Space>
int Lobpcg<Space>::addResiduals(LinearPreconditioner<Space>& T, MultiVector<Space>& deflated,
  const EigenReport& report, const EigenSettings& settings)
{
  const int kept = this->Count + this->Directions;
  this->Improved.clear();
  const auto isAccurate = [&](int j)
  {
    return report.residuals[static_cast<std::size_t>(j)] <=
      0.5 * this->Tolerances[static_cast<std::size_t>(j)];
  };
  const int wanted = std::min(settings.modes, this->Count);
  for (int j = 0; j < this->Count; ++j)
  {
    // Vectors that have converged take part without a new direction, and those after the wanted
    // ones have no task any longer once the last of these has converged.
    if (!isAccurate(j) && (j < wanted || !isAccurate(wanted - 1)))
    {
      const int added = static_cast<int>(this->Improved.size());
      if (added < j)
      {
        this->S.column(kept + added).copy(this->S.column(kept + j));
      }
      this->Improved.push_back(j);
    }
  }
  const int added = static_cast<int>(this->Improved.size());
  preconditionColumns(T, this->S, kept, added);
  const ColumnRange<Space> w = this->range(this->S, kept, added);
  const int passes = settings.tolerance < detail::PreciseTolerance ? 2 : 1;
  for (int pass = 0; pass < passes; ++pass)
  {
    this->removeDeflated(deflated, kept, added);
    SmallMatrix shares = innerProducts(this->range(this->MS, 0, kept), w);
    for (double& share : shares.entries)
    {
      share = -share;
    }
    combine(this->range(this->S, 0, kept), shares, w, true);
  }
  return added;
}

/// The best approximations in the span of all columns.
template <class Space>
void Lobpcg<Space>::improve(int added)
{
  const int kept = this->Count + this->Directions;
  const int all = kept + added;
  SmallMatrix ofK(all, all);
  SmallMatrix ofM(all, all);
  // Approximations and directions are orthonormal, and K does not couple them.
  for (int j = 0; j < kept; ++j)
  {
    ofM(j, j) = 1.0;
  }
  for (int j = 0; j < this->Count; ++j)
  {
    ofK(j, j) = this->Values[static_cast<std::size_t>(j)];
  }
  for (int j = 0; j < this->Directions; ++j)
  {
    for (int i = 0; i < this->Directions; ++i)
    {
      ofK(this->Count + i, this->Count + j) = this->OfDirections(i, j);
    }
  }
  const auto fill = [&](SmallMatrix& to, MultiVector<Space>& products)
  {
    const SmallMatrix found =
      innerProducts(this->range(this->S, 0, all), this->range(products, kept, added));
    for (int j = 0; j < added; ++j)
    {
      for (int i = 0; i < all; ++i)
      {
        to(i, kept + j) = found(i, j);
        to(kept + j, i) = found(i, j);
      }
    }
  };
  fill(ofK, this->KS);
  fill(ofM, this->MS);
  RitzVectors ritz = rayleighRitz(ofK, ofM, this->Count, this->Count, this->Improved);
  SmallMatrix factors = ritz.factors;
  factors.columns += ritz.directions.columns;
  factors.entries.insert(
    factors.entries.end(), ritz.directions.entries.begin(), ritz.directions.entries.end());
  for (MultiVector<Space>* of : { &this->S, &this->KS, &this->MS })
  {
    combine(this->range(*of, 0, all), factors, this->range(*of, 0, factors.columns));
  }
  this->Values = ritz.values;
  this->Count = ritz.factors.columns;
  this->Directions = ritz.directions.columns;
  this->OfDirections = std::move(ritz.energies);
}

template <class Space>
EigenReport Lobpcg<Space>::solve(LinearOperator<Space>& K, LinearOperator<Space>& M,
  LinearPreconditioner<Space>& T, MultiVector<Space>& deflated, const EigenSettings& settings,
  bool isSmoothed, Observer& observer)
{
  const Context<Space>& context = this->Of->context();
  this->deflate(deflated, M);
  const auto restrictToFree = [&]
  {
    for (int j = 0; j < this->Block; ++j)
    {
      detail::scaleMarked(
        context, this->Of->size(), 1.0, this->Free.data(), this->S.column(j).data());
    }
  };
  if (isSmoothed)
  {
    this->multiply(M, this->S, this->MS, 0, this->Block);
    for (int j = 0; j < this->Block; ++j)
    {
      this->S.column(j).copy(this->MS.column(j));
    }
    restrictToFree();
    preconditionColumns(T, this->S, 0, this->Block);
  }
  restrictToFree();
  this->removeDeflated(deflated, 0, this->Block);
  this->begin(K, M);
  EigenReport report;
  const int wanted = std::min(settings.modes, this->Count);
  bool isFresh = true; // products of the approximations are not sums of earlier ones
  for (;; ++report.iterations)
  {
    this->measure(report);
    const double worst = this->worstResidual(report, wanted, settings);
    report.converged = worst <= settings.tolerance;
    if (report.converged && !isFresh && settings.tolerance < detail::PreciseTolerance)
    {
      this->multiply(K, this->S, this->KS, 0, this->Count);
      this->multiply(M, this->S, this->MS, 0, this->Count);
      this->measure(report);
      isFresh = true;
      report.converged = this->worstResidual(report, wanted, settings) <= settings.tolerance;
    }
    report.stopped = context.any(observer.stopRequested());
    if (report.converged || report.stopped || report.iterations == settings.maximumIterations)
    {
      return report;
    }
    const double digits = std::log10(std::max(worst, settings.tolerance));
    observer.progress(std::clamp(digits / std::log10(settings.tolerance), 0.0, 1.0),
      "Iteration " + std::to_string(report.iterations) + ", residual " + shortText(worst));
    const int kept = this->Count + this->Directions;
    const int added = this->addResiduals(T, deflated, report, settings);
    this->multiply(K, this->S, this->KS, kept, added);
    this->multiply(M, this->S, this->MS, kept, added);
    this->improve(added);
    isFresh = false;
  }
}

template <class Space>
std::size_t Lobpcg<Space>::memory(std::int64_t unknowns, int block, int deflated)
{
  const auto column = static_cast<std::size_t>(strideOfColumns(unknowns)) * sizeof(double);
  // The motions themselves, and their products; residuals that are preconditioned together; small
  // matrices and partial sums of inner products.
  return column * static_cast<std::size_t>(9 * block + 2 * deflated + MostColumns) +
    static_cast<std::size_t>(unknowns) * sizeof(float) + (std::size_t(32) << 20);
}

template class Lobpcg<CompiledSpace>;
}
