#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTGEOMETRY_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_POINTS_POINTGEOMETRY_H

#include "Operator/Isogeometric/Points/PointTables.h"

#include <array>
#include <cstddef>
#include <optional>

namespace trabecula
{
/// The map of a patch whose derivatives are constant.
struct AffineMap
{
  std::array<double, 9> jacobian; ///< dx_i / dxi_k at 3 i + k
};

/// The map, if weights are equal and control points are at the images of the Greville abscissae, up
/// to rounding.
std::optional<AffineMap> findAffineMap(const NurbsPatch& patch);

/**
 * Gradients at Gauss points from homogeneous displacements U = sum of N_i w_i u_i: with the weight
 * function W, the gradient of u = U / W is that of U times a, minus U times b. Both are multiplied
 * by the square root of Gauss weight and determinant, so that E a^T C a is what is summed.
 *
 * Either constant, or stored per point, in the order of the tensor grid of all points:
 * component c of the point with coordinates (x, y, z) at c * points + x + along[0] (y + along[1]
 * z).
 */
template <class Real>
struct PointGeometryView
{
  const Real* stored; ///< dimension^2 of a, at dimension k + c, then of b; null: constant
  std::int64_t points;
  std::int64_t along[2];
  bool rational;   ///< whether b is not zero
  Real inverse[9]; ///< dxi_k / dx_c at dimension k + c
  Real root;       ///< of the determinant
};

template <class Real, int D>
struct PointFactors
{
  Real a[D * D]; ///< derivative along reference direction k to that along c at D k + c
  Real b[D];

  /// @param e element and q point in it, both direction by direction @param m points of an element
  TRABECULA_FUNCTION PointFactors(const PointGeometryView<Real>& geometry,
    const PointTablesView<Real>& tables, const std::int32_t* e, const int* q, const int* m)
  {
    if (geometry.stored)
    {
      std::int64_t place = 0;
      for (int k = D - 1; k >= 0; --k)
      {
        place = std::int64_t(e[k]) * m[k] + q[k] + (k < D - 1 ? geometry.along[k] * place : 0);
      }
      const Real* from = geometry.stored + place;
      TRABECULA_UNROLL
      for (int i = 0; i < D * D; ++i)
      {
        this->a[i] = from[i * geometry.points];
      }
      TRABECULA_UNROLL
      for (int i = 0; i < D; ++i)
      {
        this->b[i] = geometry.rational ? from[(D * D + i) * geometry.points] : Real(0);
      }
      return;
    }
    Real root = geometry.root;
    TRABECULA_UNROLL
    for (int k = 0; k < D; ++k)
    {
      root *= tables.rootWeights[k][e[k] * m[k] + q[k]];
    }
    TRABECULA_UNROLL
    for (int k = 0; k < D; ++k)
    {
      const Real scale = root * tables.inverseLengths[k][e[k]];
      TRABECULA_UNROLL
      for (int c = 0; c < D; ++c)
      {
        this->a[D * k + c] = scale * geometry.inverse[D * k + c];
      }
      this->b[k] = Real(0);
    }
  }
};

template <class Space>
class PointGeometry
{
public:
  PointGeometry(
    const Context<Space>& context, const NurbsPatch& patch, const PatchData<Space>& data);

  template <class Real>
  PointGeometryView<Real> view() const;
  /// Makes the copy in single precision that view<float>() needs.
  void makeSingle(const Context<Space>& context);

  /// Bytes of one and of both precisions.
  static std::size_t memory(const NurbsPatch& patch, bool single);

private:
  SplineGrid Grid;
  std::optional<AffineMap> Affine;
  bool Rational = false;
  DeviceVector<double, Space> Double;
  DeviceVector<float, Space> Single;
};
}

#endif
