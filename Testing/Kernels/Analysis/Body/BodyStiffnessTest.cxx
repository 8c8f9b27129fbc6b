// Tests of the stiffness of bodies by voxels: known answers in space and in plane stress,
// convergence, comparison with a direct solver, loads without solid, invariance, and refused input.

#include "Analysis/Body/BodyStiffnessTestInput.h"
#include "Support/FaceTractions.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyLoads.h"
#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/BodySupports.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Analysis/Body/PlaneLayer.h"
#include "Analysis/ElasticAnalysis.h"
#include "Analysis/ElasticAnalysisReference.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A quarter of an annulus around z, one layer thick, with symmetry conditions on both straight
/// sides.
TopologyProblem annulus(double outer, const std::array<int, 2>& cells)
{
  TopologyProblem problem = emptyProblem(makeBox(CellType::Hexahedron, { cells[0], cells[1], 1 },
    [outer](const Point& p)
    {
      const double radius = 1.0 + (outer - 1.0) * p[0];
      const double angle = 0.5 * std::acos(-1.0) * p[1];
      return Point{ radius * std::cos(angle), radius * std::sin(angle), p[2] };
    }));
  for (std::size_t n = 0; n < problem.structure.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(problem.structure.mesh, n);
    problem.structure.supports[3 * n] = std::abs(p[0]) < 1e-9;
    problem.structure.supports[3 * n + 1] = std::abs(p[1]) < 1e-9;
  }
  return problem;
}

double radiusOf(const Point& p)
{
  return std::hypot(p[0], p[1]);
}

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
    design.structure.material = { random.uniform(0.5, 300.0), random.uniform(0.0, 0.45) };
    const BodyProblem body = bodyOf(design,
      surfaceOf(design.structure.mesh, [&](const Point&) { return random.uniform(0.5, 1.0); }));
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
  // The compliance is 37.0789 by isogeometric analysis of degree 2 with 16 x 8 x 8 spans,
  // and 37.0557 of degree 3 with 8 x 4 x 4; both increase with refinement.
  const TopologyProblem design = box(8);
  const TriangleMesh surface = surfaceOf(design.structure.mesh);
  // These values are published in Plugin/Documentation/ComparingTopologies.html.
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
  // The automatic number of voxels is sufficient by the estimate.
  const BodyStiffness chosen = this->sound(bodyOf(design, surface));
  EXPECT_LE(chosen.error, 0.02);
  EXPECT_NEAR(chosen.compliance, 37.08, 0.02 * 37.08);
  EXPECT_NEAR(chosen.loadRadius, 1.0 / 8.0, 1e-12);
}

TEST_P(BodyStiffnesses, ColumnSinksUnderItsWeight)
{
  // Displacements are exact at the nodes, w (L z - z^2 / 2) / E with the weight w per volume, so
  // that the work of the weight is w^2 A (L^3 / 3 - L h^2 / 12) / E.
  constexpr double length = 4.0;
  constexpr double weight = 2.0;
  constexpr double edge = 0.25;
  TopologyProblem design = emptyProblem(makeBox(CellType::Hexahedron, { 2, 2, 8 },
    [](const Point& p) {
      return Point{ p[0], p[1], length * p[2] };
    }));
  clamp(design, [](const Point& p) { return p[2] == 0.0; });
  design.structure.material = { 1.0, 0.0 };
  design.structure.ofDesign.weight = { 0.0, 0.0, -weight };
  const BodyStiffness found = this->sound(
    bodyOf(design, surfaceOf(design.structure.mesh)), static_cast<int>(length / edge), 0.1, 1e-10);
  const double work =
    weight * weight * (length * length * length / 3.0 - length * edge * edge / 12.0);
  EXPECT_NEAR(found.compliance / work, 1.0, 1e-8);
}

TEST_P(BodyStiffnesses, PlanesAreInPlaneStress)
{
  // Lame's annulus of radii 1 and 2 under inner pressure, also by isogeometric analysis.
  TopologyProblem ring = annulus(2.0, { 12, 20 });
  ring.structure.loadCases[0].forces = consistentForces(
    ring.structure.mesh, [](const Point& p) { return std::abs(radiusOf(p) - 1.0) < 1e-9; },
    trabecula::testing::Traction(
      [](const Point& p, const Point&) {
        return Point{ p[0] / radiusOf(p), p[1] / radiusOf(p), 0.0 };
      }));
  BodyProblem body = bodyOf(ring, surfaceOf(ring.structure.mesh));
  body.isPlane = true;
  const BodyStiffness found = this->sound(body, 64, 0.08);
  EXPECT_NEAR(found.compliance, 3.0892327760, 0.01 * 3.0892);
  EXPECT_LT(found.error, 0.01);

  // Kirsch's plate with a hole under tension, with the exact tractions on the outer side.
  TopologyProblem plate = annulus(4.0, { 24, 24 });
  plate.structure.loadCases[0].forces = consistentForces(
    plate.structure.mesh, [](const Point& p) { return std::abs(radiusOf(p) - 4.0) < 1e-9; },
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
  BodyProblem holed = bodyOf(plate, surfaceOf(plate.structure.mesh));
  holed.isPlane = true;
  EXPECT_NEAR(this->sound(holed, 96, 0.25).compliance, 13.1695, 0.01 * 13.1695);

  // A ring of twice the thickness is twice as stiff under the same total load.
  TopologyProblem thick = ring;
  for (std::size_t i = 2; i < thick.structure.mesh.points.size(); i += 3)
  {
    thick.structure.mesh.points[i] *= 2.0;
  }
  BodyProblem second = bodyOf(thick, surfaceOf(thick.structure.mesh));
  second.isPlane = true;
  EXPECT_NEAR(
    this->sound(second, 64, 0.08).compliance, 0.5 * found.compliance, 1e-6 * found.compliance);
}

TEST_P(BodyStiffnesses, LayersOfElementsAreMadePlane)
{
  // Lame's annulus under inner pressure on its own elements: compliance, volume and the stress
  // around the hole, E = 1, (r_o^2 + r_i^2) / (r_o^2 - r_i^2) = 5 / 3 times the pressure.
  TopologyProblem ring = annulus(2.0, { 32, 48 });
  for (std::size_t n = 0; n < ring.structure.mesh.numberOfNodes(); ++n)
  {
    ring.structure.supports[3 * n + 2] = 1; // as for plane designs
  }
  ring.structure.loadCases[0].forces = consistentForces(
    ring.structure.mesh, [](const Point& p) { return std::abs(radiusOf(p) - 1.0) < 1e-9; },
    trabecula::testing::Traction(
      [](const Point& p, const Point&) {
        return Point{ p[0] / radiusOf(p), p[1] / radiusOf(p), 0.0 };
      }));
  const PlaneLayer layer(ring.structure);
  Observer silent;
  ElasticAnalysis analysis = analyseElastic(layer.problem(),
    std::vector<double>(ring.structure.mesh.numberOfElements(), 1.0), this->Used, silent)
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
  // The estimated error of a cantilever with a slot and oblique sides is at least the change by
  // finer voxels.
  TopologyProblem design = box(8);
  const auto density = [](const Point& p)
  {
    const double slot = std::hypot(p[0] - 0.9, p[2] - 0.5) - 0.25;
    const double side = 0.7 + 0.5 * p[0] - p[2];
    return std::clamp(0.5 + 8.0 * std::min(slot, side), 0.0, 1.0);
  };
  const BodyProblem body = bodyOf(design, surfaceOf(design.structure.mesh, density));
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

TEST_P(BodyStiffnesses, SpringsTakePart)
{
  // A bar under tension with a spring at its end: k_bar = E A / L.
  TopologyProblem bar = emptyProblem(makeBoxMesh({ 32, 8, 8 }, { 4.0, 1.0, 1.0 }));
  bar.structure.material = { 3.0, 0.0 };
  clamp(bar, [](const Point& p) { return p[0] == 0.0; });
  bar.structure.loadCases[0].forces = uniformTraction(bar.structure.mesh, 4.0, { 1.0, 0.0, 0.0 });
  const TriangleMesh surface = surfaceOf(bar.structure.mesh);
  EXPECT_NEAR(this->sound(bodyOf(bar, surface), 32).compliance, 4.0 / 3.0, 0.005);
  bar.structure.springs.assign(bar.structure.mesh.points.size(), 0.0);
  for (std::size_t n = 0; n < bar.structure.mesh.numberOfNodes(); ++n)
  {
    bar.structure.springs[3 * n] = 0.5 * bar.structure.loadCases[0].forces[3 * n];
  }
  // Springs act at the centre of the solid around their points, a third of the radius inside.
  EXPECT_NEAR(this->sound(bodyOf(bar, surface), 32).compliance, 1.0 / (0.75 + 0.5), 0.02);
}

TRABECULA_ON_EVERY_DEVICE(BodyStiffnesses);
