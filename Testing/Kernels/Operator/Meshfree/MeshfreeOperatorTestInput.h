#ifndef TRABECULA_TESTING_KERNELS_OPERATOR_MESHFREE_MESHFREEOPERATORTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_OPERATOR_MESHFREE_MESHFREEOPERATORTESTINPUT_H

#include "Support/Dot.h"
#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"
#include "Operator/Meshfree/MakeMeshfreeOperator.h"
#include "Operator/Meshfree/MeshfreeMatrixOperator.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace trabecula::testing::meshfree
{
template <class Space>
std::vector<double> product(LinearOperator<Space>& A, const std::vector<double>& x)
{
  const Vector<Space> in(A.layoutPointer(), x);
  Vector<Space> out(A.layoutPointer());
  A.apply(in, out);
  return out.toHost();
}

/// Returns K x, computed by a loop over points and their nodes.
template <class Space>
std::vector<double> plainProduct(const Box<Space>& box, const ConstrainedPoints& constrained,
  const std::vector<double>& moduli, const std::vector<double>& x)
{
  const double mu = 0.5 / (1.0 + Poisson);
  const double lambda = Poisson / ((1.0 + Poisson) * (1.0 - 2.0 * Poisson));
  const Context<HostSpace> host;
  const NodeCloud<HostSpace> cloud = copyOf(host, HostCloud{ box.nodes, box.cloud.radii.toHost() });
  const ShapeLists<HostSpace> lists(host, cloud, box.points.places);
  const ShapeListsView s = lists.view();
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t q = 0; q < moduli.size(); ++q)
  {
    std::array<std::array<double, 3>, 3> h{};
    for (std::int64_t e = s.starts[q]; e < s.starts[q + 1]; ++e)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        for (std::size_t k = 0; k < 3; ++k)
        {
          h[c][k] += x[3 * std::size_t(s.node[e]) + c] * s.gradients[3 * std::size_t(e) + k];
        }
      }
    }
    const double trace = h[0][0] + h[1][1] + h[2][2];
    for (std::int64_t e = s.starts[q]; e < s.starts[q + 1]; ++e)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        for (std::size_t k = 0; k < 3; ++k)
        {
          const double stress = mu * (h[c][k] + h[k][c]) + (c == k ? lambda * trace : 0.0);
          y[3 * std::size_t(s.node[e]) + c] +=
            moduli[q] * box.points.weights[q] * stress * s.gradients[3 * std::size_t(e) + k];
        }
      }
    }
  }
  if (constrained.size() == 0)
  {
    return y;
  }
  const ShapeLists<HostSpace> constrainedLists(host, cloud, constrained.places);
  const ShapeListsView f = constrainedLists.view();
  for (std::size_t q = 0; q < constrained.size(); ++q)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      double value = 0.0;
      for (std::int64_t e = f.starts[q]; e < f.starts[q + 1]; ++e)
      {
        value += f.values[e] * x[3 * std::size_t(f.node[e]) + c];
      }
      for (std::int64_t e = f.starts[q]; e < f.starts[q + 1]; ++e)
      {
        y[3 * std::size_t(f.node[e]) + c] += constrained.stiffness[3 * q + c] * value * f.values[e];
      }
    }
  }
  return y;
}

template <class Space>
class MeshfreeOperatorTest : public OnSpace<Space>
{
protected:
  /// Compares every product of a discretization with the plain sum, for random moduli.
  void compareProducts(Box<Space>& box, const ConstrainedPoints& constrained,
    const std::optional<MeshfreeLattice>& lattice, Random& random)
  {
    const OperatorLayouts<Space> layouts = layoutsOf(this->context(), box.discretization);
    const std::vector<double> moduli = random.vector(box.points.size(), 0.1, 2.0);
    const Vector<Space> onDevice(layouts.materialPoints, moduli);
    const Vector<Space> others(layouts.materialPoints, random.vector(box.points.size(), 0.1, 2.0));
    const std::vector<double> x = random.vector(box.nodes.size(), -1.0, 1.0);
    const std::vector<double> expected = plainProduct(box, constrained, moduli, x);
    const double scale = std::sqrt(dot(expected, expected));
    std::vector<MeshfreeProduct> products = { MeshfreeProduct::Auto, MeshfreeProduct::Assembled,
      MeshfreeProduct::MatrixFree };
    if (lattice)
    {
      products.push_back(MeshfreeProduct::LatticeTable);
    }
    for (const MeshfreeProduct kind : products)
    {
      const auto A =
        makeMeshfreeOperator<Space>(layouts, box.discretization, Poisson, kind, lattice, 2.0);
      // Other moduli are set first; no copy of their matrix may remain in use.
      const Vector<Space> given(layouts.unknowns, x);
      Vector<Space> rounded(layouts.unknowns);
      A->setModuli(others);
      A->applyRounded(given, rounded);
      A->setModuli(onDevice);
      A->applyRounded(given, rounded);
      const std::vector<double> roughly = rounded.toHost();
      const std::vector<double> found = product(*A, x);
      for (std::size_t i = 0; i < x.size(); ++i)
      {
        ASSERT_NEAR(found[i], expected[i], 1e-13 * scale) << static_cast<int>(kind);
        ASSERT_NEAR(roughly[i], expected[i], 1e-6 * scale) << static_cast<int>(kind);
      }
      Vector<Space> diagonal(layouts.unknowns);
      A->diagonal(diagonal);
      const std::vector<double> d = diagonal.toHost();
      for (std::size_t i = 0; i < x.size(); i += 37)
      {
        std::vector<double> unit(x.size(), 0.0);
        unit[i] = 1.0;
        EXPECT_NEAR(product(*A, unit)[i] / d[i], 1.0, 1e-11);
      }
    }
  }
};
}

#endif
