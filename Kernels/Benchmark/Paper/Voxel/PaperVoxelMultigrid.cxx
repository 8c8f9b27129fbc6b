#include "Benchmark/Paper/Voxel/PaperVoxelMultigrid.h"

#include "Benchmark/Paper/Voxel/PaperVoxelKernels.h"
#include "Solver/SmootherKernels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
TransferLists listsOf(const PaperVoxelLevel<Space>& level)
{
  return { static_cast<std::int64_t>(level.firstChild.size()), level.firstChild.data(),
    level.children.data(), level.neighbours.data() };
}

/// Whether a grid has at least two coarse elements along each axis.
inline bool canBeCoarsened(const MortonOrder& fine)
{
  std::array<bool, 3> found = {};
  for (const std::uint64_t key : fine.elementKeys)
  {
    for (std::size_t d = 0; d < 3; ++d)
    {
      found[d] = found[d] || (key >> 3 & morton::AlongX << d) != 0;
    }
  }
  return found[0] && found[1] && found[2];
}
}

template <class Space>
PaperVoxelMultigrid<Space>::PaperVoxelMultigrid(const Context<Space>& context,
  const MortonOrder& finest, const std::vector<std::uint8_t>& constrained, double poissonsRatio,
  const PaperVoxelSettings& settings)
  : Settings(settings)
{
  const auto add = [&](const MortonOrder& order, const std::vector<std::uint8_t>& of, bool last)
  {
    this->Levels.push_back(
      std::make_unique<PaperVoxelLevel<Space>>(context, order, of, poissonsRatio, settings, last));
    if (this->Levels.size() > 1)
    {
      PaperVoxelLevel<Space>& level = *this->Levels.back();
      level.b = Vector<Space>(level.matrix->layoutPointer());
      level.x = Vector<Space>(level.matrix->layoutPointer());
    }
  };
  const auto isLast = [&](const MortonOrder& order, int coarsenings)
  { return coarsenings == settings.coarsenings || !detail::canBeCoarsened(order); };
  bool last = isLast(finest, 0);
  add(finest, constrained, last);
  MortonOrder coarse; // of the coarsest level so far
  std::vector<std::uint8_t> ofCoarse = constrained;
  for (int coarsenings = 1; !last; ++coarsenings)
  {
    const MortonOrder& fine = coarsenings == 1 ? finest : coarse;
    MortonOrder next = coarsened(fine);
    const CurveTransfer transfer = makeCurveTransfer(fine, next);
    this->Levels.back()->setTransfer(transfer);
    ofCoarse = coarsenedConstraints(transfer, ofCoarse);
    coarse = std::move(next);
    last = isLast(coarse, coarsenings);
    add(coarse, ofCoarse, last);
  }
  context.synchronize();
}

template <class Space>
void PaperVoxelMultigrid<Space>::smooth(
  PaperVoxelLevel<Space>& level, const Vector<Space>& b, Vector<Space>& x, bool isZero)
{
  const Context<Space>& context = b.context();
  detail::ChebyshevSteps steps(level.largestEigenvalue, this->Settings.ratio);
  double keep = 0.0;
  double factor = steps.first();
  for (int i = 0; i < this->Settings.degree; ++i)
  {
    const bool startsAtZero = isZero && i == 0;
    if (!startsAtZero)
    {
      level.matrix->apply(x, level.z);
    }
    detail::chebyshevStep(context, level.size(), level.inverseDiagonal.data(), keep, factor,
      b.data(), startsAtZero ? nullptr : level.z.data(), level.p.data(), x.data());
    steps.advance();
    keep = steps.keep();
    factor = steps.factor();
  }
}

template <class Space>
void PaperVoxelMultigrid<Space>::cycle(std::size_t number, const Vector<Space>& b, Vector<Space>& x)
{
  if (number + 1 == this->Levels.size())
  {
    if (number == 0)
    {
      detail::combine(b.context(), x.size(), 0.0, this->level(0).inverseDiagonal.data(), b.data(),
        x.data()); // a grid that is not coarsened
      return;
    }
    this->solveCoarsest();
    return;
  }
  PaperVoxelLevel<Space>& fine = *this->Levels[number];
  PaperVoxelLevel<Space>& coarse = *this->Levels[number + 1];
  const Context<Space>& context = b.context();
  const detail::TransferLists lists = detail::listsOf(fine);
  this->smooth(fine, b, x, true);
  for (int i = 0; i < this->Settings.cycles; ++i)
  {
    fine.matrix->apply(x, fine.z);
    detail::residual(context, fine.size(), fine.inverseDiagonal.data(), b.data(), fine.z.data());
    detail::restrictTo(
      context, lists, fine.z.data(), coarse.inverseDiagonal.data(), coarse.b.data());
    this->cycle(number + 1, coarse.b, coarse.x);
    detail::prolongate(context, lists, coarse.x.data(), fine.inverseDiagonal.data(), x.data());
    this->smooth(fine, b, x, false);
  }
}

template <class Space>
void PaperVoxelMultigrid<Space>::solveCoarsest()
{
  PaperVoxelLevel<Space>& level = *this->Levels.back();
  const Context<Space>& context = level.b.context();
  const std::int64_t n = level.size();
  const double* inverse = level.inverseDiagonal.data();
  double* r = level.b.data();
  level.x.zero();
  const Sums<2> start = detail::products(context, n, inverse, r, r);
  double rz = start.v[0];
  const double end = this->Settings.coarseTolerance * this->Settings.coarseTolerance * start.v[1];
  double beta = 0.0;
  for (int i = 0; i < this->Settings.coarseIterations && rz > 0.0; ++i)
  {
    detail::combine(context, n, beta, inverse, r, level.p.data());
    level.matrix->apply(level.p, level.z);
    const double pz = detail::products(context, n, nullptr, level.p.data(), level.z.data()).v[0];
    const Sums<2> after = detail::conjugateStep(
      context, n, inverse, rz / pz, level.p.data(), level.z.data(), level.x.data(), r);
    if (after.v[0] <= end)
    {
      return;
    }
    beta = after.v[1] / rz;
    rz = after.v[1];
  }
}

template class PaperVoxelMultigrid<CompiledSpace>;
}
