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
#include "Optimization/Verdict/JudgeOverhang.h"

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
    if (kind.isOfMeshAlone || (isOfPoints && !hasPointRegions) || (isOfCells && !hasRegions) ||
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

std::optional<PrintSettings> readPrintSettings(vtkFieldData* fields)
{
  const auto numbers = [fields](const char* name, vtkIdType count)
  {
    vtkDataArray* array = fields->GetArray(name);
    return array && array->GetNumberOfValues() == count ? valuesOf(array) : std::vector<double>();
  };
  const std::vector<double> direction = numbers("BuildDirection", 3);
  if (direction.empty())
  {
    return std::nullopt;
  }
  PrintSettings print;
  print.overhang.direction = AxisDirection::Vector;
  print.overhang.vector = { direction[0], direction[1], direction[2] };
  const std::vector<double> angle = numbers("BuildAngle", 1);
  const std::vector<double> side = numbers("AttachedSide", 1);
  const std::vector<double> edge = numbers("LayerGridEdge", 1);
  constexpr double right = 90.0;
  if (!angle.empty() && angle[0] > 0.0 && angle[0] < right)
  {
    print.overhang.angle = angle[0];
  }
  if (!side.empty() && side[0] > 0.0 && side[0] < static_cast<double>(AxisDirection::Vector))
  {
    print.overhang.attachedSide = static_cast<AxisDirection>(static_cast<int>(side[0]));
  }
  print.grid.edge = edge.empty() || !(edge[0] > 0.0) ? 0.0 : edge[0];
  return print;
}

std::optional<BodyShape> measureBody(const TriangleMesh& surface,
  const std::optional<PrintSettings>& print, const Mesh& mesh, Observer& observer)
{
  BodyShape shape;
  const std::optional<double> thickness = wallThickness(surface, MeasuredShare, observer);
  if (!thickness)
  {
    return std::nullopt;
  }
  shape.wallThickness = *thickness;
  if (!print)
  {
    return shape;
  }
  shape.angle = print->overhang.angle;
  try
  {
    shape.overhangingShare =
      trabecula::overhangingShare(surface, print->overhang.vector, shape.angle);
    shape.unsupported = countUnsupported(surface, mesh, print->overhang, print->grid, observer);
    return shape.unsupported ? std::make_optional(shape) : std::nullopt;
  }
  catch (const SetupStopped&)
  {
    return std::nullopt;
  }
  catch (const Error&)
  {
    return shape;
  }
}

std::string textOf(const BodyShape& shape)
{
  std::string text = " Walls are thinner than " + shortText(shape.wallThickness) + " at " +
    shortText(100.0 * MeasuredShare) + " % of the surface.";
  if (shape.overhangingShare)
  {
    text += " Of the surface " + shortText(0.1 * std::round(1000.0 * *shape.overhangingShare)) +
      " % overhangs by more than " + shortText(shape.angle) + " degrees.";
  }
  if (shape.unsupported)
  {
    text += *shape.unsupported == 0
      ? " All places of the grid for layers are supported when the body is printed."
      : " Not printable without supports: " + countText(*shape.unsupported, "place") +
        " of the grid for layers " + (*shape.unsupported == 1 ? "is" : "are") +
        " solid above places that do not support " + (*shape.unsupported == 1 ? "it." : "them.");
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
