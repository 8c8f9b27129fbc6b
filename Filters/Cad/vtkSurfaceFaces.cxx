#include "vtkSurfaceFaces.h"

#include "CadOutput.h"
#include "FaceDescription.h"
#include "FilterObserver.h"
#include "SurfaceMeshConverter.h"

#include "Core/Requirements.h"
#include "Core/Text.h"

#include "vtkCellData.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkTable.h"

#include <algorithm>
#include <cstdint>
#include <vector>

vtkStandardNewMacro(vtkSurfaceFaces);

namespace
{
using trabecula::FaceKind;
using trabecula::SurfaceFaces;

constexpr double LeastFeatureAngle = 1.0;
constexpr double LargestFeatureAngle = 179.0;

vtkSmartPointer<vtkIdTypeArray> makeIds(const char* name, vtkIdType count)
{
  auto array = vtkSmartPointer<vtkIdTypeArray>::New();
  array->SetName(name);
  array->SetNumberOfValues(count);
  array->FillValue(-1);
  return array;
}

std::string describe(const SurfaceFaces& faces, std::int64_t holes, std::size_t solids)
{
  const auto count = [&](FaceKind kind)
  {
    return static_cast<std::int64_t>(std::count_if(faces.shapes.begin(), faces.shapes.end(),
      [&](const trabecula::FaceShape& shape) { return shape.kind == kind; }));
  };
  using trabecula::countText;
  return countText(static_cast<std::int64_t>(faces.shapes.size()), "face") + ": " +
    countText(count(FaceKind::Plane), "plane") + ", " +
    countText(count(FaceKind::Cylinder), "cylinder") + " (" + countText(holes, "hole") + "), " +
    countText(count(FaceKind::FreeForm), "other") + ". " +
    (solids == 1 ? "1 connected body." : std::to_string(solids) + " connected bodies.");
}
}

//------------------------------------------------------------------------------
vtkSurfaceFaces::vtkSurfaceFaces()
{
  this->SetNumberOfOutputPorts(2);
}

//------------------------------------------------------------------------------
vtkSurfaceFaces::~vtkSurfaceFaces() = default;

//------------------------------------------------------------------------------
vtkPolyData* vtkSurfaceFaces::GetOutput()
{
  return vtkPolyData::SafeDownCast(this->GetOutputDataObject(SURFACE));
}

//------------------------------------------------------------------------------
vtkTable* vtkSurfaceFaces::GetFaces()
{
  return vtkTable::SafeDownCast(this->GetOutputDataObject(FACES));
}

//------------------------------------------------------------------------------
int vtkSurfaceFaces::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkSurfaceFaces::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == SURFACE ? "vtkPolyData" : "vtkTable");
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkSurfaceFaces::DescribeComposite(const std::string& type)
{
  return "The input is a " + type +
    ", and each of its blocks would have faces of its own. Make it one surface with the filters "
    "Merge Blocks and Extract Surface, or take one block with Extract Block.";
}

//------------------------------------------------------------------------------
std::string vtkSurfaceFaces::DescribeLackOfMemory()
{
  return "There is not enough memory for the faces of this surface. Use a machine with more "
         "memory, "
         "or reduce the surface with the filter Decimate.";
}

//------------------------------------------------------------------------------
void vtkSurfaceFaces::Compute(vtkInformationVector** inputVector)
{
  trabecula::requireInside(
    "Feature Angle", this->FeatureAngle, LeastFeatureAngle, true, LargestFeatureAngle, true);
  vtkPolyData* input = vtkPolyData::GetData(inputVector[0]);
  trabecula::filters::FilterObserver observer(this);
  observer.setText("Finding faces");
  const trabecula::filters::SurfaceTriangles triangles = trabecula::filters::makeTriangles(input);
  const std::vector<std::int32_t> polygons(triangles.cells.begin(), triangles.cells.end());
  const SurfaceFaces faces = trabecula::findFaces(triangles.mesh, this->FeatureAngle, polygons);
  const trabecula::filters::CadDescription description = trabecula::filters::describeFaces(faces);

  vtkNew<vtkPolyData> surface;
  surface->ShallowCopy(input);
  const vtkIdType cells = input->GetNumberOfCells();
  const auto numbers = makeIds("CadFace", cells);
  const auto solids = makeIds("CadSolid", cells);
  const auto features = makeIds("CadFeature", cells);
  for (std::size_t t = 0; t < triangles.cells.size(); ++t)
  {
    const vtkIdType cell = triangles.cells[t];
    const std::int32_t face = faces.faceOf[t];
    numbers->SetValue(cell, face);
    features->SetValue(cell, face);
    solids->SetValue(cell, faces.solidOf[static_cast<std::size_t>(face)]);
  }
  for (const auto& array : { numbers, solids, features })
  {
    surface->GetCellData()->AddArray(array);
  }
  trabecula::filters::writeFaceFields(description, 1.0, surface->GetFieldData());
  vtkNew<vtkTable> table;
  trabecula::filters::writeFaces(description, 1.0, table);
  this->SetResult(SURFACE, surface);
  this->SetResult(FACES, table);
  const auto holes =
    std::count_if(description.faces.begin(), description.faces.end(), trabecula::filters::isHole);
  this->SetStatus(describe(faces, holes, description.solids.size()));
}

//------------------------------------------------------------------------------
void vtkSurfaceFaces::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FeatureAngle: " << this->FeatureAngle << "\n";
}
