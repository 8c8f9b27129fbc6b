#include "Optimization/LevelSet/LevelSetStages.h"

#include "Core/Requirements.h"
#include "Design/LevelSet/LinkedValues.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/Validation/StageValidation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
ChainSettings chainOf(const StageSettings& stages)
{
  ChainSettings chain;
  chain.stages = stages;
  return chain;
}

/// Opens the outermost hole of one side of a row. @param side the numbers of its coefficients, from
/// the parting plane outwards
void openOutermost(const std::vector<std::size_t>& side, std::vector<double>& coefficients)
{
  std::size_t end = side.size(); // of what is filled: where the outermost hole begins
  for (std::size_t k = side.size(); k-- > 1;)
  {
    if (coefficients[side[k]] < 0.0 && coefficients[side[k - 1]] >= 0.0)
    {
      end = k;
      break;
    }
  }
  // Without such a hole, or with one at the plane alone, the side is filled to its end.
  double level = std::abs(coefficients[side[end - 1]]);
  for (std::size_t k = end; k-- > 0;)
  {
    level = std::max(level, std::abs(coefficients[side[k]]));
    coefficients[side[k]] = level;
  }
  for (std::size_t k = end; k < side.size(); ++k)
  {
    coefficients[side[k]] = std::min(coefficients[side[k]], coefficients[side[k - 1]]);
  }
}
}

ChainSettings chainOf(const LevelSetProblem& problem)
{
  return chainOf(problem.stages);
}

LinkedDesign linkedDesignOf(const LevelSetProblem& problem)
{
  LinkedDesign linked{ linksOf(problem.patch, problem.stages), problem.design.designRegion };
  linkRegions(linked.links, linked.region);
  return linked;
}

void openHoles(const CoefficientLinks& links, std::vector<double>& coefficients)
{
  if (!links.rows)
  {
    return;
  }
  const DrawnRows& rows = *links.rows;
  std::vector<std::size_t> side;
  const auto add = [&](std::int64_t row, std::int64_t place)
  { side.push_back(static_cast<std::size_t>(rows.at(row, place))); };
  for (std::int64_t row = 0; row < rows.rows; ++row)
  {
    double atPlane = 0.0;
    for (const bool isUpper : { true, false })
    {
      side.clear();
      for (std::int64_t k = rows.high; isUpper && k < rows.count; ++k)
      {
        add(row, k);
      }
      for (std::int64_t k = rows.low; !isUpper && k >= 0; --k)
      {
        add(row, k);
      }
      openOutermost(side, coefficients);
      atPlane = std::max(atPlane, coefficients[side.front()]);
    }
    for (std::int64_t k = rows.low; k <= rows.high; ++k)
    {
      coefficients[static_cast<std::size_t>(rows.at(row, k))] = atPlane;
    }
  }
}

void checkLevelSetStages(const LevelSetProblem& problem)
{
  const StageSettings& stages = problem.stages;
  if (stages.overhang.direction != AxisDirection::Off)
  {
    fail(
      "Build Direction is not available for level sets: layers that support each other are those "
      "of cells. Switch it off, or optimize densities with Topology Optimize.");
  }
  if (stages.projection.mode != ProjectionMode::Off || stages.penalization.isOn ||
    stages.robust.isOn)
  {
    fail("Projection, penalization and Robust Design are of densities; a level set has a distinct "
         "boundary without them. Switch them off, or optimize densities with Topology Optimize.");
  }
  if (stages.draw.direction != AxisDirection::Off &&
    problem.design.settings.optimizer != Optimizer::MovingAsymptotes)
  {
    fail(
      "Draw Direction of a level set needs derivatives through its map, which optimality criteria "
      "do not use, so that designs may be cut. Choose the Optimizer MMA, or switch it off.");
  }
  const ChainSettings chain = chainOf(stages);
  checkStageSettings(chain);
  checkSymmetryOfDirections(chain);
}
}
