// Tests of refused problems of heat conduction, each with its own message.

#include "Analysis/Heat/HeatCases.h"
#include "Support/Refusals.h"

#include "Analysis/Heat/HeatValidation.h"
#include "Core/Error.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
HeatProblem box()
{
  HeatProblem problem =
    conductorOf(makeBox(CellType::Hexahedron, { 2, 2, 2 }, [](const Point& p) { return p; }));
  fixWhere(
    problem, [](const Point& p) { return isAt(p[0], 0.0); }, 20.0);
  return problem;
}

void expectRefused(
  const std::function<void(HeatProblem&)>& change, const std::vector<std::string>& words)
{
  HeatProblem problem = box();
  change(problem);
  std::string message;
  try
  {
    validate(problem);
  }
  catch (const Error& error)
  {
    message = error.what();
  }
  expectMessage(message, words);
}
}

TEST(HeatValidation, AcceptsAGoodProblem)
{
  EXPECT_EQ(validate(box()).values.size(), 0U);
}

TEST(HeatValidation, RefusesMaterials)
{
  expectRefused([](HeatProblem& p) { p.conductivity = 0.0; }, { "Conductivity is 0" });
  expectRefused([](HeatProblem& p) { p.conductivity = NotANumber; }, { "Conductivity is" });
  expectRefused([](HeatProblem& p) { p.conductivities = { 1.0 }; },
    { "Conductivity has 1 values", "one for each element" });
  expectRefused(
    [](HeatProblem& p)
    {
      p.conductivities.assign(8, 1.0);
      p.conductivities[3] = p.conductivities[5] = -2.0;
    },
    { "Conductivity is -2 in element 3", "2 elements have such a value" });
  expectRefused([](HeatProblem& p) { p.solidFractions.assign(8, 0.0); },
    { "Solid fraction is 0 in element 0", "8 elements" });
}

TEST(HeatValidation, RefusesNodalValues)
{
  expectRefused([](HeatProblem& p) { p.fixed.pop_back(); },
    { "Fixed temperatures has 26 values, but 27 are needed" });
  expectRefused([](HeatProblem& p) { p.prescribedTemperature[2] = Infinity; },
    { "Prescribed temperature", "point 2" });
  expectRefused([](HeatProblem& p) { p.heatFlow.assign(3, 0.0); }, { "Heat flow has 3 values" });
  expectRefused(
    [](HeatProblem& p)
    {
      p.mesh.points.insert(p.mesh.points.end(), { 5.0, 5.0, 5.0 });
      p.fixed.push_back(0);
      p.prescribedTemperature.push_back(0.0);
      p.heatFlow.assign(28, 1.0);
    },
    { "Heat flow is 1 at point 27", "belongs to no element" });
  expectRefused([](HeatProblem& p) { p.heatSource.assign(8, NotANumber); }, { "Heat source" });
}

TEST(HeatValidation, RefusesFilms)
{
  expectRefused([](HeatProblem& p) { p.filmCoefficient.assign(27, -1.0); },
    { "Film coefficient is -1 at point 0", "at least 0" });
  expectRefused(
    [](HeatProblem& p)
    {
      p.filmCoefficient.assign(27, 0.0);
      p.filmCoefficient[0] = 1.0;
    },
    { "Film coefficients have no effect", "boundary faces" });
  expectRefused([](HeatProblem& p) { p.ambientTemperature.assign(2, 1.0); },
    { "Ambient temperature has 2 values" });
}

TEST(HeatValidation, RefusesAnUndeterminedTemperature)
{
  expectRefused([](HeatProblem& p) { p.fixed.assign(27, 0); },
    { "Nothing determines the temperature: no point has a fixed temperature, and no film acts." });
  const auto addPiece = [](HeatProblem& p)
  {
    const Mesh other = makeBox(CellType::Hexahedron, { 1, 1, 1 },
      [](const Point& q) {
        return Point{ q[0] + 4.0, q[1], q[2] };
      });
    const auto shift = std::int32_t(p.mesh.numberOfNodes());
    for (const std::int32_t node : other.connectivity)
    {
      p.mesh.connectivity.push_back(node + shift);
    }
    p.mesh.points.insert(p.mesh.points.end(), other.points.begin(), other.points.end());
    p.fixed.resize(p.mesh.numberOfNodes(), 0);
    p.prescribedTemperature.clear();
  };
  const std::vector<std::string> words = { "piece of the mesh", "of 1 element at (4, 0, 0)",
    "each piece" };
  expectRefused(addPiece, words);
  // A film on another piece does not help.
  expectRefused(
    [&](HeatProblem& p)
    {
      addPiece(p);
      filmWhere(
        p, [](const Point& q) { return isAt(q[0], 1.0); }, 2.0, 0.0);
    },
    words);
}

TEST(HeatValidation, FilmsAloneDetermineTheTemperatureAndIdleOnesAreTold)
{
  HeatProblem problem = box();
  problem.fixed.assign(27, 0);
  filmWhere(
    problem, [](const Point& p) { return isAt(p[0], 1.0) || (isAt(p[0], 0.0) && isAt(p[1], 0.0)); },
    2.0, 0.0);
  const HostMatrix films = validate(problem);
  const std::vector<std::string> warnings = warningsOf(problem, films);
  ASSERT_EQ(warnings.size(), 1U);
  expectMessage(warnings[0], { "Film coefficients at 3 points have no effect" });
}
