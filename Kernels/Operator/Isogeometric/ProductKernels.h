#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_PRODUCTKERNELS_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_PRODUCTKERNELS_H

// The loops of IsogeometricOperator, compiled for every degree; for the library's own sources.

#include "Operator/Isogeometric/Points/PointGeometry.h"
#include "Operator/Isogeometric/SpaceTables.h"
#include "Operator/Isogeometric/SplineRows.h"
#include "Physics/Elasticity.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// What is computed from the strains at Gauss points.
enum class PointForm
{
  Force, ///< at control points
  Energy ///< of material points
};

/// Input of sum factorization.
template <class Real>
struct PointInput
{
  SplineGrid grid;
  PointTablesView<Real> tables;
  PointGeometryView<Real> geometry;
  LameConstants<Real> material; ///< of a Young's modulus of one
  const Real* moduli;           ///< of elements or of points
  bool modulusPerPoint;
  const Real* x;
  const Real* weights; ///< of control points, by which x is multiplied; null: ones
  Real* partials;      ///< PointForm::Force: dimension of each control point of each brick
  double scale;        ///< PointForm::Energy
  double* energies;
};

/// y = A x.
struct StoreProduct
{
  double* y;
  TRABECULA_FUNCTION void operator()(std::int64_t i, double q) const { this->y[i] = q; }
};

/// What is done with products in single precision; see IsogeometricOperator.
enum class SingleStep
{
  Store,    ///< r = A d
  Subtract, ///< r -= A d
  Smooth    ///< r -= A d; e = ofDirection d + ofResidual D^-1 r; x += e
};

/// Writes the products (A d)_i in single precision.
struct FinishSingle
{
  SingleStep step;
  const float* inverseDiagonal; ///< zero on prescribed unknowns, where r is zero then
  float ofDirection;
  float ofResidual;
  const float* d;
  float* r;
  float* e;
  float* x;

  TRABECULA_FUNCTION void operator()(std::int64_t i, float q) const
  {
    if (this->step == SingleStep::Store)
    {
      this->r[i] = q;
      return;
    }
    const float inverse = this->inverseDiagonal[i];
    const float residual = inverse != 0.0F ? this->r[i] - q : 0.0F;
    this->r[i] = residual;
    if (this->step == SingleStep::Smooth)
    {
      const float next = this->ofDirection * this->d[i] + this->ofResidual * inverse * residual;
      this->e[i] = next;
      this->x[i] += next;
    }
  }
};

/// Input of products with congruent element matrices.
template <class Real>
struct CongruentInput
{
  SplineGrid grid;
  const std::int32_t* classOf[3]; ///< of each span
  std::int32_t classes[3];        ///< their numbers
  const Real* matrices;
  const Real* moduli; ///< of elements
  const Real* x;

  TRABECULA_FUNCTION std::int64_t classAt(const std::int32_t* e) const
  {
    return (std::int64_t(this->classOf[2][e[2]]) * this->classes[1] + this->classOf[1][e[1]]) *
      this->classes[0] +
      this->classOf[0][e[0]];
  }
};

/// Input of the integration of matrices and diagonals.
template <class Real>
struct IntegrationInput
{
  SplineGrid grid; ///< of the patch
  SpaceTablesView<Real> space;
  PointTablesView<Real> tables;
  PointGeometryView<Real> geometry;
  LameConstants<Real> material; ///< of a Young's modulus of one
  const Real* moduli;
  bool modulusPerPoint;
  RowsView<Real> rows; ///< added to; or
  Real* diagonal;      ///< of unknowns, added to
};

/// finish(i, (A x)_i) by sum factorization, A with the weights of the input.
template <class Space>
void multiplyByPoints(
  const Context<Space>& context, const PointInput<double>& input, const StoreProduct& finish);
template <class Space>
void multiplyByPoints(
  const Context<Space>& context, const PointInput<float>& input, const FinishSingle& finish);
/// energies[p] += scale u.K_p u
template <class Space>
void addPointEnergies(const Context<Space>& context, const PointInput<double>& input);
/// Numbers in PointInput::partials.
std::size_t numberOfPartials(const SplineGrid& grid);

/// finish(i, (A x)_i) by congruent element matrices.
template <class Space>
void multiplyCongruent(
  const Context<Space>& context, const CongruentInput<double>& input, const StoreProduct& finish);
template <class Space>
void multiplyCongruent(
  const Context<Space>& context, const CongruentInput<float>& input, const FinishSingle& finish);

/// Adds the matrix of a space. @param mostSpans of the patch in one of the space, in each direction
template <class Space, class Real>
void integrateRows(
  const Context<Space>& context, const IntegrationInput<Real>& input, const int* mostSpans);
/// Adds the diagonal of the patch's own space.
template <class Space>
void integrateDiagonal(const Context<Space>& context, const IntegrationInput<double>& input);
}

#endif
