// Tests of solid patches with known answers: compliances of an independent program with direct
// solvers, and exact solutions of Lame and Kirsch.

#include "Support/Spaces.h"

#include "Analysis/ElasticModel.h"
#include "Analysis/Isogeometric/PatchLoads.h"
#include "Core/Vectors/SparseVector.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Operator/Isogeometric/MakeIsogeometricOperator.h"
#include "Solver/SplineMultigrid/SplineMultigrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double PoissonsRatio = 0.3;

using Place = std::array<double, 3>;

/// A solid with E = 1 and conditions on control points, 3 per control point.
struct Solid
{
  explicit Solid(NurbsPatch given)
    : patch(std::move(given)), supports(this->patch.points.size(), 0),
      forces(this->patch.points.size(), 0.0), displacement(this->patch.points.size(), 0.0)
  {
  }

  void constrain(int direction, int end, const std::vector<std::size_t>& components)
  {
    for (const std::int32_t point : controlPointsOfFace(this->patch, direction, end))
    {
      for (const std::size_t c : components)
      {
        this->supports[3 * static_cast<std::size_t>(point) + c] = 1;
      }
    }
  }
  void load(int direction, int end, const Traction& traction)
  {
    this->forces = faceForce(this->patch, { direction, end }, traction);
  }

  NurbsPatch patch;
  std::vector<std::uint8_t> supports;
  std::vector<double> forces;
  std::vector<double> displacement; ///< prescribed where supported
};

template <class Space>
class PatchSolids : public OnSpace<Space>
{
protected:
  /// Solves for the displacements, `dimension` per control point.
  std::vector<double> solve(const Solid& solid)
  {
    std::vector<std::uint8_t> supports;
    std::vector<double> forces;
    std::vector<double> start;
    for (std::size_t i = 0; i < solid.forces.size(); ++i)
    {
      if (static_cast<int>(i % 3) < solid.patch.dimension)
      {
        supports.push_back(solid.supports[i]);
        forces.push_back(solid.forces[i]);
        start.push_back(solid.supports[i] ? solid.displacement[i] : 0.0);
      }
    }
    const Context<Space>& context = this->context();
    auto stiffness = makeIsogeometricOperator(
      layoutsOf(context, solid.patch, false), solid.patch, PoissonsRatio, false);
    IsogeometricOperator<Space>& K = *stiffness;
    ElasticModel<Space> model(std::move(stiffness));
    std::vector<Rung<Space>> rungs(1);
    rungs[0].name = "multigrid on splines";
    rungs[0].make = [&] { return makeSplineMultigrid(solid.patch, K, supports); };
    model.setPreconditioners(std::make_unique<PreconditionerLadder<Space>>(context, rungs));
    const Vector<Space> moduli(
      model.materialPoints(), std::vector<double>(solid.patch.numberOfElements(), 1.0));
    model.setModuli(moduli, 1.0);
    const SparseVector<Space> f(model.unknowns(), forces);
    Vector<Space> u(model.unknowns(), start);
    Observer silent;
    const SolverReport report = model.solve(f, u, 1e-12, 100000, silent);
    EXPECT_TRUE(report.converged);
    return u.toHost();
  }

  double compliance(const Solid& solid)
  {
    const std::vector<double> u = this->solve(solid);
    double sum = 0.0;
    const auto d = static_cast<std::size_t>(solid.patch.dimension);
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      sum += u[i] * solid.forces[3 * (i / d) + i % d];
    }
    return sum;
  }
};

/// The same suite for problems that take longer on a host.
template <class Space>
class PatchSolidsSlow : public PatchSolids<Space>
{
};
TYPED_TEST_SUITE(PatchSolids, Spaces, SpaceNames);
TYPED_TEST_SUITE(PatchSolidsSlow, Spaces, SpaceNames);

/// A quarter of a ring with radii 1 and 2 under an inner pressure of 1.
Solid ring(int degree, int elements)
{
  Solid solid(makeQuarterAnnulusPatch(1.0, 2.0, { degree, degree }, { elements, elements }));
  solid.constrain(1, 0, { 1 });
  solid.constrain(1, 1, { 0 });
  solid.load(0, 0, [](const Place&, const Place& n) { return Place{ -n[0], -n[1], -n[2] }; });
  return solid;
}

/// Lame's displacement of the ring in plane stress, over the radius.
double ringDisplacement(double radius)
{
  const double factor = 1.0 / (4.0 - 1.0);
  return factor * ((1.0 - PoissonsRatio) * radius + (1.0 + PoissonsRatio) * 4.0 / radius);
}

/// A quarter of a plate with a hole of radius 1, as a ring to radius 4, under a tension of 1 in x.
Solid kirsch(int degree, int elements)
{
  Solid solid(makeQuarterAnnulusPatch(1.0, 4.0, { degree, degree }, { elements, elements }));
  solid.constrain(1, 0, { 1 });
  solid.constrain(1, 1, { 0 });
  solid.load(0, 1,
    [](const Place& x, const Place& n)
    {
      const double r2 = x[0] * x[0] + x[1] * x[1];
      const double t = std::atan2(x[1], x[0]);
      const double a = 1.0 / r2;
      const double b = 1.5 / (r2 * r2);
      const double xx =
        1.0 - a * (1.5 * std::cos(2.0 * t) + std::cos(4.0 * t)) + b * std::cos(4.0 * t);
      const double yy = -a * (0.5 * std::cos(2.0 * t) - std::cos(4.0 * t)) - b * std::cos(4.0 * t);
      const double xy = -a * (0.5 * std::sin(2.0 * t) + std::sin(4.0 * t)) + b * std::sin(4.0 * t);
      return Place{ xx * n[0] + xy * n[1], xy * n[0] + yy * n[1], 0.0 };
    });
  return solid;
}

/// The ring between two planes that constrain its displacement in z.
Solid tube(int degree, int elements, int layers)
{
  Solid solid(extrude(makeQuarterAnnulusPatch(1.0, 2.0, { degree, degree }, { elements, elements }),
    1.0, degree, layers));
  solid.constrain(1, 0, { 1 });
  solid.constrain(1, 1, { 0 });
  solid.constrain(2, 0, { 2 });
  solid.constrain(2, 1, { 2 });
  solid.load(0, 0, [](const Place&, const Place& n) { return Place{ -n[0], -n[1], -n[2] }; });
  return solid;
}

Solid box(int degree, const std::array<int, 3>& elements)
{
  Solid solid(makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { degree, degree, degree }, elements));
  solid.constrain(0, 0, { 0, 1, 2 });
  solid.load(0, 1, [](const Place&, const Place&) { return Place{ 0.0, 0.0, -1.0 }; });
  return solid;
}

Solid cantilever(int rows)
{
  Solid solid(makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { 2, 2, 0 }, { 2 * rows, rows, 1 }));
  solid.constrain(0, 0, { 0, 1 });
  solid.forces = pointForce(solid.patch, { 1.0, 0.5, 0.0 }, { 0.0, -1.0, 0.0 });
  return solid;
}

/// A patch constrained on all sides to a linear displacement, which is the exact solution.
Solid linear(NurbsPatch patch)
{
  Solid solid(std::move(patch));
  const auto d = static_cast<std::size_t>(solid.patch.dimension);
  for (int k = 0; k < solid.patch.dimension; ++k)
  {
    for (int end = 0; end < 2; ++end)
    {
      solid.constrain(k, end, { 0, 1, 2 });
    }
  }
  for (std::size_t i = 0; i < solid.patch.weights.size(); ++i)
  {
    const double* x = &solid.patch.points[3 * i];
    const Place u = { 0.1 + 0.3 * x[0] - 0.2 * x[1] + 0.1 * x[2],
      0.4 * x[0] + 0.5 * x[1] - 0.3 * x[2], 0.2 * x[0] - 0.1 * x[1] + 0.6 * x[2] };
    std::copy_n(u.begin(), d, &solid.displacement[3 * i]);
  }
  return solid;
}

double farthestFromLinear(const Solid& solid, const std::vector<double>& u)
{
  const auto d = static_cast<std::size_t>(solid.patch.dimension);
  double most = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    most = std::max(most, std::abs(u[i] - solid.displacement[3 * (i / d) + i % d]));
  }
  return most;
}

void expectRelative(double found, double expected, double tolerance)
{
  EXPECT_NEAR(found / expected, 1.0, tolerance) << found << " and not " << expected;
}
}

TYPED_TEST(PatchSolids, OfARingUnderPressure)
{
  constexpr double exact = 3.0892327760;
  const std::array<double, 3> errors = { exact - this->compliance(ring(2, 4)),
    exact - this->compliance(ring(2, 8)), exact - this->compliance(ring(2, 16)) };
  EXPECT_NEAR(exact - errors[0], 3.0890670777, 2e-9);
  EXPECT_NEAR(exact - errors[1], 3.0892223180, 2e-9);
  EXPECT_NEAR(exact - errors[2], 3.0892321249, 2e-9);
  EXPECT_NEAR(0.5 * std::log2(errors[0] / errors[1]), 2.0, 0.05);
  EXPECT_NEAR(0.5 * std::log2(errors[1] / errors[2]), 2.0, 0.05);
  EXPECT_NEAR(this->compliance(ring(3, 4)), 3.0892310475, 2e-9);
  EXPECT_NEAR(this->compliance(ring(3, 8)), 3.0892327427, 2e-9);
}

TYPED_TEST(PatchSolids, OfARingConvergeInDisplacements)
{
  for (const int degree : { 2, 3 })
  {
    std::array<double, 2> errors{};
    for (std::size_t i = 0; i < 2; ++i)
    {
      const Solid solid = ring(degree, i == 0 ? 4 : 8);
      const std::vector<double> u = this->solve(solid);
      const SplineTable first = gaussTable(degree, solid.patch.knots[0], 6);
      const SplineTable second = gaussTable(degree, solid.patch.knots[1], 6);
      double square = 0.0;
      for (std::size_t b = 0; b < second.size(); ++b)
      {
        for (std::size_t a = 0; a < first.size(); ++a)
        {
          const NurbsPoint point =
            evaluateAt(solid.patch, { first.places[a], second.places[b], 0.0 });
          const double r = std::hypot(point.position[0], point.position[1]);
          for (std::size_t c = 0; c < 2; ++c)
          {
            double value = -ringDisplacement(r) * point.position[c] / r;
            for (std::size_t k = 0; k < static_cast<std::size_t>(point.count); ++k)
            {
              value +=
                point.values[k] * u[2 * static_cast<std::size_t>(point.controlPoints[k]) + c];
            }
            square += first.weights[a] * second.weights[b] * point.determinant() * value * value;
          }
        }
      }
      errors[i] = std::sqrt(square);
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), degree == 2 ? 3.0 : 3.9, 0.15);
  }
}

TYPED_TEST(PatchSolids, OfAPlateWithAHole)
{
  EXPECT_NEAR(this->compliance(kirsch(2, 8)), 13.16677420, 2e-8);
  EXPECT_NEAR(this->compliance(kirsch(3, 8)), 13.16932011, 2e-8);
}

TYPED_TEST(PatchSolidsSlow, OfAPlateWithAHole)
{
  EXPECT_NEAR(this->compliance(kirsch(2, 16)), 13.16926295, 2e-8);
  EXPECT_NEAR(this->compliance(kirsch(3, 16)), 13.16946159, 2e-8);
}

TYPED_TEST(PatchSolids, OfATube)
{
  EXPECT_NEAR(this->compliance(tube(2, 4, 2)), 2.9947820146, 2e-9);
}

TYPED_TEST(PatchSolidsSlow, OfATube)
{
  EXPECT_NEAR(this->compliance(tube(2, 8, 2)), 2.9949721853, 2e-9);
  EXPECT_NEAR(this->compliance(tube(3, 4, 2)), 2.9949828790, 2e-9);
}

TYPED_TEST(PatchSolids, OfABox)
{
  expectRelative(this->compliance(box(1, { 8, 4, 4 })), 35.177034810, 1e-9);
  expectRelative(this->compliance(box(2, { 8, 4, 4 })), 36.945713293, 1e-9);
}

TYPED_TEST(PatchSolidsSlow, OfABox)
{
  expectRelative(this->compliance(box(2, { 16, 8, 8 })), 37.0788962546, 1e-9);
  expectRelative(this->compliance(box(3, { 8, 4, 4 })), 37.0557140240, 1e-9);
}

TYPED_TEST(PatchSolids, OfTheExamplesInThePlane)
{
  expectRelative(this->compliance(cantilever(16)), 39.0164590987, 1e-9);
  Solid beam(makeBoxPatch(2, { 6.0, 1.0, 0.0 }, { 2, 2, 0 }, { 96, 16, 1 }));
  const auto corner = static_cast<std::size_t>(beam.patch.counts()[0]) - 1;
  beam.supports[0] = beam.supports[1] = beam.supports[3 * corner + 1] = 1;
  beam.forces = pointForce(beam.patch, { 0.5, 1.0, 0.0 }, { 0.0, -1.0, 0.0 });
  expectRelative(this->compliance(beam), 63.2396345346, 1e-9);
}

TYPED_TEST(PatchSolidsSlow, OfTheExamplesInThePlane)
{
  expectRelative(this->compliance(cantilever(32)), 39.4647803549, 1e-9);
  expectRelative(this->compliance(cantilever(64)), 39.9085942385, 1e-9);
  Solid annulus(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 64, 64 }));
  annulus.constrain(1, 0, { 0, 1 });
  annulus.forces = pointForce(annulus.patch, { 1.0, 1.0, 0.0 }, { -1.0, 0.0, 0.0 });
  expectRelative(this->compliance(annulus), 53.0137791880, 1e-9);
}

TYPED_TEST(PatchSolids, HaveLinearDisplacements)
{
  for (int degree = 1; degree <= 3; ++degree)
  {
    const Solid plate =
      linear(makeBoxPatch(2, { 2.0, 1.0, 0.0 }, { degree, degree, 0 }, { 4, 5, 1 }));
    EXPECT_LT(farthestFromLinear(plate, this->solve(plate)), 1e-11);
  }
  const Solid body = linear(makeBoxPatch(3, { 2.0, 1.0, 1.0 }, { 2, 2, 2 }, { 4, 3, 2 }));
  EXPECT_LT(farthestFromLinear(body, this->solve(body)), 1e-11);
  // Gauss points integrate rational functions with a small error.
  const Solid ring = linear(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 4, 5 }));
  EXPECT_LT(farthestFromLinear(ring, this->solve(ring)), 1e-6);
}

TEST(PatchLoads, HaveTheirTotals)
{
  const NurbsPatch ring = makeQuarterAnnulusPatch(1.0, 2.0, { 2, 3 }, { 4, 5 });
  EXPECT_NEAR(areaOf(ring, { 0, 0 }), std::acos(0.0), 1e-7);
  EXPECT_NEAR(areaOf(ring, { 1, 1 }), 1.0, 1e-13);
  const NurbsPatch tube = extrude(ring, 1.5, 2, 2);
  EXPECT_NEAR(areaOf(tube, { 0, 1 }), 2.0 * std::acos(0.0) * 1.5, 1e-6);
  const auto totalOf = [](const std::vector<double>& forces)
  {
    Place total{};
    for (std::size_t i = 0; i < forces.size(); ++i)
    {
      total[i % 3] += forces[i];
    }
    return total;
  };
  const Place body = totalOf(bodyForce(tube, { 1.0, 2.0, -3.0 }));
  EXPECT_NEAR(body[2], -3.0 * 1.5 * 0.75 * 2.0 * std::acos(0.0), 1e-6);
  EXPECT_NEAR(body[1], -2.0 / 3.0 * body[2], 1e-12);
  const Place point = totalOf(pointForce(tube, { 0.3, 0.6, 0.1 }, { 1.0, 2.0, -3.0 }));
  EXPECT_NEAR(point[0], 1.0, 1e-14);
  EXPECT_NEAR(point[2], -3.0, 1e-14);
  // A pressure on a closed surface has no resultant, and forces do the work of rigid rotations.
  std::vector<double> all(tube.points.size(), 0.0);
  for (int k = 0; k < 3; ++k)
  {
    for (int end = 0; end < 2; ++end)
    {
      const std::vector<double> side =
        faceForce(tube, { k, end }, [](const Place&, const Place& n) { return n; });
      std::transform(side.begin(), side.end(), all.begin(), all.begin(), std::plus<>());
    }
  }
  Place moment{};
  for (std::size_t i = 0; i < all.size(); i += 3)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      moment[c] += tube.points[i + (c + 1) % 3] * all[i + (c + 2) % 3] -
        tube.points[i + (c + 2) % 3] * all[i + (c + 1) % 3];
    }
  }
  for (std::size_t c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(totalOf(all)[c], 0.0, 1e-6);
    EXPECT_NEAR(moment[c], 0.0, 1e-6);
  }
}
