// Stiffness of bodies by voxels: known answers in space and on planes, convergence, the library's
// parts with a direct solver, loads that hang on nothing, invariance and refusals.

#include "Support/FaceTractions.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyLoads.h"
#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/BodySupports.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/Body/PlaneLayer.h"
#include "Analysis/ElasticAnalysis.h"
#include "Analysis/ElasticAnalysisReference.h"
#include "Core/Error.h"
#include "Geometry/Level/TopologySurface.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
using Field = std::function<double(const Point&)>;

/// The surface of a design by densities at the centres of elements; of all for none.
TriangleMesh surfaceOf(const Mesh& mesh, const Field& density = {}, bool smooth = true)
{
  TopologySurfaceProblem problem;
  problem.mesh = mesh;
  problem.settings.smooth = smooth;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    Point centre = {};
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      for (std::size_t d = 0; d < 3; ++d)
      {
        centre[d] += mesh.points[3 * static_cast<std::size_t>(mesh.element(e)[a]) + d] /
          static_cast<double>(mesh.nodesOf(e));
      }
    }
    problem.density.push_back(density ? density(centre) : 1.0);
  }
  Observer silent;
  TopologySurface surface;
  makeTopologySurface(problem, silent, surface);
  return surface.mesh;
}

BodyProblem bodyOf(const TopologyProblem& design, const TriangleMesh& surface)
{
  BodyProblem body;
  body.name = "the design";
  body.design = design;
  body.surface = surface;
  return body;
}

/// A box of 2 x 1 x 1 held at x = 0 with a traction in -z of total 1 at x = 2.
TopologyProblem box(int across)
{
  TopologyProblem problem =
    emptyProblem(makeBoxMesh({ 2 * across, across, across }, { 2.0, 1.0, 1.0 }));
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.loadCases[0].forces = uniformTraction(problem.mesh, 2.0, { 0.0, 0.0, -1.0 });
  return problem;
}

/// A quarter of an annulus around z, one layer thick, held at both straight sides.
TopologyProblem annulus(double outer, const std::array<int, 2>& cells)
{
  TopologyProblem problem = emptyProblem(makeBox(CellType::Hexahedron, { cells[0], cells[1], 1 },
    [outer](const Point& p)
    {
      const double radius = 1.0 + (outer - 1.0) * p[0];
      const double angle = 0.5 * std::acos(-1.0) * p[1];
      return Point{ radius * std::cos(angle), radius * std::sin(angle), p[2] };
    }));
  for (std::size_t n = 0; n < problem.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.mesh, n);
    problem.supports[3 * n] = std::abs(p[0]) < 1e-9;
    problem.supports[3 * n + 1] = std::abs(p[1]) < 1e-9;
  }
  return problem;
}

double radiusOf(const Point& p)
{
  return std::hypot(p[0], p[1]);
}

class BodyStiffnesses : public OnDevice
{
protected:
  std::vector<BodyStiffness> analyse(const std::vector<BodyProblem>& bodies, int resolution = 0,
    double radius = 0.0, double tolerance = 1e-6)
  {
    BodySettings settings;
    settings.resolution = resolution;
    settings.loadRadius = radius;
    settings.solverTolerance = tolerance;
    Observer silent;
    return analyseBodies(bodies, settings, this->Used, silent).value();
  }

  /// The results of a body without fault.
  BodyStiffness sound(
    const BodyProblem& body, int resolution = 0, double radius = 0.0, double tolerance = 1e-6)
  {
    BodyStiffness found = this->analyse({ body }, resolution, radius, tolerance).front();
    EXPECT_EQ(found.fault, "");
    EXPECT_EQ(found.missing, "");
    return found;
  }
};

/// The compliances of a body from the library's parts and a direct solver.
double referenceCompliance(const BodyProblem& body, int resolution, double radius)
{
  BodyBounds bounds;
  bounds.add(body.design.mesh);
  bounds.add(body.surface);
  const SurfaceGrid grid = makeBodyGrid(bounds, false, resolution);
  const double longest = *std::max_element(grid.spacing.begin(), grid.spacing.end());
  const double reach = std::max(radius, longest);
  Observer silent;
  const BodyVoxels voxels =
    makeBodyVoxels(grid, false, bodyFractions(body.surface, grid, silent).value(),
      supportsOnGrid(body.design, grid, false, 0.5 * reach));
  StructuralProblem problem;
  problem.mesh = voxels.mesh;
  problem.supports = voxels.supports;
  problem.material = body.design.material;
  const BodyLoads loads(voxels, radius);
  for (const LoadCase& load : body.design.loadCases)
  {
    LoadCase onVoxels{ load.name, load.weight, std::vector<double>(voxels.mesh.points.size()) };
    for (std::size_t n = 0; n < body.design.mesh.numberOfNodes(); ++n)
    {
      loads.addForce(loads.patchAt(nodePosition(body.design.mesh, n)),
        { load.forces[3 * n], load.forces[3 * n + 1], load.forces[3 * n + 2] }, onVoxels.forces);
    }
    problem.loadCases.push_back(onVoxels);
  }
  return reference::analyseElastic(problem, voxels.shares).compliance;
}
}

TEST_P(BodyStiffnesses, AreThoseOfTheirParts)
{
  Random random(9301);
  for (int draw = 0; draw < 3; ++draw)
  {
    TopologyProblem design = distortedCantilever({ 6, 4, 3 }, random);
    design.material = { random.uniform(0.5, 300.0), random.uniform(0.0, 0.45) };
    const BodyProblem body = bodyOf(
      design, surfaceOf(design.mesh, [&](const Point&) { return random.uniform(0.5, 1.0); }));
    const int resolution = 9 + draw;
    const BodyStiffness found = this->sound(body, resolution, 1.2, 1e-12);
    EXPECT_NEAR(found.compliance / referenceCompliance(body, resolution, 1.2), 1.0, 1e-8);
    double sum = 0.0;
    for (const BodyLoadCase& load : found.loadCases)
    {
      sum += load.weight * load.compliance;
    }
    EXPECT_EQ(found.loadCases.size(), 2U);
    EXPECT_NEAR(found.compliance, sum, 1e-12 * sum);
    EXPECT_NEAR(found.volume, enclosedVolume(body.surface), 1e-12 * found.volume);
  }
}

TEST_P(BodyStiffnesses, SolidBoxIsRight)
{
  // Isogeometric analysis of degree 2 and 3 gives 37.0789 with 16 x 8 x 8 spans and 37.0557 with
  // 8 x 4 x 4; both grow with refinement.
  const TopologyProblem design = box(8);
  const TriangleMesh surface = surfaceOf(design.mesh);
  // Of Plugin/Documentation/ComparingTopologies.html.
  const std::map<int, double> published = { { 16, 36.53 }, { 32, 36.96 }, { 64, 37.11 } };
  double last = 0.0;
  double lastChange = 1e9;
  for (const auto& [resolution, compliance] : published)
  {
    const BodyStiffness found = this->sound(bodyOf(design, surface), resolution);
    EXPECT_NEAR(found.compliance, compliance, 0.005);
    EXPECT_NEAR(
      found.error, 1.0 - found.coarseCompliances.back() / found.compliance, 1e-12); // h' = 2 h
    EXPECT_EQ(found.voxels, std::int64_t(resolution) * resolution * resolution / 4);
    EXPECT_NEAR(found.compliance, 37.08, 37.08 * std::max(found.error, 0.005));
    if (last > 0.0)
    {
      EXPECT_NEAR(found.coarseCompliances.back(), last, 1e-5 * last);
      EXPECT_LT(std::abs(found.compliance - last), 0.5 * lastChange);
      lastChange = std::abs(found.compliance - last);
    }
    last = found.compliance;
  }
  // The choice of voxels is fine enough, and says so.
  const BodyStiffness chosen = this->sound(bodyOf(design, surface));
  EXPECT_LE(chosen.error, 0.02);
  EXPECT_NEAR(chosen.compliance, 37.08, 0.02 * 37.08);
  EXPECT_NEAR(chosen.loadRadius, 1.0 / 8.0, 1e-12);
}

TEST_P(BodyStiffnesses, PlanesAreInPlaneStress)
{
  // Lame: an annulus of radii 1 and 2 under inner pressure, by isogeometric analysis too.
  TopologyProblem ring = annulus(2.0, { 12, 20 });
  ring.loadCases[0].forces = consistentForces(
    ring.mesh, [](const Point& p) { return std::abs(radiusOf(p) - 1.0) < 1e-9; },
    trabecula::testing::Traction(
      [](const Point& p, const Point&) {
        return Point{ p[0] / radiusOf(p), p[1] / radiusOf(p), 0.0 };
      }));
  BodyProblem body = bodyOf(ring, surfaceOf(ring.mesh));
  body.isPlane = true;
  const BodyStiffness found = this->sound(body, 64, 0.08);
  EXPECT_NEAR(found.compliance, 3.0892327760, 0.01 * 3.0892);
  EXPECT_LT(found.error, 0.01);

  // Kirsch: a plate with a hole under tension, of which the outer side has the exact tractions.
  TopologyProblem plate = annulus(4.0, { 24, 24 });
  plate.loadCases[0].forces = consistentForces(
    plate.mesh, [](const Point& p) { return std::abs(radiusOf(p) - 4.0) < 1e-9; },
    trabecula::testing::Traction(
      [](const Point& p, const Point&)
      {
        const double a = 1.0 / (radiusOf(p) * radiusOf(p));
        const double c = p[0] / radiusOf(p);
        const double s = p[1] / radiusOf(p);
        const double radial =
          0.5 * (1.0 - a) + 0.5 * (1.0 - 4.0 * a + 3.0 * a * a) * (c * c - s * s);
        const double shear = -0.5 * (1.0 + 2.0 * a - 3.0 * a * a) * 2.0 * s * c;
        return Point{ radial * c - shear * s, radial * s + shear * c, 0.0 };
      }));
  BodyProblem holed = bodyOf(plate, surfaceOf(plate.mesh));
  holed.isPlane = true;
  EXPECT_NEAR(this->sound(holed, 96, 0.25).compliance, 13.1695, 0.01 * 13.1695);

  // Twice as thick is twice as stiff, for the same total load.
  TopologyProblem thick = ring;
  for (std::size_t i = 2; i < thick.mesh.points.size(); i += 3)
  {
    thick.mesh.points[i] *= 2.0;
  }
  BodyProblem second = bodyOf(thick, surfaceOf(thick.mesh));
  second.isPlane = true;
  EXPECT_NEAR(
    this->sound(second, 64, 0.08).compliance, 0.5 * found.compliance, 1e-6 * found.compliance);
}

TEST_P(BodyStiffnesses, LayersOfElementsAreMadePlane)
{
  // Lame's annulus under inner pressure on its own elements: compliance, volume and the stress
  // around the hole, E = 1, (r_o^2 + r_i^2) / (r_o^2 - r_i^2) = 5 / 3 times the pressure.
  TopologyProblem ring = annulus(2.0, { 32, 48 });
  for (std::size_t n = 0; n < ring.mesh.numberOfNodes(); ++n)
  {
    ring.supports[3 * n + 2] = 1; // as plane designs have it
  }
  ring.loadCases[0].forces = consistentForces(
    ring.mesh, [](const Point& p) { return std::abs(radiusOf(p) - 1.0) < 1e-9; },
    trabecula::testing::Traction(
      [](const Point& p, const Point&) {
        return Point{ p[0] / radiusOf(p), p[1] / radiusOf(p), 0.0 };
      }));
  const PlaneLayer layer(ring);
  Observer silent;
  ElasticAnalysis analysis = analyseElastic(
    layer.problem(), std::vector<double>(ring.mesh.numberOfElements(), 1.0), this->Used, silent)
                               .value();
  layer.restore(analysis);
  EXPECT_NEAR(analysis.compliance, 3.0892327760, 0.002 * 3.0892);
  double volume = 0.0;
  for (const double one : analysis.volumes)
  {
    volume += one;
  }
  EXPECT_NEAR(volume, 0.75 * std::acos(-1.0), 0.001 * volume);
  const double* stress = analysis.loadCases[0].stress.data(); // at the hole, on the x axis
  EXPECT_NEAR(stress[1], 5.0 / 3.0, 0.03 * 5.0 / 3.0);
  EXPECT_NEAR(stress[2], 0.0, 0.01);
  double energy = 0.0;
  for (std::size_t e = 0; e < analysis.volumes.size(); ++e)
  {
    energy += analysis.volumes[e] * analysis.strainEnergyDensity[e];
  }
  EXPECT_NEAR(2.0 * energy, analysis.compliance, 1e-4 * analysis.compliance);
}

TEST_P(BodyStiffnesses, ConvergeForADesignOfDensities)
{
  // A cantilever with a slot and oblique sides: the estimate covers what finer voxels change.
  TopologyProblem design = box(8);
  const auto density = [](const Point& p)
  {
    const double slot = std::hypot(p[0] - 0.9, p[2] - 0.5) - 0.25;
    const double side = 0.7 + 0.5 * p[0] - p[2];
    return std::clamp(0.5 + 8.0 * std::min(slot, side), 0.0, 1.0);
  };
  const BodyProblem body = bodyOf(design, surfaceOf(design.mesh, density));
  const BodyStiffness coarse = this->sound(body, 16);
  const BodyStiffness middle = this->sound(body, 32);
  const BodyStiffness fine = this->sound(body, 64);
  const auto change = [&](const BodyStiffness& from)
  { return std::abs(from.compliance / fine.compliance - 1.0); };
  EXPECT_LT(change(coarse), coarse.error);
  EXPECT_LT(change(middle), middle.error);
  EXPECT_LT(change(middle), 0.6 * change(coarse));
  EXPECT_LT(fine.error, 0.02);
}

TEST_P(BodyStiffnesses, RefuseNothingToScaleShiftAndUnits)
{
  TopologyProblem design = box(4);
  const Field density = [](const Point& p) { return p[2] > 0.3 || p[0] < 0.6 ? 1.0 : 0.0; };
  const BodyStiffness first = this->sound(bodyOf(design, surfaceOf(design.mesh, density)), 24);
  const double scale = 40.0;
  TopologyProblem other = design;
  for (std::size_t i = 0; i < other.mesh.points.size(); ++i)
  {
    other.mesh.points[i] = scale * other.mesh.points[i] - 7.0;
  }
  other.material.youngsModulus = 2e5;
  for (double& force : other.loadCases[0].forces)
  {
    force *= 300.0;
  }
  const Field moved = [&](const Point& p) {
    return density({ (p[0] + 7.0) / scale, 0.0, (p[2] + 7.0) / scale });
  };
  const BodyStiffness second = this->sound(bodyOf(other, surfaceOf(other.mesh, moved)), 24);
  EXPECT_NEAR(second.compliance / (first.compliance * 300.0 * 300.0 / (2e5 * scale)), 1.0, 1e-5);
  // A surface that is inside out encloses the same body.
  BodyProblem turned = bodyOf(design, surfaceOf(design.mesh, density));
  for (std::size_t t = 0; t < turned.surface.triangles.size(); t += 3)
  {
    std::swap(turned.surface.triangles[t], turned.surface.triangles[t + 2]);
  }
  EXPECT_NEAR(this->sound(turned, 24).compliance, first.compliance, 1e-9 * first.compliance);
}

TEST_P(BodyStiffnesses, LoadsThatHangOnNothingHaveNoCompliance)
{
  TopologyProblem design = box(8);
  LoadCase second = design.loadCases[0];
  design.loadCases[0].name = "Tip";
  second.name = "Middle";
  std::fill(second.forces.begin(), second.forces.end(), 0.0);
  second.forces[3 *
    nodesWhere(
      design.mesh, [](const Point& p) { return p[0] == 0.5 && p[1] == 0.5 && p[2] == 0.0; })
      .front()] = 1.0;
  design.loadCases.push_back(second);
  const auto cut = [&](double from, double to)
  {
    return bodyOf(design,
      surfaceOf(design.mesh, [=](const Point& p) { return p[0] > from && p[0] < to ? 0.0 : 1.0; }));
  };
  // A gap: the second load is carried.
  const BodyStiffness gap = this->analyse({ cut(1.0, 1.4) }, 32).front();
  EXPECT_TRUE(std::isnan(gap.compliance));
  EXPECT_TRUE(std::isnan(gap.error));
  ASSERT_EQ(gap.loadCases.size(), 2U);
  EXPECT_TRUE(std::isnan(gap.loadCases[0].compliance));
  EXPECT_GT(gap.loadCases[1].compliance, 0.0);
  EXPECT_DOUBLE_EQ(gap.loadCases[0].detachedPart, 1.0);
  EXPECT_EQ(gap.loosePieces, 1);
  EXPECT_NEAR(gap.looseVolume, 0.5, 0.15);
  expectMessage(gap.fault, { "100 %", "'Tip'", "not connected to a support" });
  EXPECT_EQ(gap.fault.find("Middle"), std::string::npos);

  // The body does not reach the load.
  const BodyStiffness shorter = this->analyse({ cut(1.4, 3.0) }, 32).front();
  EXPECT_TRUE(std::isnan(shorter.compliance));
  expectMessage(shorter.fault, { "'Tip'", "no solid" });

  // Nor the support; a body that is sound beside it has a compliance.
  const std::vector<BodyStiffness> two = this->analyse({ cut(-1.0, 0.3), cut(3.0, 4.0) }, 32);
  EXPECT_TRUE(std::isnan(two[0].compliance));
  expectMessage(two[0].fault, { "Supports do not hold the body" });
  EXPECT_EQ(two[0].missing, "");
  EXPECT_EQ(two[1].fault, "");
  EXPECT_EQ(two[0].cells, two[1].cells);

  // A loose piece without load is told and has no part.
  TopologyProblem middle = design;
  middle.loadCases.erase(middle.loadCases.begin());
  const auto ofMiddle = [&](double from, double to)
  {
    BodyProblem body = cut(from, to);
    body.design = middle;
    return this->sound(body, 32);
  };
  const BodyStiffness with = ofMiddle(1.0, 1.4);
  const BodyStiffness without = ofMiddle(1.0, 3.0);
  EXPECT_EQ(with.loosePieces, 1);
  EXPECT_EQ(without.loosePieces, 0);
  EXPECT_NEAR(with.compliance, without.compliance, 0.01 * without.compliance);
}

TEST_P(BodyStiffnesses, SpringsTakePart)
{
  // A bar under tension with a spring at its end: k_bar = E A / L.
  TopologyProblem bar = emptyProblem(makeBoxMesh({ 32, 8, 8 }, { 4.0, 1.0, 1.0 }));
  bar.material = { 3.0, 0.0 };
  clamp(bar, [](const Point& p) { return p[0] == 0.0; });
  bar.loadCases[0].forces = uniformTraction(bar.mesh, 4.0, { 1.0, 0.0, 0.0 });
  const TriangleMesh surface = surfaceOf(bar.mesh);
  EXPECT_NEAR(this->sound(bodyOf(bar, surface), 32).compliance, 4.0 / 3.0, 0.005);
  bar.springs.assign(bar.mesh.points.size(), 0.0);
  for (std::size_t n = 0; n < bar.mesh.numberOfNodes(); ++n)
  {
    bar.springs[3 * n] = 0.5 * bar.loadCases[0].forces[3 * n];
  }
  // Springs act in the middle of the solid around their points, a third of the radius within.
  EXPECT_NEAR(this->sound(bodyOf(bar, surface), 32).compliance, 1.0 / (0.75 + 0.5), 0.02);
}

TEST_P(BodyStiffnesses, SayWhatIsWrong)
{
  const TopologyProblem design = box(4);
  const BodyProblem good = bodyOf(design, surfaceOf(design.mesh));
  // Of the analysis and not of the body, beside which another one is analysed.
  const auto missingOf = [&](const std::function<void(BodyProblem&)>& change)
  {
    BodyProblem body = good;
    change(body);
    const std::vector<BodyStiffness> found = this->analyse({ body, good }, 8);
    EXPECT_EQ(found[0].fault, "");
    EXPECT_TRUE(std::isnan(found[0].compliance));
    EXPECT_EQ(found[1].missing, "");
    EXPECT_GT(found[1].compliance, 0.0);
    return found[0].missing;
  };
  expectMessage(missingOf(
                  [](BodyProblem& body)
                  {
                    body.design.prescribedDisplacement.assign(body.design.mesh.points.size(), 0.0);
                    body.design.prescribedDisplacement[0] = 0.1;
                  }),
    { "displaced" });
  expectMessage(missingOf([](BodyProblem& body) { body.design.loadCases.clear(); }), { "no load" });
  expectMessage(missingOf(
                  [](BodyProblem& body)
                  {
                    std::vector<double>& forces = body.design.loadCases[0].forces;
                    std::fill(forces.begin(), forces.end(), 0.0);
                  }),
    { "'Force'", "zero" });
  BodyProblem plane = good;
  plane.isPlane = true;
  const BodyStiffness ofPlane = this->analyse({ plane }, 8).front();
  expectMessage(ofPlane.missing, { "force in z", "plane" });
  EXPECT_EQ(ofPlane.fault, "");
  expectMessage(
    missingOf([](BodyProblem& body) { body.surface.triangles.resize(30); }), { "closed" });
  expectMessage(
    missingOf([](BodyProblem& body) { body.design.loadCases[0].forces[4] = NAN; }), { "'Force'" });

  Observer silent;
  const auto refusalOf = [&](const std::vector<BodyProblem>& bodies, int resolution, double radius,
                           std::size_t limit = 0) -> std::string
  {
    BodySettings settings;
    settings.resolution = resolution;
    settings.loadRadius = radius;
    try
    {
      analyseBodies(bodies, settings, this->Used, silent, limit);
      return "";
    }
    catch (const Error& error)
    {
      return error.what();
    }
  };
  plane.name = "other";
  expectMessage(refusalOf({ good, plane }, 8, 0.0), { "'the design'", "'other'", "plane" });
  expectMessage(refusalOf({ good }, 3, 0.0), { "3 voxels", "at least 4" });
  expectMessage(refusalOf({ good }, 8, -1.0), { "load radius", "-1" });
  expectMessage(refusalOf({ good }, 100000, 0.0), { "numbered" });
  expectMessage(refusalOf({ good }, 64, 0.0, 100000), { "memory" });
  expectMessage(refusalOf({}, 8, 0.0), { "no body" });

  class Stopping : public Observer
  {
  public:
    int Left = 0;
    bool stopRequested() override { return this->Left-- <= 0; }
  };
  for (int left = 0; left < 12; left += 3)
  {
    Stopping stopping;
    stopping.Left = left;
    EXPECT_FALSE(analyseBodies({ good }, {}, this->Used, stopping).has_value()) << left;
  }
}

TEST_P(BodyStiffnesses, MemoryEndsRefinement)
{
  if (this->Used.space != ExecutionSpace::Host)
  {
    GTEST_SKIP() << "Limits are those of the host's solver.";
  }
  // A flat bar under a load at its end: its error on the first grid is above the wanted one.
  TopologyProblem design = box(8);
  for (std::size_t n = 0; n < design.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(design.mesh, n);
    const bool isLoaded = p[0] == 2.0 && p[1] <= 0.5 && p[2] == 0.0;
    design.loadCases[0].forces[3 * n + 2] = isLoaded ? -1.0 : 0.0;
  }
  const BodyProblem bar = bodyOf(design,
    surfaceOf(design.mesh, [](const Point& p) { return p[1] < 0.5 && p[2] < 0.25 ? 1.0 : 0.0; }));
  // Voxels along the bar: of the least number for a grid, and one and a half times as many.
  constexpr int first = 51;
  constexpr int second = 77;
  BodyBounds bounds;
  bounds.add(design.mesh);
  const std::size_t limit = BodyVoxels::mostBytes(makeBodyGrid(bounds, false, second));
  const double compliance = this->sound(bar, first).compliance;
  const auto noteWithin = [&](std::size_t bytes)
  {
    Observer silent;
    const BodyStiffness found =
      analyseBodies({ bar }, {}, this->Used, silent, bytes).value().front();
    EXPECT_EQ(found.fault, "");
    EXPECT_EQ(found.missing, "");
    EXPECT_EQ(found.cells[0], first);
    EXPECT_NEAR(found.compliance, compliance, 1e-4 * compliance);
    EXPECT_GT(found.error, 0.02);
    return found.notes.empty() ? std::string() : found.notes.back();
  };
  expectMessage(noteWithin(limit - 1), { "Finer voxels would take more", "memory limit" });
  // The voxels have room, but the solver does not.
  expectMessage(noteWithin(limit), { "Finer voxels could not be analysed", "MiB" });

  const BodyStiffness refined = this->sound(bar);
  EXPECT_GT(refined.cells[0], first);
  EXPECT_GE(refined.coarseCompliances.size(), 2U);
  EXPECT_NEAR(refined.coarseCompliances[1], compliance, 1e-4 * compliance);
  EXPECT_TRUE(refined.notes.empty());

  // Without room for the solver on the first grid there is no analysis, which is no fault.
  Observer silent;
  const BodyStiffness none =
    analyseBodies({ bar }, {}, this->Used, silent, limit / 3).value().front();
  EXPECT_EQ(none.fault, "");
  expectMessage(none.missing, { "needs", "MiB" });
  EXPECT_TRUE(std::isnan(none.compliance));
}

TRABECULA_ON_EVERY_DEVICE(BodyStiffnesses);
