#include "Analysis/Body/BodyStiffnessTestInput.h"
#include "Support/FaceTractions.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Analysis/Body/BodyGrid.h"
#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

TEST_P(BodyStiffnesses, RefuseNothingToScaleShiftAndUnits)
{
  TopologyProblem design = box(4);
  const Field density = [](const Point& p) { return p[2] > 0.3 || p[0] < 0.6 ? 1.0 : 0.0; };
  const BodyStiffness first =
    this->sound(bodyOf(design, surfaceOf(design.structure.mesh, density)), 24);
  const double scale = 40.0;
  TopologyProblem other = design;
  for (std::size_t i = 0; i < other.structure.mesh.points.size(); ++i)
  {
    other.structure.mesh.points[i] = scale * other.structure.mesh.points[i] - 7.0;
  }
  other.structure.material.youngsModulus = 2e5;
  for (double& force : other.structure.loadCases[0].forces)
  {
    force *= 300.0;
  }
  const Field moved = [&](const Point& p) {
    return density({ (p[0] + 7.0) / scale, 0.0, (p[2] + 7.0) / scale });
  };
  const BodyStiffness second =
    this->sound(bodyOf(other, surfaceOf(other.structure.mesh, moved)), 24);
  EXPECT_NEAR(second.compliance / (first.compliance * 300.0 * 300.0 / (2e5 * scale)), 1.0, 1e-5);
  // A surface of reversed orientation encloses the same body.
  BodyProblem turned = bodyOf(design, surfaceOf(design.structure.mesh, density));
  for (std::size_t t = 0; t < turned.surface.triangles.size(); t += 3)
  {
    std::swap(turned.surface.triangles[t], turned.surface.triangles[t + 2]);
  }
  EXPECT_NEAR(this->sound(turned, 24).compliance, first.compliance, 1e-9 * first.compliance);
}

TEST_P(BodyStiffnesses, LoadsThatHangOnNothingHaveNoCompliance)
{
  TopologyProblem design = box(8);
  LoadCase second = design.structure.loadCases[0];
  design.structure.loadCases[0].name = "Tip";
  second.name = "Middle";
  std::fill(second.forces.begin(), second.forces.end(), 0.0);
  second.forces[3 *
    nodesWhere(design.structure.mesh,
      [](const Point& p) { return p[0] == 0.5 && p[1] == 0.5 && p[2] == 0.0; })
      .front()] = 1.0;
  design.structure.loadCases.push_back(second);
  const auto cut = [&](double from, double to)
  {
    return bodyOf(design,
      surfaceOf(design.structure.mesh,
        [=](const Point& p) { return p[0] > from && p[0] < to ? 0.0 : 1.0; }));
  };
  // The body has a gap, but carries the second load.
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

  // There is no solid at the load.
  const BodyStiffness shorter = this->analyse({ cut(1.4, 3.0) }, 32).front();
  EXPECT_TRUE(std::isnan(shorter.compliance));
  expectMessage(shorter.fault, { "'Tip'", "no solid" });

  // There is no solid at the support of one body; a body without fault has a compliance.
  const std::vector<BodyStiffness> two = this->analyse({ cut(-1.0, 0.3), cut(3.0, 4.0) }, 32);
  EXPECT_TRUE(std::isnan(two[0].compliance));
  expectMessage(two[0].fault, { "Supports do not hold the body" });
  EXPECT_EQ(two[0].missing, "");
  EXPECT_EQ(two[1].fault, "");
  EXPECT_EQ(two[0].cells, two[1].cells);

  // A loose piece without load is reported and not analysed.
  TopologyProblem middle = design;
  middle.structure.loadCases.erase(middle.structure.loadCases.begin());
  const auto ofMiddle = [&](double from, double to)
  {
    BodyProblem body = cut(from, to);
    body.design = middle.structure;
    return this->sound(body, 32);
  };
  const BodyStiffness with = ofMiddle(1.0, 1.4);
  const BodyStiffness without = ofMiddle(1.0, 3.0);
  EXPECT_EQ(with.loosePieces, 1);
  EXPECT_EQ(without.loosePieces, 0);
  EXPECT_NEAR(with.compliance, without.compliance, 0.01 * without.compliance);
}

TEST_P(BodyStiffnesses, SayWhatIsWrong)
{
  const TopologyProblem design = box(4);
  const BodyProblem good = bodyOf(design, surfaceOf(design.structure.mesh));
  // The error is one of the analysis and not of the body; another body is analysed.
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
                    ThermalStrain& thermal = body.design.ofDesign.thermal;
                    thermal.temperature.assign(body.design.mesh.numberOfNodes(), 1.0);
                    thermal.expansion = 1.0;
                  }),
    { "thermal strain", "Thermal Expansion" });
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
  // The error of a flat bar under a load at its end is above the wanted one on the first grid.
  TopologyProblem design = box(8);
  for (std::size_t n = 0; n < design.structure.mesh.numberOfNodes(); ++n)
  {
    const Point p = nodePosition(design.structure.mesh, n);
    const bool isLoaded = p[0] == 2.0 && p[1] <= 0.5 && p[2] == 0.0;
    design.structure.loadCases[0].forces[3 * n + 2] = isLoaded ? -1.0 : 0.0;
  }
  const BodyProblem bar = bodyOf(design,
    surfaceOf(
      design.structure.mesh, [](const Point& p) { return p[1] < 0.5 && p[2] < 0.25 ? 1.0 : 0.0; }));
  // Voxels along the bar: the smallest number for a grid, and one and a half times as many.
  constexpr int first = 51;
  constexpr int second = 77;
  BodyBounds bounds;
  bounds.add(design.structure.mesh);
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
  // There is enough memory for the voxels, but not for the solver.
  expectMessage(noteWithin(limit), { "Finer voxels could not be analysed", "MiB" });

  const BodyStiffness refined = this->sound(bar);
  EXPECT_GT(refined.cells[0], first);
  EXPECT_GE(refined.coarseCompliances.size(), 2U);
  EXPECT_NEAR(refined.coarseCompliances[1], compliance, 1e-4 * compliance);
  EXPECT_TRUE(refined.notes.empty());

  // Without memory for the solver on the first grid there is no analysis, which is no fault of the
  // body.
  Observer silent;
  const BodyStiffness none =
    analyseBodies({ bar }, {}, this->Used, silent, limit / 3).value().front();
  EXPECT_EQ(none.fault, "");
  expectMessage(none.missing, { "needs", "MiB" });
  EXPECT_TRUE(std::isnan(none.compliance));
}
