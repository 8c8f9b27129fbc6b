#include "BodyConstraints.h"

#include "InputArrays.h"
#include "TopologyInputConverter.h"
#include "TopologyOutputWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Measures/SurfaceMeasures.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Responses/ResponseRows.h"
#include "Optimization/Verdict/JudgeBody.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>

namespace trabecula::filters
{
namespace
{
constexpr const char* Regions = "VolumeRegion";
constexpr const char* Weights = "OutputWeights";
constexpr const char* PointRegions = "PointRegion";
constexpr double OverhangAngle = 45.0;

/// Repeats each value for the parts of its element.
std::vector<std::int32_t> spread(const std::vector<std::int32_t>& values, std::size_t parts)
{
  std::vector<std::int32_t> all;
  all.reserve(parts * values.size());
  for (const std::int32_t value : values)
  {
    all.insert(all.end(), parts, value);
  }
  return all;
}
}

BodyConstraints readBodyConstraints(vtkUnstructuredGrid* grid, std::size_t parts)
{
  BodyConstraints result;
  const bool hasRegions = grid->GetCellData()->HasArray(Regions);
  const bool hasPointRegions = parts == 1 && grid->GetPointData()->HasArray(PointRegions);
  const bool hasWeights = parts == 1 && grid->GetPointData()->HasArray(Weights);
  std::vector<ResponseConstraint> judged;
  for (const ConstraintRow& row : readConstraints(grid->GetFieldData()))
  {
    result.isEmpty = false;
    const ResponseConstraint constraint = readConstraint(row);
    const ResponseDescription& kind = describe(constraint.response);
    const bool isOfRegion = constraint.response.region.has_value();
    const bool isOfPoints = isOfRegion && kind.takesPointRegion;
    const bool isOfCells = isOfRegion && !kind.takesPointRegion;
    const bool isOfOutput = kind.needsOutput && !isOfRegion;
    if ((isOfPoints && !hasPointRegions) || (isOfCells && !hasRegions) ||
      (isOfOutput && !hasWeights))
    {
      result.out.push_back(labelOf(constraint.response));
      continue;
    }
    judged.push_back(constraint);
  }
  setConstraints(result.design.settings, judged);
  TopologyArrays arrays;
  arrays.volumeRegion = hasRegion(result.design.settings) ? Regions : "";
  arrays.outputWeights = hasOutput(result.design) ? Weights : "";
  std::vector<double> none;
  readDesign(grid, arrays, result.design, none);
  if (hasPointRegion(result.design.settings))
  {
    result.design.pointRegion = readPointRegion(grid, PointRegions);
  }
  result.design.volumeRegion = spread(result.design.volumeRegion, parts);
  return result;
}

std::optional<std::array<double, 3>> readBuildDirection(vtkFieldData* fields)
{
  vtkDataArray* array = fields->GetArray("BuildDirection");
  if (!array || array->GetNumberOfValues() != 3)
  {
    return std::nullopt;
  }
  const std::vector<double> values = valuesOf(array);
  return std::array<double, 3>{ values[0], values[1], values[2] };
}

std::optional<BodyShape> measureBody(const TriangleMesh& surface,
  const std::optional<std::array<double, 3>>& buildDirection, Observer& observer)
{
  BodyShape shape;
  const std::optional<double> thickness = wallThickness(surface, MeasuredShare, observer);
  if (!thickness)
  {
    return std::nullopt;
  }
  shape.wallThickness = *thickness;
  if (buildDirection)
  {
    shape.overhangingShare = trabecula::overhangingShare(surface, *buildDirection, OverhangAngle);
  }
  return shape;
}

std::string textOf(const BodyShape& shape)
{
  std::string text = " Walls are thinner than " + shortText(shape.wallThickness) + " at " +
    shortText(100.0 * MeasuredShare) + " % of the surface.";
  if (shape.overhangingShare)
  {
    text += " Of the surface " + shortText(0.1 * std::round(1000.0 * *shape.overhangingShare)) +
      " % overhangs by more than " + shortText(OverhangAngle) + " degrees.";
  }
  return text;
}

bool judgeConstraints(BodyConstraints& constraints, const StructuralProblem& body,
  const std::vector<double>& solid, const std::vector<double>& fractions, double voidShare,
  const Device& device, std::size_t memoryLimit, Observer& observer)
{
  if (constraints.isEmpty)
  {
    return true;
  }
  try
  {
    const auto verdicts = judgeBody(
      body, constraints.design, solid, fractions, voidShare, device, memoryLimit, observer);
    constraints.verdicts = verdicts.value_or(std::vector<BoundVerdict>());
    return verdicts.has_value();
  }
  catch (const Error& error)
  {
    // The analysis of the body is a result without the verdict.
    constraints.fault = error.what();
    return true;
  }
}

std::string textOf(const BodyConstraints& constraints)
{
  const std::vector<BoundVerdict>& verdicts = constraints.verdicts;
  std::string text;
  std::string failed;
  std::string met;
  for (const BoundVerdict& verdict : verdicts)
  {
    (verdict.isMet() ? met : failed) += " " + sentenceOf(verdict);
  }
  if (!verdicts.empty())
  {
    const auto count = std::count_if(verdicts.begin(), verdicts.end(),
      [](const BoundVerdict& verdict) { return verdict.isMet(); });
    text = " The body meets " + std::to_string(count) + " of " + std::to_string(verdicts.size()) +
      (verdicts.size() == 1 ? " constraint." : " constraints.") + failed + met;
  }
  if (!constraints.fault.empty())
  {
    text += " The constraints cannot be judged on the body: " + constraints.fault;
  }
  for (std::size_t i = 0; i < constraints.out.size(); ++i)
  {
    text += (i == 0 ? " Not judged on the body: " : ", ") + constraints.out[i] +
      (i + 1 == constraints.out.size() ? "." : "");
  }
  return text;
}
}
