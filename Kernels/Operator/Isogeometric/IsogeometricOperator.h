#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_ISOGEOMETRICOPERATOR_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_ISOGEOMETRICOPERATOR_H

#include "Core/Context.h"
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
// Of the library's own sources.
template <class Real>
struct PointInput;
template <class Real>
struct CongruentInput;
struct FinishSingle;

/// How products with the stiffness of a patch are made.
enum class IsogeometricProduct
{
  Auto,      ///< the fastest one: see makeIsogeometricOperator()
  Points,    ///< sum factorization at the Gauss points of bricks of elements
  Congruent, ///< by the few distinct element matrices of affine patches; moduli of elements
  Assembled  ///< block rows, assembled when moduli are set
};

/**
 * y = K(E) x of isogeometric analysis on one NURBS patch, with (p + 1) Gauss points per direction
 * (Hughes, Cottrell, Bazilevs 2005); plane stress with thickness 1 in two dimensions.
 *
 * There are as many unknowns per control point as dimensions: unknown c of control point i is
 * dimension i + c. Material points are the elements or their Gauss points: point `local` of element
 * e has the number e (p + 1)^dimension + local, with the first direction fastest.
 *
 * In homogeneous coordinates w_i u_i, rational functions are splines over the common weight
 * function: K = W A W with W the diagonal of weights. Preconditioners work with A, in single
 * precision. No atomics: sums have a fixed order.
 */
template <class Space>
class IsogeometricOperator : public StiffnessOperator<Space>
{
public:
  /// @param product not Auto @param perGaussPoint moduli of Gauss points instead of elements
  /// @throws Error if the product does not suit the patch or the moduli
  IsogeometricOperator(Context<Space>& context, const NurbsPatch& patch, double poissonsRatio,
    bool perGaussPoint, IsogeometricProduct product);

  void setModuli(const double* moduli) override;
  std::int64_t size() const override { return this->Grid.dimension * this->numberOfNodes(); }
  /// Control points.
  std::int64_t numberOfNodes() const override { return this->Grid.numberOfControlPoints(); }
  std::int64_t numberOfMaterialPoints() const override
  {
    return this->Grid.numberOfElements() *
      (this->PerGaussPoint ? this->Grid.pointsPerElement() : 1);
  }
  void apply(const double* x, double* y) override;
  void diagonal(double* d) override;
  void addUnitEnergies(const double* u, double weight, double* energies) override;
  void geometry(double* measures, double* positions) override;
  void displacementGradients(const double* u, double* gradients) override;

  const SplineGrid& grid() const { return this->Grid; }
  IsogeometricProduct product() const { return this->Product; }
  bool perGaussPoint() const { return this->PerGaussPoint; }
  /// The weights of control points; null if all are one.
  const double* weights() const { return this->hasWeights() ? this->Weights.data() : nullptr; }

  /// Copies moduli for what follows, which is in single precision and homogeneous coordinates.
  void prepareSingle();
  /// y = A x
  void applyHomogeneous(const float* x, float* y);
  /// r -= A d, with r zero where the inverse of the diagonal is.
  void subtractSingle(const float* inverseDiagonal, const float* d, float* r);
  /**
   * One step of a Chebyshev smoother, where e is the next step's d:
   *
   *     r -= A d;  e = ofDirection d + ofResidual D^-1 r;  x += e
   */
  void smoothSingle(const float* inverseDiagonal, float ofDirection, float ofResidual,
    const float* d, float* r, float* e, float* x);
  /// The diagonal of A.
  void homogeneousDiagonal(double* d);
  /// Adds the matrix of a space of splines that is nested in the patch's own: a Galerkin product.
  void integrateSingle(const SpaceTables<float, Space>& space, const RowsView<float>& rows);

  /// Bytes of an instance. @param single whether prepareSingle() is called
  static std::size_t memory(
    const NurbsPatch& patch, bool perGaussPoint, IsogeometricProduct product, bool single);

private:
  bool hasWeights() const { return this->Weights.size() > 0; }
  void multiplySingle(const FinishSingle& finish);
  void assemble();
  template <class Real>
  PointInput<Real> pointInput(const Real* moduli, const Real* x, Real* partials) const;
  template <class Real>
  CongruentInput<Real> congruentInput(
    const DeviceVector<Real, Space>& matrices, const Real* moduli, const Real* x) const;

  Context<Space>* Computing;
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
  /// Partial sums of bricks; kept, as products are recorded, which may not allocate.
  DeviceVector<double, Space> Partials;
  DeviceVector<float, Space> SinglePartials;
  /// Of congruent elements.
  std::array<DeviceVector<std::int32_t, Space>, 3> ClassOfSpan;
  std::array<std::int32_t, 3> Classes{ 1, 1, 1 };
  DeviceVector<double, Space> Matrices;
  DeviceVector<float, Space> SingleMatrices;
  /// Assembled, and x times weights.
  SplineRows<double, Space> Rows;
  DeviceVector<double, Space> Scaled;
};
}

#endif
