#include "FuzzPatches.h"

#include "FuzzOutcome.h"
#include "FuzzSettings.h"
#include "vtkBodyAnalysis.h"
#include "vtkIsogeometricLevelSet.h"
#include "vtkNurbsPatch.h"
#include "vtkTopologySurface.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <array>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Returns the source with random settings.
vtkSmartPointer<vtkNurbsPatch> makeSource(FuzzRandom& random, std::string& description)
{
  auto source = vtkSmartPointer<vtkNurbsPatch>::New();
  const int preset = random.between(0, 7);
  const bool isSolid = preset == vtkNurbsPatch::CANTILEVER_3D || preset == vtkNurbsPatch::BOX ||
    preset == vtkNurbsPatch::ANNULUS_SOLID;
  const int most = isSolid ? 3 : 8;
  source->SetPreset(preset);
  source->SetElements(random.between(2, most), random.between(1, most), random.between(1, most));
  const bool isRound = preset == vtkNurbsPatch::QUARTER_ANNULUS ||
    preset == vtkNurbsPatch::ANNULUS || preset == vtkNurbsPatch::ANNULUS_SOLID;
  source->SetDegree(random.between(isRound ? 2 : 1, isSolid ? 3 : 4));
  description =
    "patch " + std::to_string(preset) + " of degree " + std::to_string(source->GetDegree());
  maybe(random, 0.05, [&](double) { source->SetElements(random.between(-1, 1), 2, VTK_INT_MAX); });
  maybe(random, 0.05, [&](double) { source->SetDegree(random.between(-1, 7)); });
  maybe(random, 0.1, [&](double v) { source->SetSize(v, 1.0, 1.0); });
  maybe(random, 0.1, [&](double v) { source->SetRadii(v, 2.0); });
  maybe(random, 0.1, [&](double v) { source->SetHeight(v); });
  return source;
}

/// Changes one value of a point or field array.
void changeArray(vtkFieldData* fields, FuzzRandom& random, std::string& description)
{
  if (fields->GetNumberOfArrays() == 0)
  {
    return;
  }
  const auto which =
    static_cast<int>(random.index(static_cast<std::size_t>(fields->GetNumberOfArrays())));
  vtkDataArray* array = fields->GetArray(which);
  if (!array || array->GetNumberOfValues() == 0)
  {
    return;
  }
  const std::string name = array->GetName();
  description += ", " + name;
  switch (random.index(4))
  {
    case 0:
    {
      description += " changed";
      const auto tuple =
        static_cast<vtkIdType>(random.index(static_cast<std::size_t>(array->GetNumberOfTuples())));
      array->SetComponent(tuple, 0, random.oddNumber());
      break;
    }
    case 1:
      description += " cut off";
      array->Resize(array->GetNumberOfTuples() - 1);
      break;
    case 2:
      description += " removed";
      fields->RemoveArray(which);
      break;
    default:
    {
      description += " of other components";
      vtkNew<vtkDoubleArray> other;
      other->SetName(name.c_str());
      other->SetNumberOfComponents(random.between(1, 4));
      other->SetNumberOfTuples(array->GetNumberOfTuples());
      other->FillValue(random.oddNumber());
      fields->AddArray(other);
      break;
    }
  }
}

/// Adds forces and supports at random points.
void addConditions(vtkStructuredGrid* net, FuzzRandom& random)
{
  vtkNew<vtkDoubleArray> forces;
  forces->SetName("Force");
  forces->SetNumberOfComponents(3);
  forces->SetNumberOfTuples(net->GetNumberOfPoints());
  vtkNew<vtkUnsignedCharArray> supports;
  supports->SetName("Supports");
  supports->SetNumberOfComponents(3);
  supports->SetNumberOfTuples(net->GetNumberOfPoints());
  for (vtkIdType i = 0; i < 3 * net->GetNumberOfPoints(); ++i)
  {
    forces->SetValue(i, random.uniform() - 0.5);
    supports->SetValue(i, random.chance(0.3) ? 1 : 0);
  }
  net->GetPointData()->AddArray(forces);
  net->GetPointData()->AddArray(supports);
}

void change(vtkStructuredGrid* net, FuzzRandom& random, std::string& description)
{
  switch (random.index(5))
  {
    case 0:
      changeArray(net->GetPointData(), random, description);
      break;
    case 1:
      changeArray(net->GetFieldData(), random, description);
      break;
    case 2:
      if (net->GetNumberOfPoints() > 0)
      {
        description += ", a point moved";
        const auto point =
          static_cast<vtkIdType>(random.index(static_cast<std::size_t>(net->GetNumberOfPoints())));
        std::array<double, 3> x{};
        net->GetPoint(point, x.data());
        x[random.index(3)] = random.chance(0.5) ? random.oddNumber() : 3.0 * random.uniform();
        net->GetPoints()->SetPoint(point, x.data());
      }
      break;
    case 3:
    {
      description += ", forces and supports anywhere";
      addConditions(net, random);
      break;
    }
    default:
    {
      description += ", other dimensions";
      std::array<int, 3> sizes{};
      net->GetDimensions(sizes.data());
      std::swap(sizes[random.index(3)], sizes[random.index(3)]);
      net->SetDimensions(sizes.data());
      break;
    }
  }
}

vtkSmartPointer<vtkDataObject> makeImage(FuzzRandom& random)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(random.between(1, 5), random.between(1, 5), random.between(1, 3));
  image->SetSpacing(1.0, random.chance(0.1) ? random.oddNumber() : 0.5, 1.0);
  vtkNew<vtkDoubleArray> forces;
  forces->SetName("Force");
  forces->SetNumberOfComponents(3);
  vtkNew<vtkUnsignedCharArray> supports;
  supports->SetName("Supports");
  supports->SetNumberOfComponents(3);
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    const unsigned char held = image->GetPoint(i)[0] < 0.5 ? 1 : 0;
    forces->InsertNextTuple3(0.0, held ? 0.0 : random.uniform(), 0.0);
    supports->InsertNextTuple3(held, held, 1.0);
  }
  image->GetPointData()->AddArray(forces);
  image->GetPointData()->AddArray(supports);
  return image;
}

vtkSmartPointer<vtkIsogeometricLevelSet> makeLevelSet(vtkDataObject* input, FuzzRandom& random)
{
  auto filter = vtkSmartPointer<vtkIsogeometricLevelSet>::New();
  setOptimization(filter, random);
  filter->SetSolverMaximumIterations(std::min(50, filter->GetSolverMaximumIterations()));
  filter->SetScheme(random.between(0, 1));
  filter->SetDensityModel(random.between(0, 2));
  filter->SetSensitivity(random.between(0, 1));
  filter->SetHoleRows(random.between(1, 3));
  filter->SetHolesPerRow(random.between(1, 4));
  filter->SetHoleRadius(0.05 + 0.3 * random.uniform());
  filter->SetDegree(random.between(1, 3));
  maybe(random, 0.1, [&](double) { filter->SetDensityModel(random.between(-1, 4)); });
  maybe(random, 0.1, [&](double) { filter->SetSensitivity(random.between(-1, 3)); });
  maybe(random, 0.1,
    [&](double)
    {
      filter->SetHoleRows(random.choose(std::array<int, 3>{ -1, 0, VTK_INT_MAX }));
      filter->SetHolesPerRow(random.choose(std::array<int, 3>{ -1, 0, VTK_INT_MAX }));
      filter->SetHoleLayers(random.between(-1, 2));
    });
  maybe(random, 0.1, [&](double v) { filter->SetHoleRadius(v); });
  maybe(random, 0.1, [&](double v) { filter->SetPerimeterWeight(v); });
  maybe(random, 0.1, [&](double v) { filter->SetSmoothingRadius(v); });
  maybe(random, 0.1, [&](double v) { filter->SetTransitionWidth(v); });
  maybe(random, 0.1, [&](double v) { filter->SetDeltaWidth(v); });
  maybe(random, 0.1, [&](double v) { filter->SetObjectiveChangeTolerance(v); });
  maybe(random, 0.1, [&](double) { filter->SetDegree(random.between(-1, 7)); });
  filter->SetInputData(input);
  return filter;
}
}

namespace
{
/// Passes a result on to other filters, either unchanged or with random changes.
std::string runResult(vtkIsogeometricLevelSet* filter, FuzzRandom& random, std::string description,
  const std::function<void(const std::string&)>& announce)
{
  vtkNew<vtkUnstructuredGrid> design;
  design->DeepCopy(filter->GetOutputDataObject(1));
  vtkNew<vtkPolyData> boundary;
  boundary->DeepCopy(filter->GetOutputDataObject(vtkIsogeometricLevelSet::BOUNDARY));
  for (int changes = random.chance(0.5) ? random.between(1, 2) : 0; changes > 0; --changes)
  {
    vtkFieldData* arrays = random.chance(0.7) ? static_cast<vtkFieldData*>(design->GetPointData())
                                              : static_cast<vtkFieldData*>(design->GetCellData());
    if (random.chance(0.3) && arrays->GetNumberOfArrays() > 0)
    {
      const auto which =
        static_cast<int>(random.index(static_cast<std::size_t>(arrays->GetNumberOfArrays())));
      description += std::string(", without ") + arrays->GetArrayName(which);
      arrays->RemoveArray(which);
    }
    else
    {
      changeArray(arrays, random, description);
    }
  }
  vtkNew<vtkTopologySurface> surface;
  surface->SetInputData(design);
  surface->SetThresholdBy(random.between(0, 2));
  vtkNew<vtkBodyAnalysis> body;
  body->SetInputData(design);
  body->SetInputData(1, boundary);
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputData(boundary);
  voxels->SetCells(random.between(1, 12));
  for (vtkAlgorithm* next : { static_cast<vtkAlgorithm*>(surface), static_cast<vtkAlgorithm*>(body),
         static_cast<vtkAlgorithm*>(voxels) })
  {
    announce(description + " to " + next->GetClassName());
    const FuzzOutcome outcome = updated(next, false);
    if (outcome.errors > 1)
    {
      return std::to_string(outcome.errors) + " errors of " + next->GetClassName() +
        ", the last: " + outcome.text;
    }
    next->Modified();
    if (!(updated(next, false) == outcome))
    {
      return std::string("another outcome of ") + next->GetClassName() + ": " + outcome.text;
    }
  }
  return "";
}
}

std::string runPatchCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce)
{
  std::string description;
  vtkSmartPointer<vtkDataObject> input;
  if (random.chance(0.15))
  {
    description = "image";
    input = makeImage(random);
  }
  else
  {
    FuzzRandom again = random;
    const auto source = makeSource(random, description);
    announce(description);
    const FuzzOutcome outcome = updated(source, false);
    if (outcome.errors > 1)
    {
      return std::to_string(outcome.errors) + " errors of the source, the last: " + outcome.text;
    }
    std::string nothing;
    if (!(updated(makeSource(again, nothing), false) == outcome))
    {
      return "another patch of the same settings";
    }
    vtkNew<vtkStructuredGrid> net;
    net->DeepCopy(source->GetOutput());
    if (net->GetNumberOfPoints() > 0 && !net->GetPointData()->HasArray("Supports"))
    {
      addConditions(net, random);
    }
    for (int changes = random.chance(0.5) ? random.between(1, 3) : 0; changes > 0; --changes)
    {
      change(net, random, description);
    }
    input = net;
  }
  announce(description);
  FuzzRandom again = random;
  const FuzzOutcome outcome = updated(makeLevelSet(input, random), true);
  announce(description + (outcome.errors == 0 ? " [taken]" : " [refused" + outcome.text + "]"));
  if (outcome.errors > 1)
  {
    return std::to_string(outcome.errors) + " errors, the last: " + outcome.text;
  }
  if (outcome.hasBadField)
  {
    return "a result that is no number";
  }
  const auto filter = makeLevelSet(input, again);
  if (!(updated(filter, true) == outcome))
  {
    return "another outcome of the same case: " + outcome.text;
  }
  return outcome.errors == 0 ? runResult(filter, random, description, announce) : "";
}
}
