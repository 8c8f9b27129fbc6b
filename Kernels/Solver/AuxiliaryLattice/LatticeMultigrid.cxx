#include "Solver/AuxiliaryLattice/LatticeMultigrid.h"

#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Solver/Aggregation/Smoothers/ProductSmoother.h"
#include "Solver/AuxiliaryLattice/MeshLattice.h"
#include "Solver/LargestEigenvalue.h"
#include "Solver/SmootherKernels.h"
#include "Solver/VoxelMultigrid/VoxelMultigrid.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Safety factor of the estimate of the largest eigenvalue.
constexpr double LatticeMargin = 1.1;
/// Factor by which the estimate is increased after a breakdown: Chebyshev polynomials grow rapidly
/// outside of their interval.
constexpr double LatticeCaution = 1.4;
/// Number of Lanczos steps for the estimate, which is repeated in each update.
constexpr int LatticeEigenvalueSteps = 8;
/// Smallest modulus of a voxel relative to the largest one: initially, and after all recoveries.
constexpr double LeastLatticeModulus = 1e-8;
constexpr double LargestLeastLatticeModulus = 1e-5;

/// Iterations per decimal digit of the residual above which aggregation is faster. On suitable
/// meshes, multigrid on a lattice takes two to seven.
constexpr double LatticePatience = 10.0;

inline VoxelMultigridSettings voxelSettings(const LatticeSettings& settings)
{
  VoxelMultigridSettings result;
  result.finest = { settings.voxelDegree, settings.voxelDegree, 8.0 };
  result.first = result.coarse = { 3, 3, 8.0 };
  result.twiceFrom = 2;
  result.eigenvalueSteps = 8;
  result.replicatedNodes = settings.replicatedNodes;
  return result;
}
}

template <class Space>
struct LatticeMultigrid<Space>::Storage
{
  Storage(const Context<Space>& given, const Mesh& mesh, const LatticeFrame& frame,
    double poissonsRatio, const std::vector<std::uint8_t>& supports,
    StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system,
    const LatticeSettings& settings)
    : context(&given), n(stiffness.layout().ownedSize()), entries(stiffness.size()),
      lattice({ stiffness.layoutPointer(), stiffness.materialPointsPointer() }, mesh, frame,
        poissonsRatio, supports),
      multigrid(lattice.grid(), lattice.voxels(), poissonsRatio, lattice.supports(),
        detail::voxelSettings(settings)),
      constrained(given, supports), smoother(stiffness, system, 1), x(stiffness.layoutPointer()),
      r(given, static_cast<std::size_t>(n)), steps(given, static_cast<std::size_t>(2 * entries)),
      d(steps.data()), q(d + entries), coarse(lattice.voxels().layoutPointer()),
      scalars(given, detail::lanczosScalars(detail::LatticeEigenvalueSteps))
  {
    x.zero();
    steps.zero();
    coarse.zero();
    auto all = static_cast<double>(n);
    given.sumOverParts(&all, 1);
    unknowns = static_cast<std::int64_t>(all);
  }

  const Context<Space>* context;
  std::int64_t n;        ///< unknowns of the part
  std::int64_t entries;  ///< of vectors that are multiplied: those of ghosts, too
  std::int64_t unknowns; ///< of all parts
  MeshLattice<Space> lattice;
  VoxelMultigrid<Space> multigrid;
  DeviceVector<std::uint8_t, Space> constrained;
  ProductSmoother<Space> smoother;
  double largestEigenvalue = 1.0;
  const Vector<Space>* moduli = nullptr;
  double largestModulus = 0.0;
  double leastModulus = detail::LeastLatticeModulus; ///< relative to the largest modulus
  Vector<Space, float> x;                            ///< solution of a cycle
  DeviceVector<float, Space> r; ///< right-hand side of a cycle, then its residual
  DeviceVector<float, Space> steps;
  float* d; ///< the last step of the smoother
  float* q; ///< the step after it
  Vector<Space> coarse;
  DeviceVector<double, Space> scalars; ///< scalars of Lanczos' method
};

template <class Space>
LatticeMultigrid<Space>::LatticeMultigrid(const Context<Space>& context, const Mesh& mesh,
  const LatticeFrame& frame, double poissonsRatio, const std::vector<std::uint8_t>& supports,
  StiffnessOperator<Space>& stiffness, SpringOperator<Space>& system,
  const LatticeSettings& settings)
  : Settings(settings), Store(std::make_unique<Storage>(context, mesh, frame, poissonsRatio,
                          supports, stiffness, system, settings))
{
}

template <class Space>
LatticeMultigrid<Space>::~LatticeMultigrid() = default;

template <class Space>
const Vector<Space, float>& LatticeMultigrid<Space>::freeUnknowns() const
{
  return this->Store->lattice.free();
}

template <class Space>
std::vector<std::int64_t> LatticeMultigrid<Space>::levelSizes() const
{
  std::vector<std::int64_t> sizes = this->Store->multigrid.levelSizes();
  sizes.insert(sizes.begin(), this->Store->unknowns);
  return sizes;
}

template <class Space>
void LatticeMultigrid<Space>::update(const Vector<Space>& moduli, double largest)
{
  Storage& store = *this->Store;
  store.moduli = &moduli;
  store.largestModulus = largest;
  store.leastModulus = detail::LeastLatticeModulus;
  this->updateVoxels();
  store.smoother.update(store.constrained.data());
  const auto entries = static_cast<std::size_t>(store.entries);
  const auto scratch = store.context->workspace().template lease<float>(3 * entries);
  float* v = scratch.data();
  const BlockJacobi<Space>& jacobi = store.smoother.jacobi();
  const double estimate = detail::estimateLargestEigenvalue(
    *store.context, store.n, detail::LatticeEigenvalueSteps, jacobi.inverses(), v, v + entries,
    v + 2 * entries, store.scalars.data(),
    [&](float* w)
    {
      jacobi.startVector(w);
      jacobi.start(w, 1.0F, true, w, w);
    },
    [&](const float* x, float* y) { store.smoother.multiply(x, y); });
  if (!std::isfinite(estimate) || !(estimate > 0.0))
  {
    throw SolverBreakdown(
      "Multigrid found no eigenvalue of the stiffness. Check that moduli are neither too large nor "
      "too small for single precision, and that some displacements are free.");
  }
  store.largestEigenvalue = detail::LatticeMargin * estimate;
}

template <class Space>
void LatticeMultigrid<Space>::updateVoxels()
{
  Storage& store = *this->Store;
  store.lattice.setModuli(*store.moduli, store.leastModulus * store.largestModulus);
  store.multigrid.update();
}

template <class Space>
std::string LatticeMultigrid<Space>::recover()
{
  Storage& store = *this->Store;
  if (2.0 * store.leastModulus > detail::LargestLeastLatticeModulus)
  {
    return {};
  }
  store.largestEigenvalue *= detail::LatticeCaution;
  store.leastModulus = std::min(10.0 * store.leastModulus, detail::LargestLeastLatticeModulus);
  this->updateVoxels();
  return detail::CautionNote;
}

template <class Space>
int LatticeMultigrid<Space>::patience(double tolerance) const
{
  return static_cast<int>(detail::LatticePatience * std::max(1.0, -std::log10(tolerance)));
}

/// Improves x, or x = 0, by a Chebyshev polynomial applied to the residual r of x. Afterwards d is
/// the last step, whose product with the matrix has not been subtracted from r.
template <class Space>
void LatticeMultigrid<Space>::smooth(bool fromZero)
{
  Storage& store = *this->Store;
  detail::ChebyshevSteps steps(store.largestEigenvalue, this->Settings.eigenvalueRatio);
  store.smoother.start(store.r.data(), steps.first(), fromZero, store.d, store.x.data());
  for (int step = 1; step < this->Settings.smootherDegree; ++step)
  {
    steps.advance();
    store.smoother.step(
      store.d, steps.keep(), steps.factor(), store.r.data(), store.q, store.x.data());
    std::swap(store.d, store.q);
  }
}

template <class Space>
const Vector<Space, float>& LatticeMultigrid<Space>::apply(const Vector<Space>& r)
{
  Storage& store = *this->Store;
  r.require(store.x.layout(), "A residual");
  detail::convert(*store.context, store.n, r.data(), store.r.data());
  this->smooth(true);
  store.smoother.subtract(store.d, store.r.data());
  store.lattice.restrictTo(store.r.data(), store.multigrid.freeUnknowns(), store.coarse);
  store.lattice.prolong(store.multigrid.apply(store.coarse), store.d, store.x.data());
  store.smoother.subtract(store.d, store.r.data());
  this->smooth(false);
  return store.x;
}

template class LatticeMultigrid<CompiledSpace>;
}
