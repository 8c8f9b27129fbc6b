#ifndef TRABECULA_TESTING_KERNELS_OPERATORS_H
#define TRABECULA_TESTING_KERNELS_OPERATORS_H

#include "Support/Dot.h"
#include "Support/Problems.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/StiffnessOperator.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace trabecula::testing
{
/// Displacements of a small rotation and a translation of a mesh.
inline std::vector<double> rigidMotion(const Mesh& mesh)
{
  const Point omega = { 0.3, -0.2, 0.5 };
  std::vector<double> rigid(mesh.points.size());
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(mesh, n);
    for (std::size_t i = 0; i < 3; ++i)
    {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      rigid[3 * n + i] = omega[j] * p[k] - omega[k] * p[j] + 0.7;
    }
  }
  return rigid;
}

/// A test of stiffness operators of a space.
template <class Space>
class OperatorTest : public OnSpace<Space>
{
protected:
  /// Layouts of a mesh that one part owns, in the context of this test.
  OperatorLayouts<Space> layouts(const Mesh& mesh) { return layoutsOf(this->context(), mesh); }

  static std::vector<double> product(
    StiffnessOperator<Space>& K, const std::vector<double>& moduli, const std::vector<double>& x)
  {
    const Vector<Space> deviceModuli(K.materialPointsPointer(), moduli);
    const Vector<Space> deviceX(K.layoutPointer(), x);
    Vector<Space> y = poisoned(K.layoutPointer());
    K.setModuli(deviceModuli);
    K.apply(deviceX, y);
    return y.toHost();
  }

  static std::vector<double> diagonal(
    StiffnessOperator<Space>& K, const std::vector<double>& moduli)
  {
    const Vector<Space> deviceModuli(K.materialPointsPointer(), moduli);
    Vector<Space> diagonal = poisoned(K.layoutPointer());
    K.setModuli(deviceModuli);
    K.diagonal(diagonal);
    return diagonal.toHost();
  }

  /// Expects K to be symmetric and positive for two vectors, and zero for rigid-body motions.
  /// @param mesh of the operator, with a size of about 1
  static void expectSymmetricAndBlindToRigidMotions(
    StiffnessOperator<Space>& K, const Mesh& mesh, Random& random)
  {
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 0.1, 1.0);
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    const std::vector<double> y = random.vector(mesh.points.size(), -1, 1);
    const std::vector<double> Kx = product(K, moduli, x);
    const std::vector<double> Ky = product(K, moduli, y);
    const double xKx = dot(x, Kx);
    EXPECT_GT(xKx, 0.0);
    EXPECT_NEAR(dot(x, Ky), dot(y, Kx), 1e-13 * xKx);
    for (const double force : product(K, moduli, rigidMotion(mesh)))
    {
      EXPECT_NEAR(force, 0.0, 1e-13);
    }
  }
};
}

#endif
