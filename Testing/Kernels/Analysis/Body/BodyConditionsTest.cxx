// Tests of differences of loads and supports of designs on different meshes.

#include "Support/FaceTractions.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"

#include "Analysis/Body/BodyConditions.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
/// A box of 2 x 1 x 1 supported at x = 0 with two load cases at x = 2, on any mesh.
TopologyProblem designOn(CellType type, int across)
{
  TopologyProblem design = emptyProblem(makeBox(type, { 2 * across, across, across },
    [](const Point& p) {
      return Point{ 2 * p[0], p[1], p[2] };
    }));
  clamp(design, [](const Point& p) { return p[0] < 1e-9; });
  const auto atEnd = [](const Point& p) { return p[0] > 2.0 - 1e-9; };
  design.structure.loadCases[0] = { "Down", 2.0,
    consistentForces(design.structure.mesh, atEnd, Point{ 0, 0, -3.0 }) };
  design.structure.loadCases.push_back(
    { "Side", 1.0, consistentForces(design.structure.mesh, atEnd, Point{ 0, 1.0, 0 }) });
  return design;
}

std::string differences(const StructuralProblem& other)
{
  std::string all;
  for (const std::string& text :
    differencesOfConditions(designOn(CellType::Hexahedron, 4).structure, other, "First"))
  {
    all += (all.empty() ? "" : " ") + text + ".";
  }
  return all;
}
}

TEST(BodyConditions, AreTheSameOnOtherMeshes)
{
  for (const CellType type : { CellType::Hexahedron, CellType::Tetrahedron,
         CellType::QuadraticHexahedron, CellType::QuadraticTetrahedron })
  {
    EXPECT_EQ(differences(designOn(type, 4).structure), "");
    EXPECT_EQ(differences(designOn(type, 3).structure), "");
    // Inner faces of a supported region do not belong to its surface.
    const auto heldToHalf = [](TopologyProblem design)
    {
      clamp(design, [](const Point& p) { return p[0] < 0.5 + 1e-9; });
      return design.structure;
    };
    const std::vector<std::string> found = differencesOfConditions(
      heldToHalf(designOn(CellType::Hexahedron, 4)), heldToHalf(designOn(type, 2)), "First");
    EXPECT_TRUE(found.empty()) << found.front();
  }
}

TEST(BodyConditions, AreToldWhereTheyDiffer)
{
  const auto changed = [](const std::function<void(TopologyProblem&)>& change)
  {
    TopologyProblem design = designOn(CellType::Tetrahedron, 3);
    change(design);
    return differences(design.structure);
  };
  const auto scale = [](std::vector<double>& values, double by)
  {
    for (double& value : values)
    {
      value *= by;
    }
  };
  expectMessage(changed([&](TopologyProblem& p) { scale(p.structure.loadCases[0].forces, 1.02); }),
    { "'Down'", "(0, 0, -3.06)", "First with (0, 0, -3)" });
  EXPECT_EQ(
    changed([&](TopologyProblem& p) { scale(p.structure.loadCases[0].forces, 1.005); }), "");
  expectMessage(changed([](TopologyProblem& p) { p.structure.loadCases[1].weight = 3.0; }),
    { "'Side'", "weight 3", "with 1" });
  expectMessage(changed([](TopologyProblem& p) { p.structure.loadCases[1].name = "Other"; }),
    { "no load case 'Side', which First has", "load case 'Other', which First has not" });
  expectMessage(changed(
                  [](TopologyProblem& p)
                  {
                    p.structure.loadCases[1].forces.assign(p.structure.mesh.points.size(), 0.0);
                    const std::size_t tip = nodesWhere(p.structure.mesh,
                      [](const Point& x) {
                        return x[0] > 1.9 && x[1] < 0.1 && x[2] < 0.1;
                      }).front();
                    p.structure.loadCases[1].forces[3 * tip + 1] = 1.0;
                  }),
    { "'Side'", "another point of action" });
  expectMessage(changed(
                  [](TopologyProblem& p)
                  {
                    for (std::size_t n = 0; n < p.structure.mesh.numberOfNodes(); ++n)
                    {
                      p.structure.supports[3 * n + 1] = nodePosition(p.structure.mesh, n)[2] > 0.7
                        ? 0
                        : p.structure.supports[3 * n];
                    }
                  }),
    { "held in y on an area of 0.666667", "First on 1" });
  expectMessage(changed(
                  [](TopologyProblem& p)
                  {
                    for (std::size_t i = 2; i < p.structure.supports.size(); i += 3)
                    {
                      p.structure.supports[i] = 0;
                    }
                  }),
    { "is not held in z, First is" });
  expectMessage(changed(
                  [](TopologyProblem& p)
                  {
                    p.structure.springs.assign(p.structure.mesh.points.size(), 0.0);
                    p.structure.springs[3] = 0.5;
                  }),
    { "springs in x", "0.5" });
}
