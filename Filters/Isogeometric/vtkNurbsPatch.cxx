#include "vtkNurbsPatch.h"

#include "ControlNetConverter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Optimization/LevelSet/LevelSetExamples.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

static_assert(
  static_cast<int>(trabecula::LevelSetExample::Cantilever) == vtkNurbsPatch::CANTILEVER &&
    static_cast<int>(trabecula::LevelSetExample::MbbBeam) == vtkNurbsPatch::MBB_BEAM &&
    static_cast<int>(trabecula::LevelSetExample::QuarterAnnulus) ==
      vtkNurbsPatch::QUARTER_ANNULUS &&
    static_cast<int>(trabecula::LevelSetExample::Box) == vtkNurbsPatch::CANTILEVER_3D,
  "The library numbers examples as the source does.");

vtkStandardNewMacro(vtkNurbsPatch);

namespace
{
constexpr double MostPoints = 2147483647.0;

void addNumber(vtkStructuredGrid* output, const char* name, double value)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->InsertNextValue(value);
  output->GetFieldData()->AddArray(array);
}

template <class ArrayType, class Value>
void addVectors(vtkStructuredGrid* output, const char* name, const std::vector<Value>& values)
{
  vtkNew<ArrayType> array;
  array->SetName(name);
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(output->GetNumberOfPoints());
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  output->GetPointData()->AddArray(array);
}

std::string lengthText(const char* property, double value)
{
  return std::string(property) + " is " + trabecula::shortText(value) +
    "; a length must be above zero.";
}
}

//------------------------------------------------------------------------------
vtkStructuredGrid* vtkNurbsPatch::GetOutput()
{
  return vtkStructuredGrid::SafeDownCast(this->GetOutputDataObject(0));
}

//------------------------------------------------------------------------------
int vtkNurbsPatch::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkStructuredGrid");
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkNurbsPatch::DescribeLackOfMemory()
{
  return "There is not enough memory for this patch. Choose fewer Elements.";
}

//------------------------------------------------------------------------------
bool vtkNurbsPatch::IsPlane()
{
  return this->Preset <= QUARTER_ANNULUS || this->Preset == RECTANGLE || this->Preset == ANNULUS;
}

//------------------------------------------------------------------------------
int vtkNurbsPatch::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  int extent[6] = {};
  for (int d = 0; d < (this->IsPlane() ? 2 : 3); ++d)
  {
    // Values out of range are reported in RequestData().
    extent[2 * d + 1] =
      std::clamp(this->Elements[d], 0, VTK_INT_MAX / 2) + std::clamp(this->Degree, 0, 4) - 1;
  }
  vtkInformation* info = outputVector->GetInformationObject(0);
  info->Set(vtkStreamingDemandDrivenPipeline::WHOLE_EXTENT(), extent, 6);
  info->Set(CAN_PRODUCE_SUB_EXTENT(), 1);
  return 1;
}

//------------------------------------------------------------------------------
int vtkNurbsPatch::RequestData(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  vtkInformation* info = outputVector->GetInformationObject(0);
  vtkStructuredGrid* output = vtkStructuredGrid::GetData(info);
  output->Initialize();
  this->CheckProperties();
  if (this->IsExample())
  {
    this->MakeExample(output);
  }
  else
  {
    output->ShallowCopy(trabecula::filters::makeControlNet(this->MakePatch()));
  }
  output->Crop(info->Get(vtkStreamingDemandDrivenPipeline::UPDATE_EXTENT()));
  return 1;
}

//------------------------------------------------------------------------------
void vtkNurbsPatch::CheckProperties()
{
  using trabecula::Error;
  if (this->Degree < 1 || this->Degree > trabecula::bspline::LargestDegree)
  {
    throw Error("Degree is " + std::to_string(this->Degree) + "; it must be from 1 to " +
      std::to_string(trabecula::bspline::LargestDegree) + ".");
  }
  const bool isAnnulus =
    this->Preset == QUARTER_ANNULUS || this->Preset == ANNULUS || this->Preset == ANNULUS_SOLID;
  if (isAnnulus && this->Degree < 2)
  {
    throw Error("Degree is 1, but an arc needs 2 at least.");
  }
  double points = 1.0;
  for (int d = 0; d < (this->IsPlane() ? 2 : 3); ++d)
  {
    if (this->Elements[d] < 1)
    {
      throw Error("Elements has " + std::to_string(this->Elements[d]) + " in direction " +
        std::to_string(d + 1) + "; there must be one at least.");
    }
    points *= static_cast<double>(this->Elements[d]) + this->Degree;
  }
  if (points > MostPoints)
  {
    throw Error("Elements give " + trabecula::shortText(points) +
      " control points; there can be 2147483647 at most. Choose fewer.");
  }
  for (int d = 0; d < (this->Preset == BOX ? 3 : this->Preset == RECTANGLE ? 2 : 0); ++d)
  {
    if (!(this->Size[d] > 0.0) || !std::isfinite(this->Size[d]))
    {
      throw Error(lengthText("Size", this->Size[d]));
    }
  }
  if (isAnnulus && !this->IsExample() &&
    !(this->Radii[0] > 0.0 && this->Radii[1] > this->Radii[0] && std::isfinite(this->Radii[1])))
  {
    throw Error("Radii are " + trabecula::shortText(this->Radii[0]) + " and " +
      trabecula::shortText(this->Radii[1]) +
      "; the inner one must be above zero and the outer one larger.");
  }
  if (this->Preset == ANNULUS_SOLID && (!(this->Height > 0.0) || !std::isfinite(this->Height)))
  {
    throw Error(lengthText("Height", this->Height));
  }
}

//------------------------------------------------------------------------------
void vtkNurbsPatch::MakeExample(vtkStructuredGrid* output)
{
  const trabecula::LevelSetProblem problem =
    trabecula::makeLevelSetExample(static_cast<trabecula::LevelSetExample>(this->Preset),
      { this->Elements[0], this->Elements[1], this->Elements[2] }, this->Degree);
  output->ShallowCopy(trabecula::filters::makeControlNet(problem.patch));
  addVectors<vtkUnsignedCharArray>(output, "Supports", problem.conditions.supports);
  addVectors<vtkDoubleArray>(output, "Force", problem.conditions.loadCases.front().forces);
  const trabecula::LevelSetMethod& method = problem.method;
  addNumber(output, "RecommendedVolumeFraction", problem.design.settings.volumeFraction);
  addNumber(output, "RecommendedHoleRows", method.holes.rows);
  addNumber(output, "RecommendedHolesPerRow", method.holes.perRow);
  addNumber(output, "RecommendedHoleLayers", method.holes.layers);
  addNumber(output, "RecommendedHoleRadius", method.holes.radius);
  addNumber(output, "RecommendedSmoothingRadius", method.smoothingRadius);
  if (problem.patch.dimension == 2)
  {
    addNumber(output, "SolidLayers", 0.0); // in the publication the whole patch is designed
  }
}

//------------------------------------------------------------------------------
trabecula::NurbsPatch vtkNurbsPatch::MakePatch()
{
  const int p = this->Degree;
  const std::array<int, 3> elements = { this->Elements[0], this->Elements[1], this->Elements[2] };
  if (this->Preset == RECTANGLE || this->Preset == BOX)
  {
    return trabecula::makeBoxPatch(this->Preset == BOX ? 3 : 2,
      { this->Size[0], this->Size[1], this->Size[2] }, { p, p, p }, elements);
  }
  const trabecula::NurbsPatch annulus = trabecula::makeQuarterAnnulusPatch(
    this->Radii[0], this->Radii[1], { p, p }, { elements[0], elements[1] });
  return this->Preset == ANNULUS ? annulus
                                 : trabecula::extrude(annulus, this->Height, p, elements[2]);
}

//------------------------------------------------------------------------------
void vtkNurbsPatch::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Preset: " << this->Preset << "\n";
  os << indent << "Elements: " << this->Elements[0] << " " << this->Elements[1] << " "
     << this->Elements[2] << "\n";
  os << indent << "Degree: " << this->Degree << "\n";
  os << indent << "Size: " << this->Size[0] << " " << this->Size[1] << " " << this->Size[2] << "\n";
  os << indent << "Radii: " << this->Radii[0] << " " << this->Radii[1] << "\n";
  os << indent << "Height: " << this->Height << "\n";
}
