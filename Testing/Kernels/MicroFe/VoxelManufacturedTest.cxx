// Tests of voxel micro-FE with a manufactured solution: the error decreases with the order of the
// elements.

#include "MicroFe/VoxelMicroFeOnDevice.h"
#include "Support/Problems.h"
#include "Support/VoxelImages.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;

using VoxelManufactured = VoxelMicroFeOnDevice;
TRABECULA_ON_EVERY_DEVICE(VoxelManufactured);

double lambdaOf(double E, double nu)
{
  return E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
}

double muOf(double E, double nu)
{
  return 0.5 * E / (1.0 + nu);
}

/// A smooth displacement of a box, and its body force.
struct Manufactured
{
  std::array<double, 3> amplitude = { 0.01, -0.02, 0.015 };
  double waves = Pi;

  double wave(const Point& x, int a, int b) const
  {
    double product = 1.0;
    for (int d = 0; d < 3; ++d)
    {
      const double angle = this->waves * x[static_cast<std::size_t>(d)] + 0.3 * (d + 1);
      const int derivatives = (d == a ? 1 : 0) + (d == b ? 1 : 0);
      product *= derivatives == 0 ? std::sin(angle)
        : derivatives == 1        ? this->waves * std::cos(angle)
                                  : -this->waves * this->waves * std::sin(angle);
    }
    return product;
  }
  double displacement(const Point& x, int c) const
  {
    return this->amplitude[static_cast<std::size_t>(c)] * this->wave(x, -1, -1);
  }
  double gradient(const Point& x, int c, int d) const
  {
    return this->amplitude[static_cast<std::size_t>(c)] * this->wave(x, d, -1);
  }
  /// Returns a component of -(lambda + mu) grad div u - mu div grad u.
  double bodyForce(const Point& x, int c, double lambda, double mu) const
  {
    double force = 0.0;
    for (int d = 0; d < 3; ++d)
    {
      force -= (lambda + mu) * this->amplitude[static_cast<std::size_t>(d)] * this->wave(x, c, d) +
        mu * this->amplitude[static_cast<std::size_t>(c)] * this->wave(x, d, d);
    }
    return force;
  }
};

/// Calls visit(place in the brick from 0 to 1, weight) at 3x3x3 Gauss points.
template <class Visit>
void forGaussPoints(Visit visit)
{
  const double places[3] = { 0.5 - 0.5 * std::sqrt(0.6), 0.5, 0.5 + 0.5 * std::sqrt(0.6) };
  const double weights[3] = { 5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0 };
  for (int q = 0; q < 27; ++q)
  {
    visit(Point{ places[q % 3], places[q / 3 % 3], places[q / 9] },
      weights[q % 3] * weights[q / 3 % 3] * weights[q / 9]);
  }
}

/// Evaluates the trilinear function of a corner, whose bits are its steps in x, y, z, or for d >= 0
/// its derivative along d.
double shape(const Point& t, int corner, int d)
{
  double product = 1.0;
  for (int k = 0; k < 3; ++k)
  {
    const double x = t[static_cast<std::size_t>(k)];
    const bool upper = (corner >> k & 1) != 0;
    product *= k == d ? (upper ? 1.0 : -1.0) : (upper ? x : 1.0 - x);
  }
  return product;
}

/// Calls visit(voxel's place) for all voxels of a box.
template <class Visit>
void forVoxels(const std::array<int, 3>& cells, Visit visit)
{
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        visit(std::array<std::int32_t, 3>{ i, j, k });
      }
    }
  }
}

/// Prescribes the exact solution on the surface, and the body force in the interior.
VoxelMicroFeProblem manufacturedProblem(int n, const Manufactured& exact)
{
  const double nu = 0.3;
  VoxelMicroFeProblem problem;
  problem.image = solidImage({ n, n, n }, { 1.0 / n, 1.5 / n, 0.8 / n }, 2.0);
  problem.test = MechanicalTest::FreeForm;
  problem.tolerance = 1e-10;
  const auto& h = problem.image.spacing;
  const double volume = h[0] * h[1] * h[2];
  forVoxels(problem.image.cells,
    [&](const std::array<std::int32_t, 3>& p)
    {
      for (int corner = 0; corner < 8; ++corner)
      {
        LatticeForce force;
        force.node = { p[0] + (corner & 1), p[1] + (corner / 2 & 1), p[2] + corner / 4 };
        forGaussPoints(
          [&](const Point& t, double weight)
          {
            const Point x = { h[0] * (p[0] + t[0]), h[1] * (p[1] + t[1]), h[2] * (p[2] + t[2]) };
            for (int c = 0; c < 3; ++c)
            {
              force.force[static_cast<std::size_t>(c)] += weight * volume * shape(t, corner, -1) *
                exact.bodyForce(x, c, lambdaOf(2.0, nu), muOf(2.0, nu));
            }
          });
        problem.forces.push_back(force);
      }
    });
  forVoxels({ n + 1, n + 1, n + 1 },
    [&](const std::array<std::int32_t, 3>& p)
    {
      if (p[0] % n == 0 || p[1] % n == 0 || p[2] % n == 0)
      {
        LatticeSupport support;
        support.node = p;
        for (int c = 0; c < 3; ++c)
        {
          support.displacement[static_cast<std::size_t>(c)] =
            exact.displacement({ h[0] * p[0], h[1] * p[1], h[2] * p[2] }, c);
        }
        problem.supports.push_back(support);
      }
    });
  return problem;
}

TEST_P(VoxelManufactured, LengthyConvergesInOrder)
{
  const Manufactured exact;
  double square[3] = {}; // square of the error in the L2 norm
  double energy[3] = {};
  const int sizes[3] = { 4, 8, 16 };
  for (int level = 0; level < 3; ++level)
  {
    const VoxelMicroFeProblem problem = manufacturedProblem(sizes[level], exact);
    const auto analysis = this->solved(problem);
    const auto& h = problem.image.spacing;
    forVoxels(problem.image.cells,
      [&](const std::array<std::int32_t, 3>& p)
      {
        std::array<std::size_t, 8> nodes;
        for (int corner = 0; corner < 8; ++corner)
        {
          nodes[static_cast<std::size_t>(corner)] = static_cast<std::size_t>(
            analysis->grid().node(p[0] + (corner & 1), p[1] + (corner / 2 & 1), p[2] + corner / 4));
        }
        const auto value = [&](const Point& t, int c, int d)
        {
          double sum = 0.0;
          for (int corner = 0; corner < 8; ++corner)
          {
            sum += shape(t, corner, d) *
              analysis->solution().displacement[3 * nodes[static_cast<std::size_t>(corner)] +
                static_cast<std::size_t>(c)];
          }
          return d < 0 ? sum : sum / h[static_cast<std::size_t>(d)];
        };
        forGaussPoints(
          [&](const Point& t, double weight)
          {
            const Point x = { h[0] * (p[0] + t[0]), h[1] * (p[1] + t[1]), h[2] * (p[2] + t[2]) };
            weight *= h[0] * h[1] * h[2];
            double strain[3][3];
            for (int c = 0; c < 3; ++c)
            {
              const double difference = value(t, c, -1) - exact.displacement(x, c);
              square[level] += weight * difference * difference;
              for (int d = 0; d < 3; ++d)
              {
                strain[c][d] = value(t, c, d) - exact.gradient(x, c, d);
              }
            }
            const double trace = strain[0][0] + strain[1][1] + strain[2][2];
            energy[level] += weight * lambdaOf(2.0, 0.3) * trace * trace;
            for (int c = 0; c < 3; ++c)
            {
              for (int d = 0; d < 3; ++d)
              {
                const double symmetric = 0.5 * (strain[c][d] + strain[d][c]);
                energy[level] += weight * 2.0 * muOf(2.0, 0.3) * symmetric * symmetric;
              }
            }
          });
      });
  }
  for (int level = 0; level < 2; ++level)
  {
    EXPECT_NEAR(0.5 * std::log2(square[level] / square[level + 1]), 2.0, 0.1);
    EXPECT_NEAR(0.5 * std::log2(energy[level] / energy[level + 1]), 1.0, 0.05);
  }
}
}
