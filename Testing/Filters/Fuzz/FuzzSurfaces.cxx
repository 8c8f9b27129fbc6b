#include "FuzzSurfaces.h"

#include "FuzzFilters.h"
#include "FuzzInputs.h"
#include "FuzzOutcome.h"
#include "FuzzSettings.h"
#include "FuzzShapes.h"
#include "TopologyTestInput.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkImageData.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"

#include <array>
#include <cmath>
#include <limits>
#include <sstream>

namespace trabecula::testing
{
namespace
{
/// @param size size of the surface
vtkSmartPointer<vtkVoxelizeSurface> makeFilter(double size, FuzzRandom& random, bool& isPlain)
{
  auto filter = vtkSmartPointer<vtkVoxelizeSurface>::New();
  filter->SetCells(random.chance(0.05) ? 40 : random.between(1, 9));
  filter->SetLeastFraction(0.0);
  filter->SetVoxelSize(size * (0.1 + random.uniform()));
  filter->SetResolution(random.between(0, 1));
  const vtkMTimeType time = filter->GetMTime();
  maybe(random, 0.1,
    [&](double) {
      filter->SetCells(random.choose(std::array<int, 4>{ -1, 0, 100000, VTK_INT_MAX }));
    });
  maybe(random, 0.1,
    [&](double v)
    {
      // The number of voxels is neither large nor so large that it is refused.
      const bool isLong = size / v > 60.0 && size / v < 1e4;
      filter->SetVoxelSize(isLong ? size : v);
    });
  maybe(random, 0.2, [&](double v) { filter->SetLeastFraction(v); });
  maybe(random, 0.1, [&](double) { filter->ReverseOrientationOn(); });
  isPlain = filter->GetMTime() == time;
  return filter;
}

double sumOf(vtkDataArray* array, int component)
{
  double sum = 0.0;
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    sum += array->GetComponent(i, component);
  }
  return sum;
}

/// Whether the sums of a distributed array have been preserved.
bool haveSameSums(vtkDataArray* before, vtkDataArray* after)
{
  for (int c = 0; c < 3; ++c)
  {
    double magnitude = 0.0;
    for (vtkIdType i = 0; i < before->GetNumberOfTuples(); ++i)
    {
      magnitude += std::abs(before->GetComponent(i, c));
    }
    // Only numbers of full precision are compared.
    if (std::isnormal(1e-20 * magnitude) && std::isfinite(1e3 * magnitude) &&
      !(std::abs(sumOf(before, c) - sumOf(after, c)) <= 1e-10 * magnitude))
    {
      return false;
    }
  }
  return true;
}

/// Returns what is wrong with an image; empty if nothing is.
std::string problemOf(vtkVoxelizeSurface* filter, vtkPolyData* surface)
{
  vtkImageData* image = filter->GetOutput();
  vtkDataArray* fractions = image->GetCellData()->GetArray("SolidFraction");
  if (!fractions || fractions->GetNumberOfTuples() == 0)
  {
    return "neither an error nor an image";
  }
  for (vtkIdType i = 0; i < fractions->GetNumberOfTuples(); ++i)
  {
    const double fraction = fractions->GetComponent(i, 0);
    if (!(fraction >= 0.0 && fraction <= 1.0))
    {
      return "the fraction " + std::to_string(fraction);
    }
  }
  double magnitude = 0.0;
  const double volume =
    (filter->GetReverseOrientation() ? -1.0 : 1.0) * enclosedVolumeOf(surface, magnitude);
  const double* h = image->GetSpacing();
  const double voxel = h[0] * h[1] * h[2];
  // The volume of a needle is far below that of its bounding box, to whose size the rounding errors
  // of fractions are relative: some ten terms of a few roundings each in a voxel.
  constexpr double rounding = 100.0 * std::numeric_limits<double>::epsilon();
  const double tolerance =
    1e-9 * magnitude + rounding * voxel * static_cast<double>(fractions->GetNumberOfTuples());
  if (!(filter->GetVolume() > 0.0) || !std::isfinite(filter->GetVolume()) ||
    !(std::abs(sumOf(fractions, 0) * voxel - volume) <= tolerance) ||
    !(std::abs(filter->GetVolume() - volume) <= tolerance))
  {
    std::ostringstream text;
    text.precision(17);
    text << "the volume " << filter->GetVolume() << " and fractions of "
         << sumOf(fractions, 0) * voxel << ", not " << volume << " within " << tolerance;
    return text.str();
  }
  for (const char* name : { "Force", "Force_2", "Springs" })
  {
    vtkDataArray* before = surface->GetPointData()->GetArray(name);
    vtkDataArray* after = image->GetPointData()->GetArray(name);
    if (before && before->GetNumberOfComponents() == 3 && !(after && haveSameSums(before, after)))
    {
      return std::string("another sum of ") + name;
    }
  }
  return "";
}

std::string voxelize(
  vtkPolyData* surface, Answer expected, FuzzRandom& random, std::string& description)
{
  const double size = surface->GetLength();
  FuzzRandom again = random;
  bool isPlain = false;
  const auto filter = makeFilter(size, random, isPlain);
  filter->SetInputDataObject(surface);
  const FuzzOutcome outcome = updated(filter, false);
  const std::string text = outcome.text.substr(0, outcome.text.find('\n'));
  description += outcome.errors == 0 ? " [taken]" : " [refused" + text + "]";
  if (outcome.errors > 1)
  {
    return std::to_string(outcome.errors) + " errors, the last: " + text;
  }
  if (outcome.errors == 0 && expected == Answer::Refused && isPlain)
  {
    return "a surface of no solid was taken";
  }
  if (outcome.errors == 1 && expected == Answer::Taken && isPlain)
  {
    return "a solid was refused" + text;
  }
  const std::string problem = outcome.errors == 0 ? problemOf(filter, surface) : "";
  if (!problem.empty())
  {
    return problem;
  }
  const auto repeated = makeFilter(size, again, isPlain);
  repeated->SetInputDataObject(surface);
  if (!(updated(repeated, false) == outcome))
  {
    return "another outcome of the same case: " + text;
  }
  if (outcome.errors != 0 || !random.chance(0.1))
  {
    return "";
  }
  FuzzInput image;
  image.data = filter->GetOutput();
  return image.data->GetNumberOfCells() < 300
    ? runFuzzCase(image, random, description, [](const std::string&) {})
    : "";
}
}

std::string voxelizeSurface(vtkPolyData* surface, FuzzRandom& random, std::string& description)
{
  return voxelize(surface, Answer::Any, random, description);
}

std::string runSurfaceCase(
  FuzzRandom& random, const std::function<void(const std::string&)>& announce)
{
  FuzzShape shape = makeShape(random);
  for (int changes = random.chance(0.3) ? 0 : random.between(1, 3); changes > 0; --changes)
  {
    changeShape(shape, random);
  }
  FuzzInput input;
  const auto surface = polyDataOf(shape, random);
  input.data = surface;
  if (random.chance(0.15))
  {
    spoilPolygons(surface, input, random);
  }
  if (random.chance(0.2))
  {
    spoilArray(surface, input, random);
  }
  std::string description = shape.description;
  for (const std::string& deed : input.deeds)
  {
    description += ", " + deed;
  }
  announce(description);
  const Answer answer = input.isDamaged ? Answer::Refused
    : input.deeds.empty()               ? shape.answer
                                        : Answer::Any;
  return voxelize(surface, answer, random, description);
}
}
