#ifndef TRABECULA_TESTING_KERNELS_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRIDTESTINPUT_H

#include "Support/Patches.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Mesh/Nurbs/NurbsRefinement.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace trabecula::testing
{
constexpr double Nu = 0.3;

/// Returns the densities of a design with holes, which are 1 or the given ratio.
inline std::vector<double> holes(const NurbsPatch& patch, double ratio)
{
  const std::array<int, 3> n = patch.elements();
  std::vector<double> moduli(patch.numberOfElements());
  for (std::size_t e = 0; e < moduli.size(); ++e)
  {
    const std::array<std::size_t, 3> at = { e % n[0], e / n[0] % n[1], e / n[0] / n[1] };
    double nearest = 1.0;
    double square = 0.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(patch.dimension); ++k)
    {
      // The holes form a grid of 4 x 4 (x 4).
      const double x = 4.0 * (double(at[k]) + 0.5) / n[k];
      const double distance = x - std::floor(x) - 0.5;
      square += distance * distance;
    }
    nearest = std::sqrt(square);
    moduli[e] = nearest < 0.32 ? ratio : 1.0;
  }
  return moduli;
}

template <class Space>
class SplineMultigridTest : public OnSpace<Space>
{
protected:
  struct System
  {
    NurbsPatch patch;
    std::unique_ptr<IsogeometricOperator<Space>> K;
    Vector<Space> moduli;
    std::unique_ptr<SplineMultigrid<Space>> multigrid;
  };

  std::unique_ptr<System> make(const NurbsPatch& patch, const std::vector<double>& moduli,
    const std::vector<std::uint8_t>& supports, bool storeFinest,
    const std::vector<double>& springs = {})
  {
    auto system = std::make_unique<System>();
    system->patch = patch;
    const bool perGaussPoint = moduli.size() != patch.numberOfElements();
    system->K = makeIsogeometricOperator(
      layoutsOf(this->context(), patch, perGaussPoint), patch, Nu, perGaussPoint);
    system->moduli = Vector<Space>(system->K->materialPointsPointer(), moduli);
    system->K->setModuli(system->moduli);
    SplineMultigridSettings settings = SplineMultigridSettings::of(patch, Space::Id);
    settings.storeFinest = storeFinest;
    system->multigrid =
      std::make_unique<SplineMultigrid<Space>>(patch, *system->K, supports, springs, settings);
    system->multigrid->update();
    return system;
  }

  static std::vector<float> apply(System& system, const std::vector<double>& r)
  {
    const Vector<Space> residual(system.K->layoutPointer(), r);
    return system.multigrid->apply(residual).toHost();
  }

  /// Returns the number of iterations of conjugate gradients to 1e-8 for a force at the last
  /// control point.
  static int iterations(System& system)
  {
    const auto n = static_cast<std::size_t>(system.K->size());
    std::vector<double> force(n, 0.0);
    force[n - 1] = -1.0;
    const Vector<Space> f(system.K->layoutPointer(), force);
    Vector<Space> u(system.K->layoutPointer());
    u.zero();
    ConjugateGradient<Space> solver(system.K->layoutPointer());
    Observer silent;
    const SolverReport report = solver.solve(*system.K, *system.multigrid, f, u, 1e-8, 500, silent);
    EXPECT_TRUE(report.converged);
    return report.iterations;
  }

  Random random{ 8 };
};
}

#endif
