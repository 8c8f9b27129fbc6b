// Tests of benchmarks with known answers through the pipeline. An independent program in Python
// computed the answers on the same meshes, to the given digits.

#include "ElasticTestInput.h"
#include "Support/FaceTractions.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "TopologyTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkDataArray.h"
#include "vtkPointData.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace trabecula::testing
{
namespace
{
using Answers = std::map<CellType, double>;

double component(vtkElasticAnalysis* filter, const char* array, const Point& place, int c)
{
  vtkDataSet* data = elasticResult(filter);
  const vtkIdType point = data->FindPoint(place[0], place[1], place[2]);
  return data->GetPointData()->GetArray(array)->GetComponent(point, c);
}

double length(const Point& p)
{
  return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

Point ellipse(const Point& p, double thickness)
{
  const double angle = p[1] * M_PI / 2.0;
  return { (2.0 + 1.25 * p[0]) * std::cos(angle), (1.0 + 1.75 * p[0]) * std::sin(angle),
    thickness * p[2] };
}

bool isOuter(const Point& p)
{
  return isAt(std::pow(p[0] / 3.25, 2) + std::pow(p[1] / 2.75, 2), 1.0);
}

/// Whether a component is held by symmetry at the planes x = 0, y = 0 and z = 0; with flat, z is
/// held everywhere.
bool isSymmetric(const Point& p, int c, bool flat)
{
  return (flat && c == 2) || isAt(p[std::size_t(c)], 0.0);
}
}

TEST(ElasticKnownAnswers, CooksMembrane)
{
  const Answers known = { { CellType::Tetrahedron, 21.6058740 },
    { CellType::QuadraticTetrahedron, 23.9273763 }, { CellType::Hexahedron, 23.4304113 },
    { CellType::QuadraticHexahedron, 23.9345956 } };
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = makeBox(type, { 16, 16, 1 },
      [](const Point& p) {
        return Point{ 48 * p[0], 44 * p[0] + p[1] * (44 - 28 * p[0]), p[2] };
      });
    auto data = gridOf(mesh);
    hold(data, [](const Point& p, int c) { return c == 2 || isAt(p[0], 0.0); });
    setPointArray(data, "Force",
      consistentForces(
        mesh, [](const Point& p) { return isAt(p[0], 48.0); }, Point{ 0.0, 1.0 / 16.0, 0.0 }));
    auto filter = elasticAnalysisOf(data);
    filter->SetYoungsModulus(15.0 / 16.0);
    filter->SetPoissonsRatio(0.25);
    filter->Update();
    EXPECT_NEAR(component(filter, "Displacement", { 48, 52, 0 }, 1) / known.at(type), 1.0, 1e-7);
  }
}

TEST(ElasticKnownAnswers, LE1)
{
  const Answers known = { { CellType::Tetrahedron, 77.43814 },
    { CellType::QuadraticTetrahedron, 91.63648 }, { CellType::Hexahedron, 77.84821 },
    { CellType::QuadraticHexahedron, 92.52460 } };
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = makeBox(type, { 16, 16, 1 }, [](const Point& p) { return ellipse(p, 0.1); });
    auto data = gridOf(mesh);
    hold(data, [](const Point& p, int c) { return isSymmetric(p, c, true); });
    setPointArray(data, "Force",
      consistentForces(mesh, isOuter,
        [](const Point&, const Point& n) {
          return Point{ 10 * n[0], 10 * n[1], 10 * n[2] };
        }));
    auto filter = elasticAnalysisOf(data);
    filter->SetYoungsModulus(210000.0 * 1.6 / 1.69);
    filter->SetPoissonsRatio(0.3 / 1.3);
    filter->Update();
    EXPECT_NEAR(component(filter, "Stress", { 2, 0, 0 }, 1), known.at(type), 1e-5);
  }
}

TEST(ElasticKnownAnswers, LE10)
{
  const Answers known = { { CellType::Tetrahedron, -4.532013 },
    { CellType::QuadraticTetrahedron, -5.272064 }, { CellType::Hexahedron, -4.084453 },
    { CellType::QuadraticHexahedron, -5.388762 } };
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = makeBox(type, { 12, 18, 6 }, [](const Point& p) { return ellipse(p, 0.6); });
    auto data = gridOf(mesh);
    hold(data,
      [](const Point& p, int c) {
        return c == 2 ? isOuter(p) && isAt(p[2], 0.3) : isOuter(p) || isAt(p[std::size_t(c)], 0.0);
      });
    setPointArray(data, "Force",
      consistentForces(
        mesh, [](const Point& p) { return isAt(p[2], 0.6); }, Point{ 0.0, 0.0, -1.0 }));
    auto filter = elasticAnalysisOf(data);
    filter->SetYoungsModulus(210000.0);
    filter->Update();
    EXPECT_NEAR(component(filter, "Stress", { 2, 0, 0.6 }, 1), known.at(type), 1e-6);
  }
}

TEST(ElasticKnownAnswers, LameSphere)
{
  const std::map<CellType, std::array<double, 2>> known = { { CellType::Tetrahedron,
                                                              { 0.582331909, 0.614908544 } },
    { CellType::QuadraticTetrahedron, { 0.628008431, 0.628295603 } },
    { CellType::Hexahedron, { 0.598301003, 0.620463370 } },
    { CellType::QuadraticHexahedron, { 0.628026294, 0.628299065 } } };
  for (const CellType type : ElasticTypes)
  {
    for (const int n : { 4, 8 })
    {
      std::vector<Mesh> patches;
      for (std::size_t shift = 0; shift < 3; ++shift)
      {
        patches.push_back(makeBox(type, { n, n, n },
          [shift](const Point& p)
          {
            Point x;
            x[shift] = 1.0;
            x[(shift + 1) % 3] = p[0];
            x[(shift + 2) % 3] = p[1];
            const double scale = (1.0 + p[2]) / length(x);
            return Point{ scale * x[0], scale * x[1], scale * x[2] };
          }));
      }
      const Mesh mesh = joinMeshes(patches, 1e-9);
      auto data = gridOf(mesh);
      hold(data, [](const Point& p, int c) { return isSymmetric(p, c, false); });
      setPointArray(data, "Force",
        consistentForces(
          mesh, [](const Point& p) { return isAt(length(p), 1.0); },
          [](const Point& p, const Point&) {
            return Point{ p[0] / length(p), p[1] / length(p), p[2] / length(p) };
          }));
      auto filter = elasticAnalysisOf(data);
      filter->Update();
      EXPECT_NEAR(elasticQuantity(filter, "StrainEnergy"), known.at(type)[n == 4 ? 0 : 1], 1e-8)
        << "exact is pi / 5";
    }
  }
}

TEST(ElasticKnownAnswers, Kirsch)
{
  // The exact displacement of plane strain is prescribed on the rim.
  const Answers known = { { CellType::Tetrahedron, 2.939663 },
    { CellType::QuadraticTetrahedron, 2.998921 }, { CellType::Hexahedron, 3.057540 },
    { CellType::QuadraticHexahedron, 3.001198 } };
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = makeBox(type, { 32, 32, 1 },
      [](const Point& p)
      {
        const double r = std::pow(4.0, p[0]);
        const double angle = p[1] * M_PI / 2.0;
        return Point{ r * std::cos(angle), r * std::sin(angle), p[2] / 4.0 };
      });
    auto data = gridOf(mesh);
    const auto isRim = [](const Point& p) { return isAt(std::hypot(p[0], p[1]), 4.0); };
    hold(
      data, [&](const Point& p, int c) { return isSymmetric(p, c, true) || (c < 2 && isRim(p)); });
    std::vector<double> prescribed;
    for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
    {
      const double* x = &mesh.points[3 * node];
      const double r = std::hypot(x[0], x[1]);
      const double t = std::atan2(x[1], x[0]);
      const double k = 3.0 - 4.0 * 0.3;
      const double rest = 2.0 / r - 2.0 / (r * r * r);
      const double ux =
        (r * (k + 1.0) + 2.0 / r * (1.0 + k)) * std::cos(t) + rest * std::cos(3.0 * t);
      const double uy =
        (r * (k - 3.0) + 2.0 / r * (1.0 - k)) * std::sin(t) + rest * std::sin(3.0 * t);
      const bool rim = isRim({ x[0], x[1], x[2] });
      const std::array<double, 3> u = { rim && !isAt(x[0], 0.0) ? ux * 2.6 / 8.0 : 0.0,
        rim && !isAt(x[1], 0.0) ? uy * 2.6 / 8.0 : 0.0, 0.0 };
      prescribed.insert(prescribed.end(), u.begin(), u.end());
    }
    setPointArray(data, "PrescribedDisplacement", prescribed);
    auto filter = elasticAnalysisOf(data);
    filter->SetStressRecovery(vtkElasticAnalysis::DIRECT);
    filter->Update();
    EXPECT_NEAR(component(filter, "Stress", { 0, 1, 0 }, 0), known.at(type), 1e-6);
  }
}
}
