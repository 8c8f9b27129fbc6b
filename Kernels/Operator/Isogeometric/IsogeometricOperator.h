#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_ISOGEOMETRICOPERATOR_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_ISOGEOMETRICOPERATOR_H

#include "Mesh/Nurbs/NurbsPatch.h"
#include "Operator/Isogeometric/Points/PointGeometry.h"
#include "Operator/Isogeometric/SpaceTables.h"
#include "Operator/Isogeometric/SplineRows.h"
#include "Operator/StiffnessOperator.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace trabecula
{
// Defined in ProductKernels.h, for the library's own sources.
template <class Real>
struct PointInput;
template <class Real>
struct CongruentInput;
struct FinishSingle;

/// How products with the stiffness of a patch are computed.
enum class IsogeometricProduct
{
  Auto,      ///< the fastest one: see makeIsogeometricOperator()
  Points,    ///< sum factorization at the Gauss points of bricks of elements
  Congruent, ///< by the few distinct element matrices of affine patches; moduli of elements
  Assembled  ///< block rows, assembled when moduli are set
};

/// Layouts of a patch in a context of a single part: as many components of each control point as
/// dimensions.
/// @param perGaussPoint whether material points are the Gauss points instead of the elements
template <class Space>
OperatorLayouts<Space> layoutsOf(
  const Context<Space>& context, const NurbsPatch& patch, bool perGaussPoint)
{
  context.requireSinglePart("A patch");
  const SplineGrid grid = gridOf(patch);
  return { makeLayout(context, Entity::ControlPoint, grid.numberOfControlPoints(), grid.dimension),
    makeLayout(context, Entity::MaterialPoint,
      grid.numberOfElements() * (perGaussPoint ? grid.pointsPerElement() : 1), 1) };
}

/**
 * y = K(E) x of isogeometric analysis on one NURBS patch, with (p + 1) Gauss points per direction
 * (Hughes, Cottrell, Bazilevs 2005); plane stress with thickness 1 in two dimensions.
 *
 * There are as many unknowns per control point as dimensions: unknown c of control point i is
 * dimension i + c. Material points are the elements or their Gauss points: point `local` of element
 * e has the number e (p + 1)^dimension + local, with the first direction fastest.
 *
 * Displacement gradients have nine components also in two dimensions, at 3 i + j; those of the
 * third direction are zero. Positions have three components.
 *
 * In homogeneous coordinates w_i u_i, rational functions are splines over the common weight
 * function: K = W A W with W the diagonal of weights. Preconditioners work with A, in single
 * precision. No atomics are used: sums have a fixed order.
 */
template <class Space>
class IsogeometricOperator : public StiffnessOperator<Space>
{
public:
  /// @param layouts of the patch, see layoutsOf()
  /// @param perGaussPoint moduli of Gauss points instead of elements
  /// @param product not Auto
  /// @throws Error if the layouts are not those of the patch, or if the product does not suit the
  /// patch or the moduli
  IsogeometricOperator(const OperatorLayouts<Space>& layouts, const NurbsPatch& patch,
    double poissonsRatio, bool perGaussPoint, IsogeometricProduct product);

  const SplineGrid& grid() const { return this->Grid; }
  IsogeometricProduct productUsed() const { return this->Product; }
  bool perGaussPoint() const { return this->PerGaussPoint; }
  /// The weights of control points; null if all are one.
  const double* weights() const { return this->hasWeights() ? this->Weights.data() : nullptr; }

  /// Copies moduli for the following functions, which are in single precision and homogeneous
  /// coordinates. All their vectors have the layout of the unknowns.
  void prepareSingle();
  /// y = A x
  void applyHomogeneous(const Vector<Space, float>& x, Vector<Space, float>& y);
  /// r -= A d, with r zero where the inverse of the diagonal is.
  void subtractSingle(const Vector<Space, float>& inverseDiagonal, const Vector<Space, float>& d,
    Vector<Space, float>& r);
  /**
   * One step of a Chebyshev smoother, where e is the next step's d:
   *
   *     r -= A d;  e = ofDirection d + ofResidual D^-1 r;  x += e
   */
  void smoothSingle(const Vector<Space, float>& inverseDiagonal, float ofDirection,
    float ofResidual, const Vector<Space, float>& d, Vector<Space, float>& r,
    Vector<Space, float>& e, Vector<Space, float>& x);
  /// The diagonal of A, in double precision.
  void homogeneousDiagonal(Vector<Space>& d);
  /// Adds the matrix of a space of splines that is nested in the patch's own: a Galerkin product.
  void integrateSingle(const SpaceTables<float, Space>& space, const RowsView<float>& rows);

  /// Bytes of an instance. @param single whether prepareSingle() is called
  static std::size_t memory(
    const NurbsPatch& patch, bool perGaussPoint, IsogeometricProduct product, bool single);

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override;
  void useModuli(const double* moduli) override;
  void computeDiagonal(double* d) override;
  void addEnergies(const double* u, double weight, double* energies) override;
  void computeGeometry(double* measures, double* positions) override;
  void computeGradients(const double* u, double* gradients) override;
  void addGradientsTransposed(const double* s, double* f) override;

private:
  bool hasWeights() const { return this->Weights.size() > 0; }
  void addHomogeneousDiagonal(double* d) const;
  void multiplySingle(const FinishSingle& finish);
  void assemble();
  template <class Real>
  PointInput<Real> pointInput(const Real* moduli, const Real* x, Real* partials) const;
  template <class Real>
  CongruentInput<Real> congruentInput(
    const DeviceVector<Real, Space>& matrices, const Real* moduli, const Real* x) const;

  SplineGrid Grid;
  bool PerGaussPoint;
  IsogeometricProduct Product;
  double PoissonsRatio;
  PatchData<Space> Patch;
  PointTables<Space> Tables;
  PointGeometry<Space> Geometry;
  SpaceTables<double, Space> OwnSpace; ///< of the diagonal and of assembly
  DeviceVector<double, Space> Weights; ///< empty if all are one
  const double* Moduli = nullptr;
  DeviceVector<float, Space> SingleModuli;
  /// Partial sums of bricks; kept, as products that are captured in a graph may not allocate.
  DeviceVector<double, Space> Partials;
  DeviceVector<float, Space> SinglePartials;
  /// Data of congruent elements.
  std::array<DeviceVector<std::int32_t, Space>, 3> ClassOfSpan;
  std::array<std::int32_t, 3> Classes{ 1, 1, 1 };
  DeviceVector<double, Space> Matrices;
  DeviceVector<float, Space> SingleMatrices;
  /// The assembled matrix, and x times weights.
  SplineRows<double, Space> Rows;
  DeviceVector<double, Space> Scaled;
};
}

#endif
