#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRID_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEMULTIGRID_H

#include "Operator/Isogeometric/IsogeometricOperator.h"
#include "Solver/SplineMultigrid/SplineMultigridSettings.h"
#include "Solver/StiffnessPreconditioner.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A multigrid cycle on nested spaces of splines as preconditioner, in single precision.
 *
 * Coarse spaces have every second knot in each direction whose elements are not much longer than
 * those of the others, and the same weight function, so that they are nested exactly: prolongation
 * is knot insertion in homogeneous coordinates. Coarse matrices are Galerkin products: of the first
 * coarse level by integration at the Gauss points of the patch, of the others direction by
 * direction. Smoothing is by Chebyshev polynomials over the diagonal (Adams, Brezina, Hu, Tuminaro,
 * J. Comput. Phys. 188, 2003; for splines Donatelli, Garoni, Manni, Serra-Capizzano, Speleers,
 * Comput. Methods Appl. Mech. Engrg. 284, 2015); the coarsest level is solved.
 *
 * A coarse function is constrained where it touches a prescribed unknown.
 */
template <class Space>
class SplineMultigrid : public StiffnessPreconditioner<Space>
{
public:
  /**
   * Builds all levels; update() must be called before use.
   *
   * @param K the operator of the patch to precondition; must outlive this object
   * @param supports one per unknown, nonzero where a displacement is prescribed
   * @param springs stiffness between each unknown and the ground, force per length; empty means
   * none. Products on the finest level leave them out unless it is stored, as they change few
   * eigenvalues
   */
  SplineMultigrid(const NurbsPatch& patch, IsogeometricOperator<Space>& K,
    const std::vector<std::uint8_t>& supports, const std::vector<double>& springs,
    const std::optional<SplineMultigridSettings>& settings = std::nullopt);
  ~SplineMultigrid() override;
  SplineMultigrid(const SplineMultigrid&) = delete;
  SplineMultigrid& operator=(const SplineMultigrid&) = delete;

  /// Computes coarse matrices and eigenvalue estimates for the present moduli of the operator.
  /// @throws Error if there are too few supports for a positive definite coarse matrix.
  void update();
  void update(const Vector<Space>& /*moduli*/, double /*largest*/) override { this->update(); }
  /// Raises the bounds of eigenvalues for smoothing, up to three times after an update().
  std::string recover() override;

  const Vector<Space, float>& apply(const Vector<Space>& r) override;
  const Vector<Space, float>& freeUnknowns() const override;

  /// Unknowns of each level, finest first.
  std::vector<std::int64_t> levelSizes() const;
  /// The matrix of a level in homogeneous coordinates; empty where it is not stored.
  const SplineRows<float, Space>& matrix(std::size_t level) const;

  /// Upper bound of the bytes of an instance and of its part of the workspace, without the
  /// operator.
  static std::size_t memory(
    const NurbsPatch& patch, const std::optional<SplineMultigridSettings>& settings = std::nullopt);

private:
  struct Level;
  struct Storage;

  void multiply(std::size_t level, const Vector<Space, float>& x, Vector<Space, float>& y);
  void smooth(std::size_t level, bool fromZero);
  void subtractStep(std::size_t level);
  void cycle(std::size_t level);
  void solve(std::size_t level);
  void estimateEigenvalue(std::size_t level);
  void invertCoarsest();

  IsogeometricOperator<Space>& Operator;
  SplineMultigridSettings Settings;
  std::unique_ptr<Storage> Store;
  std::vector<std::unique_ptr<Level>> Levels;
};

/// The preconditioner of an operator that makeIsogeometricOperator() has built; see
/// SplineMultigrid.
template <class Space>
std::unique_ptr<SplineMultigrid<Space>> makeSplineMultigrid(const NurbsPatch& patch,
  IsogeometricOperator<Space>& K, const std::vector<std::uint8_t>& supports,
  const std::vector<double>& springs = {})
{
  return std::make_unique<SplineMultigrid<Space>>(patch, K, supports, springs);
}
}

#endif
