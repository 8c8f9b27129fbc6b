#include "ControlNetConverter.h"

#include "Analysis/Loads/PatchSurfaceLoads.h"
#include "Core/Error.h"
#include "Core/Text.h"
#include "DesignRegionArray.h"
#include "GrevilleNeighbours.h"
#include "InputArrays.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsValidation.h"
#include "Optimization/LevelSet/SolidElements.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace trabecula::filters
{
namespace
{
constexpr const char* WeightArray = "Weight";
constexpr const char* DegreesArray = "Degrees";
constexpr std::array<const char*, 3> KnotsArrays = { "KnotsXi", "KnotsEta", "KnotsZeta" };
constexpr std::array<const char*, 3> DirectionNames = { "xi", "eta", "zeta" };

vtkDataArray* fieldArray(vtkFieldData* fields, const char* name)
{
  vtkAbstractArray* any = fields->GetAbstractArray(name);
  vtkDataArray* array = vtkDataArray::SafeDownCast(any);
  if (any && !array)
  {
    throw Error("Field array " + inQuotes(name) +
      " does not hold numbers. Take it out, or give it "
      "numbers.");
  }
  return array;
}

int degreeOf(vtkDataArray* degrees, std::size_t direction, int instead)
{
  if (!degrees)
  {
    return instead;
  }
  if (static_cast<std::size_t>(degrees->GetNumberOfValues()) <= direction)
  {
    throw Error("Field array \"Degrees\" has " + countText(degrees->GetNumberOfValues(), "value") +
      "; it must have one for each direction.");
  }
  const double value = valuesOf(degrees)[direction];
  if (value != std::floor(value) || value < 1.0 || value > bspline::LargestDegree)
  {
    throw Error("Field array \"Degrees\" has " + shortText(value) + " for the direction " +
      DirectionNames[direction] + "; a degree is a whole number from 1 to " +
      std::to_string(bspline::LargestDegree) + ".");
  }
  return static_cast<int>(value);
}

std::vector<double> knotsOf(vtkFieldData* fields, std::size_t direction, int degree, int count)
{
  const char* name = KnotsArrays[direction];
  if (vtkDataArray* array = fieldArray(fields, name))
  {
    if (array->GetNumberOfValues() != count + degree + 1)
    {
      throw Error("Field array " + inQuotes(name) + " has " +
        countText(array->GetNumberOfValues(), "knot") + ", but " + std::to_string(count) +
        " control points in the direction " + DirectionNames[direction] + " of degree " +
        std::to_string(degree) + " have " + std::to_string(count + degree + 1) + ".");
    }
    return valuesOf(array);
  }
  if (count <= degree)
  {
    throw Error("The control net has " + countText(count, "point") + " in the direction " +
      DirectionNames[direction] + "; the degree " + std::to_string(degree) + " needs " +
      std::to_string(degree + 1) +
      " at least. Add points, or lower the degree (field array "
      "\"Degrees\").");
  }
  return uniformKnots(degree, count - degree);
}

std::vector<double> pointsOf(vtkDataSet* data)
{
  std::vector<double> points(3 * static_cast<std::size_t>(data->GetNumberOfPoints()));
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    data->GetPoint(i, &points[3 * static_cast<std::size_t>(i)]);
  }
  return points;
}

template <class ArrayType, class Values>
vtkSmartPointer<ArrayType> makeArray(const char* name, const Values& values, int components = 1)
{
  auto array = vtkSmartPointer<ArrayType>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}

NurbsPatch patchOf(vtkImageData* image, int degree)
{
  int points[3];
  image->GetDimensions(points);
  if (points[0] < 2 || points[1] < 2)
  {
    throw Error("The image has " + std::to_string(points[0]) + " x " + std::to_string(points[1]) +
      " x " + std::to_string(points[2]) +
      " points, and so no cells in the x-y plane. An image in "
      "two dimensions must be in this plane.");
  }
  if (!image->GetDirectionMatrix()->IsIdentity())
  {
    throw Error("The image is rotated (its direction matrix is not the identity), and a patch of "
                "its cells is a box along the axes. Take the rotation out.");
  }
  if (degree < 1 || degree > bspline::LargestDegree)
  {
    throw Error("Degree is " + std::to_string(degree) + ", but must be 1 to " +
      std::to_string(bspline::LargestDegree) + ".");
  }
  const int dimension = points[2] > 1 ? 3 : 2;
  std::array<double, 3> sizes{};
  std::array<int, 3> cells{};
  std::array<double, 3> origin{};
  double bounds[6];
  image->GetBounds(bounds);
  for (std::size_t d = 0; d < 3; ++d)
  {
    cells[d] = points[d] - 1;
    origin[d] = bounds[2 * d];
    sizes[d] = bounds[2 * d + 1] - bounds[2 * d];
  }
  return moved(makeBoxPatch(dimension, sizes, { degree, degree, degree }, cells), origin);
}

/// Returns the supports of control points; note describes supports that are lost.
std::vector<std::uint8_t> supportsOf(const GrevilleNeighbours& neighbours, std::size_t controls,
  const std::vector<std::uint8_t>& supports, std::string& note)
{
  std::vector<std::uint8_t> held(3 * controls, 1);
  std::vector<char> isUsed(supports.size(), 0);
  neighbours.forPoints(
    [&](std::size_t control, std::size_t point)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        held[3 * control + c] &= supports[3 * point + c];
      }
    });
  neighbours.forPoints(
    [&](std::size_t control, std::size_t point)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        isUsed[3 * point + c] |= static_cast<char>(held[3 * control + c]);
      }
    });
  std::int64_t lost = 0;
  for (std::size_t i = 0; i < supports.size(); ++i)
  {
    lost += supports[i] != 0 && !isUsed[i] ? 1 : 0;
  }
  if (lost > 0)
  {
    note = countText(lost, "held displacement component") +
      " of points of the image hold no control point: a control point is held if all points around "
      "its Greville point are. Hold whole sides, or points next to each other.";
  }
  return held;
}

/// Returns the regions that displacement components of control points belong to: those of all
/// points around.
std::vector<std::int32_t> pointRegionsOf(const GrevilleNeighbours& neighbours, std::size_t controls,
  const std::vector<std::int32_t>& ofPoints)
{
  std::vector<std::int32_t> regions(3 * controls, 0);
  std::vector<char> isKnown(3 * controls, 0); // any number may be that of a region
  neighbours.forPoints(
    [&](std::size_t control, std::size_t point)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        std::int32_t& region = regions[3 * control + c];
        const std::int32_t present = ofPoints[3 * point + c];
        region = !isKnown[3 * control + c] || region == present ? present : 0;
        isKnown[3 * control + c] = 1;
      }
    });
  return regions;
}

std::vector<std::uint8_t> regionsOf(const GrevilleNeighbours& neighbours, std::size_t controls,
  const std::vector<DesignRegion>& points)
{
  std::vector<std::uint8_t> regions(controls, static_cast<std::uint8_t>(DesignRegion::Void));
  neighbours.forPoints(
    [&](std::size_t control, std::size_t point)
    {
      const auto solid = static_cast<std::uint8_t>(DesignRegion::Solid);
      if (points[point] == DesignRegion::Solid)
      {
        regions[control] = solid;
      }
      else if (points[point] == DesignRegion::Design && regions[control] != solid)
      {
        regions[control] = static_cast<std::uint8_t>(DesignRegion::Design);
      }
    });
  return regions;
}

/// Reads a net into a problem, without the regions of elements.
void readNet(
  vtkStructuredGrid* net, int degree, const LevelSetArrays& arrays, LevelSetProblem& problem)
{
  problem.patch = readControlNet(net, degree);
  readStructure(net, arrays, problem.conditions);
  vtkPointData* points = net->GetPointData();
  problem.design.outputWeights.clear();
  if (!arrays.outputWeights.empty())
  {
    problem.design.outputWeights =
      valuesOf(requireArray(points, arrays.outputWeights, "output weights", 3));
  }
  problem.design.designRegion =
    readDesignRegion(points, arrays.designRegion, arrays.designRegionIsOptional);
  problem.design.initialDensity.clear();
  if (!arrays.levelSet.empty())
  {
    problem.design.initialDensity =
      valuesOf(requireArray(points, arrays.levelSet, "initial level set", 1));
  }
  problem.design.pointRegion.clear();
  if (!arrays.pointRegion.empty())
  {
    problem.design.pointRegion = readPointRegion(net, arrays.pointRegion);
  }
}
}

NurbsPatch readControlNet(vtkStructuredGrid* net, int degree)
{
  int counts[3];
  net->GetDimensions(counts);
  requireNoGhosts(net);
  NurbsPatch patch;
  patch.dimension = counts[2] > 1 ? 3 : 2;
  vtkFieldData* fields = net->GetFieldData();
  vtkDataArray* degrees = fieldArray(fields, DegreesArray);
  for (std::size_t d = 0; d < 3; ++d)
  {
    const bool isUsed = d < static_cast<std::size_t>(patch.dimension);
    patch.degrees[d] = isUsed ? degreeOf(degrees, d, degree) : 0;
    patch.knots[d] =
      isUsed ? knotsOf(fields, d, patch.degrees[d], counts[d]) : std::vector<double>{ 0.0, 1.0 };
  }
  patch.points = pointsOf(net);
  vtkPointData* points = net->GetPointData();
  patch.weights = points->HasArray(WeightArray)
    ? valuesOf(requireArray(points, WeightArray, "weights of control points", 1))
    : std::vector<double>(patch.points.size() / 3, 1.0);
  return patch;
}

vtkSmartPointer<vtkStructuredGrid> makeControlNet(const NurbsPatch& patch)
{
  auto net = vtkSmartPointer<vtkStructuredGrid>::New();
  net->SetDimensions(patch.counts().data());
  vtkNew<vtkPoints> points;
  points->SetData(makeArray<vtkDoubleArray>("Points", patch.points, 3));
  net->SetPoints(points);
  net->GetPointData()->AddArray(makeArray<vtkDoubleArray>(WeightArray, patch.weights));
  vtkFieldData* fields = net->GetFieldData();
  const auto dimension = static_cast<std::size_t>(patch.dimension);
  fields->AddArray(makeArray<vtkIntArray>(DegreesArray,
    std::vector<int>(patch.degrees.begin(), patch.degrees.begin() + patch.dimension)));
  for (std::size_t d = 0; d < dimension; ++d)
  {
    fields->AddArray(makeArray<vtkDoubleArray>(KnotsArrays[d], patch.knots[d]));
  }
  return net;
}

ImageNet controlNetOf(vtkImageData* image, int degree, const LevelSetArrays& arrays)
{
  requireNoGhosts(image);
  const NurbsPatch patch = patchOf(image, degree);
  ImageNet result;
  result.net = makeControlNet(patch);
  vtkPointData* from = image->GetPointData();
  vtkPointData* to = result.net->GetPointData();
  const GrevilleNeighbours neighbours(patch);
  const std::size_t controls = patch.numberOfControlPoints();
  if (!arrays.supports.empty() && from->HasArray(arrays.supports.c_str()))
  {
    to->AddArray(makeArray<vtkUnsignedCharArray>(arrays.supports.c_str(),
      supportsOf(neighbours, controls, readSupports(from, arrays.supports), result.note), 3));
  }

  std::vector<std::array<double, 3>> parameters;
  const std::array<int, 3> cells = patch.elements();
  for (int k = 0; k <= (patch.dimension == 3 ? cells[2] : 0); ++k)
  {
    for (int j = 0; j <= cells[1]; ++j)
    {
      for (int i = 0; i <= cells[0]; ++i)
      {
        parameters.push_back({ double(i) / cells[0], double(j) / cells[1], double(k) / cells[2] });
      }
    }
  }
  std::vector<std::string> names = arrays.forces.empty() ? forceArraysOf(from) : arrays.forces;
  names.push_back(arrays.springs);
  names.push_back(arrays.outputWeights);
  for (const std::string& name : names)
  {
    if (!name.empty() && from->HasArray(name.c_str()))
    {
      to->AddArray(makeArray<vtkDoubleArray>(name.c_str(),
        forcesAtParameters(
          patch, parameters, valuesOf(requireArray(from, name, "values of points", 3))),
        3));
    }
  }

  const std::string& region = arrays.designRegion;
  const bool hasPoints = !region.empty() && from->HasArray(region.c_str());
  const std::vector<DesignRegion> regions = hasPoints
    ? readDesignRegion(from, region, true)
    : regionsOfPoints(image, readDesignRegion(image->GetCellData(), region, true));
  if (!regions.empty())
  {
    to->AddArray(
      makeArray<vtkUnsignedCharArray>(region.c_str(), regionsOf(neighbours, controls, regions)));
  }
  if (!arrays.pointRegion.empty())
  {
    to->AddArray(makeArray<vtkIntArray>(arrays.pointRegion.c_str(),
      pointRegionsOf(neighbours, controls, readPointRegion(image, arrays.pointRegion)), 3));
  }
  if (!arrays.volumeRegion.empty())
  {
    result.volumeRegion = readVolumeRegion(image, arrays.volumeRegion, false);
  }
  return result;
}

void readLevelSetInput(
  vtkStructuredGrid* net, int degree, const LevelSetArrays& arrays, LevelSetProblem& problem)
{
  readNet(net, degree, arrays, problem);
  problem.design.volumeRegion.clear();
  if (!arrays.volumeRegion.empty())
  {
    validate(problem.patch); // before it is evaluated
    problem.design.volumeRegion =
      volumeRegionsOf(problem.patch, readVolumeRegion(net, arrays.volumeRegion, true));
  }
}

void readLevelSetInput(
  const ImageNet& image, int degree, const LevelSetArrays& arrays, LevelSetProblem& problem)
{
  readNet(image.net, degree, arrays, problem);
  problem.design.volumeRegion = image.volumeRegion;
}
}
