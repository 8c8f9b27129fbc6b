#include "FuzzDesigns.h"

#include "FuzzDesignCheck.h"

#include "ResultMarks.h"
#include "TopologyTestInput.h"
#include "vtkDensityOptimizationAlgorithm.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkTopologyOptimize.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkSmartPointer.h"
#include "vtkTable.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace trabecula::testing
{
namespace
{
enum class Method
{
  Hexahedra,
  QuadraticHexahedra,
  Tetrahedra,
  QuadraticTetrahedra,
  Image,
  Meshfree,
  Plane,
  Solid ///< patches
};

constexpr std::array<const char*, 8> MethodNames = { "hexahedra", "quadratic hexahedra",
  "tetrahedra", "quadratic tetrahedra", "image", "meshfree", "plane patch", "solid patch" };

/// A part of voxels, of which meshes of all methods are made.
struct Part
{
  Method method = Method::Hexahedra;
  std::array<int, 3> cells{};
  std::vector<char> isThere; ///< one per cell
  vtkSmartPointer<vtkImageData> image;
  std::vector<std::string> loads;
  std::string description;

  bool isMechanism = false;

  bool isPatch() const { return this->method == Method::Plane || this->method == Method::Solid; }
  bool isPlane() const { return this->method == Method::Plane; }
  std::size_t cell(int i, int j, int k) const
  {
    return static_cast<std::size_t>(i + this->cells[0] * (j + this->cells[1] * k));
  }
};

/// Takes a block of cells away: at a corner for an L, in the middle for a hole through the part.
void takeAway(Part& part, bool isHole)
{
  for (int k = 0; k < part.cells[2]; ++k)
  {
    for (int j = 0; j < part.cells[1]; ++j)
    {
      for (int i = 0; i < part.cells[0]; ++i)
      {
        const double x = (i + 0.5) / part.cells[0];
        const double y = (j + 0.5) / part.cells[1];
        const bool isAway =
          isHole ? std::abs(x - 0.5) < 0.2 && std::abs(y - 0.5) < 0.25 : x > 0.45 && y > 0.45;
        part.isThere[part.cell(i, j, k)] = isAway ? 0 : 1;
      }
    }
  }
}

bool isUsed(const Part& part, const std::array<int, 3>& at)
{
  for (int c = 0; c < 8; ++c)
  {
    const int i = at[0] - (c & 1);
    const int j = at[1] - (c >> 1 & 1);
    const int k = at[2] - (c >> 2 & 1);
    if (i >= 0 && j >= 0 && k >= 0 && i < part.cells[0] && j < part.cells[1] && k < part.cells[2] &&
      part.isThere[part.cell(i, j, k)])
    {
      return true;
    }
  }
  return false;
}

using Window = std::array<std::array<double, 2>, 3>;

constexpr Window WholeSide = { { { 0.0, 1.0 }, { 0.0, 1.0 }, { 0.0, 1.0 } } };

Window makeWindow(FuzzRandom& random)
{
  Window window = WholeSide;
  for (std::array<double, 2>& range : window)
  {
    const double width = random.chance(0.5) ? 1.0 : 0.5 + 0.3 * random.uniform();
    range[0] = random.uniform() * (1.0 - width);
    range[1] = range[0] + width;
  }
  return window;
}

/// Points in a window of a side of the part.
std::vector<vtkIdType> pointsOfSide(const Part& part, const Window& window, int axis, int end)
{
  std::vector<vtkIdType> points;
  const std::array<int, 3> n = { part.cells[0] + 1, part.cells[1] + 1,
    part.isPlane() ? 1 : part.cells[2] + 1 };
  for (int k = 0; k < n[2]; ++k)
  {
    for (int j = 0; j < n[1]; ++j)
    {
      for (int i = 0; i < n[0]; ++i)
      {
        const std::array<int, 3> at = { i, j, k };
        bool isIn = at[static_cast<std::size_t>(axis)] ==
            (end ? part.cells[static_cast<std::size_t>(axis)] : 0) &&
          isUsed(part, at);
        for (std::size_t d = 0; d < (part.isPlane() ? 2U : 3U); ++d)
        {
          const double share = double(at[d]) / part.cells[d];
          isIn = isIn &&
            (static_cast<int>(d) == axis || (share >= window[d][0] && share <= window[d][1]));
        }
        if (isIn)
        {
          points.push_back(i + n[0] * (j + static_cast<vtkIdType>(n[1]) * k));
        }
      }
    }
  }
  return points;
}

void setVectors(vtkImageData* image, const std::string& name, const std::vector<vtkIdType>& points,
  const std::array<double, 3>& value)
{
  auto* array = vtkDoubleArray::SafeDownCast(image->GetPointData()->GetArray(name.c_str()));
  if (!array)
  {
    vtkNew<vtkDoubleArray> made;
    made->SetName(name.c_str());
    made->SetNumberOfComponents(3);
    made->SetNumberOfTuples(image->GetNumberOfPoints());
    made->FillValue(0.0);
    image->GetPointData()->AddArray(made);
    array = made;
  }
  for (const vtkIdType point : points)
  {
    array->SetTuple(point, value.data());
  }
}

/// A direction, in the plane of a plane part.
std::array<double, 3> direction(const Part& part, FuzzRandom& random, double length)
{
  std::array<double, 3> v = { random.uniform() - 0.5, random.uniform() - 0.5,
    part.isPlane() ? 0.0 : random.uniform() - 0.5 };
  const double size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (double& component : v)
  {
    component *= length / std::max(size, 1e-6);
  }
  return v;
}

/// Points in a random window of a side, or of the whole side where these are fewer than wanted.
std::vector<vtkIdType> somePointsOfSide(
  const Part& part, FuzzRandom& random, int axis, int end, std::size_t least)
{
  const std::vector<vtkIdType> points = pointsOfSide(part, makeWindow(random), axis, end);
  return points.size() >= least ? points : pointsOfSide(part, WholeSide, axis, end);
}

Part makePart(FuzzRandom& random)
{
  Part part;
  part.method = static_cast<Method>(random.index(MethodNames.size()));
  part.description = MethodNames[static_cast<std::size_t>(part.method)];
  const bool isFine = part.isPlane();
  const bool isCoarse = part.method == Method::QuadraticHexahedra ||
    part.method == Method::QuadraticTetrahedra || part.method == Method::Solid;
  part.cells = { random.between(isCoarse ? 4 : 8,
                   isFine       ? 20
                     : isCoarse ? 7
                                : 14),
    random.between(isCoarse ? 3 : 4,
      isFine       ? 12
        : isCoarse ? 4
                   : 8),
    random.between(2, isCoarse ? 2 : 4) };
  part.cells[2] = part.isPlane() ? 1 : part.cells[2];
  part.isThere.assign(static_cast<std::size_t>(part.cells[0] * part.cells[1] * part.cells[2]), 1);
  part.isMechanism = !part.isPatch() && random.chance(0.15);
  const std::size_t shape = part.isPatch() ? 0 : random.index(3);
  if (shape > 0)
  {
    takeAway(part, shape == 2);
    part.description += shape == 2 ? " with a hole" : " of an L";
  }
  part.image = vtkSmartPointer<vtkImageData>::New();
  part.image->SetDimensions(
    part.cells[0] + 1, part.cells[1] + 1, part.isPlane() ? 1 : part.cells[2] + 1);
  const double spacing = std::pow(10.0, 2.0 * random.uniform() - 1.0);
  part.image->SetSpacing(spacing, spacing, spacing);
  return part;
}

/// Supports on a side, loads on others.
void addConditions(Part& part, FuzzRandom& random)
{
  const int dimensions = part.isPlane() ? 2 : 3;
  // The long sides of an L are whole at the low ends.
  const int axis = random.between(0, 1);
  const std::vector<vtkIdType> held =
    somePointsOfSide(part, random, axis, 0, part.isPlane() ? 3 : 9);
  setVectors(part.image, "Supports", held, { 1.0, 1.0, part.isPlane() ? 0.0 : 1.0 });
  const int count = part.isMechanism || random.chance(0.7) ? 1 : 2;
  for (int i = 0; i < count; ++i)
  {
    const bool isOpposite = random.chance(0.7);
    const int side = isOpposite ? axis : (axis + 1) % dimensions;
    std::vector<vtkIdType> loaded = somePointsOfSide(part, random, side, 1, 1);
    if (loaded.size() > 3 && random.chance(0.3))
    {
      loaded.resize(1); // a force on a point
    }
    const std::string name = "Force" + std::to_string(i);
    setVectors(part.image, name, loaded, direction(part, random, 1.0));
    part.loads.push_back(name);
    if (part.isMechanism)
    {
      const std::vector<vtkIdType> output =
        somePointsOfSide(part, random, (side + 1) % dimensions, 1, 1);
      const double stiffness = 0.01 * part.image->GetSpacing()[0];
      setVectors(part.image, "OutputWeights", output, direction(part, random, 1.0));
      setVectors(part.image, "Springs", loaded, { stiffness, stiffness, stiffness });
      setVectors(part.image, "Springs", output, { stiffness, stiffness, stiffness });
      part.loads.push_back("OutputWeights");
    }
  }
}

vtkSmartPointer<vtkUnstructuredGrid> gridOf(const Part& part)
{
  const bool isTetrahedral =
    part.method == Method::Tetrahedra || part.method == Method::QuadraticTetrahedra;
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  std::vector<vtkIdType> numbers(static_cast<std::size_t>(part.image->GetNumberOfPoints()), -1);
  std::vector<vtkIdType> used;
  const auto numberOf = [&](int i, int j, int k)
  {
    const auto old =
      static_cast<vtkIdType>(i + (part.cells[0] + 1) * (j + (part.cells[1] + 1) * k));
    vtkIdType& number = numbers[static_cast<std::size_t>(old)];
    if (number < 0)
    {
      number = points->InsertNextPoint(part.image->GetPoint(old));
      used.push_back(old);
    }
    return number;
  };
  for (int k = 0; k < part.cells[2]; ++k)
  {
    for (int j = 0; j < part.cells[1]; ++j)
    {
      for (int i = 0; i < part.cells[0]; ++i)
      {
        if (!part.isThere[part.cell(i, j, k)])
        {
          continue;
        }
        std::array<vtkIdType, 8> c = { numberOf(i, j, k), numberOf(i + 1, j, k),
          numberOf(i + 1, j + 1, k), numberOf(i, j + 1, k), numberOf(i, j, k + 1),
          numberOf(i + 1, j, k + 1), numberOf(i + 1, j + 1, k + 1), numberOf(i, j + 1, k + 1) };
        if (!isTetrahedral)
        {
          grid->InsertNextCell(VTK_HEXAHEDRON, 8, c.data());
          continue;
        }
        constexpr std::array<std::array<std::size_t, 2>, 6> between = { { { 1, 2 }, { 2, 3 },
          { 3, 7 }, { 7, 4 }, { 4, 5 }, { 5, 1 } } };
        for (const std::array<std::size_t, 2>& pair : between)
        {
          const std::array<vtkIdType, 4> tetrahedron = { c[0], c[pair[0]], c[pair[1]], c[6] };
          grid->InsertNextCell(VTK_TETRA, 4, tetrahedron.data());
        }
      }
    }
  }
  grid->SetPoints(points);
  vtkPointData* from = part.image->GetPointData();
  for (int a = 0; a < from->GetNumberOfArrays(); ++a)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(from->GetArrayName(a));
    array->SetNumberOfComponents(3);
    for (const vtkIdType old : used)
    {
      array->InsertNextTuple(from->GetArray(a)->GetTuple(old));
    }
    grid->GetPointData()->AddArray(array);
  }
  return grid;
}

/// Hides the cells that are not there.
void hideCells(const Part& part)
{
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  for (const char isThere : part.isThere)
  {
    ghosts->InsertNextValue(isThere ? 0 : vtkDataSetAttributes::HIDDENCELL);
  }
  part.image->GetCellData()->AddArray(ghosts);
}

vtkSmartPointer<vtkStructuralOptimizationAlgorithm> makeFilter(const Part& part, FuzzRandom& random)
{
  vtkSmartPointer<vtkStructuralOptimizationAlgorithm> filter;
  if (part.isPatch())
  {
    auto levelSet = vtkSmartPointer<vtkIsogeometricLevelSet>::New();
    levelSet->SetInputData(part.image);
    levelSet->SetDegree(random.between(1, part.isPlane() ? 3 : 2));
    if (random.chance(0.4))
    {
      levelSet->SetHoleRows(random.between(1, 3));
      levelSet->SetHolesPerRow(random.between(1, 4));
      levelSet->SetHoleLayers(random.between(1, 2));
    }
    if (!part.isPlane() && random.chance(0.7))
    {
      // Large enough for a void in elements as coarse as these.
      levelSet->SetHoleRadius((1.0 + 0.5 * random.uniform()) * part.image->GetSpacing()[0]);
    }
    filter = levelSet;
  }
  else if (part.method == Method::Meshfree)
  {
    filter = vtkSmartPointer<vtkMeshfreeTopologyOptimize>::New();
    filter->SetInputData(gridOf(part));
  }
  else
  {
    auto elements = vtkSmartPointer<vtkTopologyOptimize>::New();
    if (part.method == Method::Image)
    {
      hideCells(part);
      elements->SetInputData(part.image);
    }
    else
    {
      elements->SetInputData(gridOf(part));
    }
    elements->SetMakeQuadratic(
      part.method == Method::QuadraticHexahedra || part.method == Method::QuadraticTetrahedra);
    filter = elements;
  }
  return filter;
}

/// What is minimized and bounded.
struct Task
{
  std::string objective = "Compliance";
  std::vector<DesignBound> bounds;
};

/// The first value of a column; the filter is left with no iterations.
double startValue(vtkStructuralOptimizationAlgorithm* filter, const char* column)
{
  filter->SetMaximumIterations(0);
  filter->Update(vtkOptimizationAlgorithm::CONVERGENCE);
  const std::vector<double> values = trabecula::testing::column(filter, column);
  return values.empty() ? 0.0 : values.front();
}

void setOptions(const Part& part, vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random)
{
  filter->SetVolumeFraction(0.15 + 0.5 * random.uniform());
  auto* densities = vtkDensityOptimizationAlgorithm::SafeDownCast(filter);
  if (!densities)
  {
    return;
  }
  densities->SetInterpolation(random.between(0, 1));
  densities->SetPenalization(random.chance(0.3) ? 2.0 : 3.0);
  if (random.chance(0.4))
  {
    densities->SetFilterType(random.between(0, 2));
  }
  if (random.chance(0.5))
  {
    densities->SetFilterRadius((1.5 + 1.5 * random.uniform()) * part.image->GetSpacing()[0]);
  }
  if (random.chance(0.3))
  {
    densities->SetSolidLayers(random.between(0, 1));
  }
}

/// A bound from impossible to idle, over what the start has.
Task setTask(Part& part, vtkStructuralOptimizationAlgorithm* filter, FuzzRandom& random,
  std::string& description)
{
  Task task;
  if (part.isMechanism)
  {
    filter->SetObjective(vtkStructuralOptimizationAlgorithm::OUTPUT_DISPLACEMENT);
    filter->SetOptimizer(vtkStructuralOptimizationAlgorithm::MOVING_ASYMPTOTES);
    task.objective = "OutputDisplacement";
    task.bounds.push_back({ "VolumeFraction", filter->GetVolumeFraction() });
    description += ", mechanism";
    return task;
  }
  const std::size_t kind = random.index(10);
  const bool usesMma = kind >= 6 || random.chance(0.4);
  filter->SetOptimizer(usesMma ? vtkStructuralOptimizationAlgorithm::MOVING_ASYMPTOTES
                               : vtkStructuralOptimizationAlgorithm::OPTIMALITY_CRITERIA);
  if (kind < 6)
  {
    task.bounds.push_back({ "VolumeFraction", filter->GetVolumeFraction() });
    return task;
  }
  if (auto* densities = vtkDensityOptimizationAlgorithm::SafeDownCast(filter))
  {
    densities->SetFilterType(vtkDensityOptimizationAlgorithm::DENSITY_FILTER);
  }
  if (auto* levelSet = vtkIsogeometricLevelSet::SafeDownCast(filter))
  {
    levelSet->SetDensityModel(vtkIsogeometricLevelSet::SMOOTH);
  }
  const double first = startValue(filter, "Compliance");
  const double bound = first * std::pow(10.0, random.uniform() - 0.7);
  filter->SetConstraint(vtkStructuralOptimizationAlgorithm::COMPLIANCE_BOUND);
  filter->SetConstraintBound(bound);
  task.bounds.push_back({ "Compliance", bound });
  if (kind < 8)
  {
    filter->SetObjective(vtkStructuralOptimizationAlgorithm::VOLUME);
    task.objective = "VolumeFraction";
    description += ", least volume";
    return task;
  }
  task.bounds.push_back({ "VolumeFraction", filter->GetVolumeFraction() });
  description += ", bounded compliance";
  return task;
}

std::string fieldText(vtkDataSet* data, const char* name)
{
  vtkAbstractArray* array = data->GetFieldData()->GetAbstractArray(name);
  return array && array->GetNumberOfValues() > 0 ? array->GetVariantValue(0).ToString() : "";
}

/// What is wrong of a design whose faults are found and said.
std::string compare(const std::string& found, const std::string& said, const std::string& status)
{
  if (!found.empty() && said.empty())
  {
    return "not said: " + found;
  }
  if (!said.empty() && status.find("Not sound") == std::string::npos)
  {
    return "Status does not say: " + said;
  }
  return "";
}
}

std::string runDesignCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce)
{
  Part part = makePart(random);
  addConditions(part, random);
  announce(part.description);
  const auto filter = makeFilter(part, random);
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  setOptions(part, filter, random);
  const Task task = setTask(part, filter, random, part.description);
  filter->SetMaximumIterations(random.between(15, 30));
  for (int port = 0; port < filter->GetNumberOfOutputPorts(); ++port)
  {
    filter->Update(port);
  }
  if (errors.count() > 0)
  {
    announce(part.description + " [refused" + errors.text() + "]");
    return errors.text().find("unexpected") == std::string::npos ? "" : errors.text();
  }
  auto* design =
    vtkDataSet::SafeDownCast(filter->GetOutputDataObject(vtkOptimizationAlgorithm::FINAL_DESIGN));
  auto* convergence =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkOptimizationAlgorithm::CONVERGENCE));
  if (!design || design->GetNumberOfCells() == 0 || !convergence)
  {
    return "no design";
  }
  DesignFindings findings;
  checkTable(convergence, task.objective, task.bounds, findings);
  if (part.isPatch())
  {
    checkLevelSet(vtkUnstructuredGrid::SafeDownCast(design), part.image, part.loads, findings);
  }
  else
  {
    const double fraction = volumeFractionOf(design);
    constexpr double most = 0.02;
    for (const DesignBound& bound : task.bounds)
    {
      if (bound.column == "VolumeFraction" && fraction > (1.0 + most) * bound.bound)
      {
        findings.add("volume fraction " + std::to_string(fraction));
      }
    }
    checkCells(design, part.loads, findings);
  }
  const std::string said = fieldText(design, trabecula::filters::DesignFault);
  announce(part.description + (findings.faults.empty() ? "" : " [" + findings.text() + "]") +
    (said.empty() ? " sound" : " said: " + said));
  return compare(findings.text(), said, filter->GetStatus());
}
}
