#include "vtkMeshPart.h"

#include "CadKernel.h"
#include "CadSource.h"
#include "HelperProcess.h"
#include "InputArrays.h"
#include "PartMesh.h"
#include "PartMeshOutput.h"

#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include "vtkBoundingBox.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkUnstructuredGrid.h"

#include "vtksys/SystemTools.hxx"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

vtkStandardNewMacro(vtkMeshPart);

namespace
{
using trabecula::countText;
using trabecula::Error;
using trabecula::shortText;
using trabecula::filters::PartMesh;

constexpr double DefaultSize = 0.04;    // of the diagonal
constexpr double ToldVolume = 1e-3;     // of the CAD kernel's
constexpr double AcceptedBounds = 0.05; // of the diagonal
constexpr int LeastPerCircle = 3;

/// @throws trabecula::Error that says how to get the mesher
std::string findMesher(const std::string& name)
{
  using vtksys::SystemTools;
  if (name.empty())
  {
    throw Error("Mesher is empty. Enter gmsh, or the path of this program.");
  }
  const bool isPath = name.find('/') != std::string::npos;
  std::string path = isPath ? (SystemTools::FileExists(name, true) ? name : "")
                            : trabecula::filters::findHelper(name, "TRABECULA_MESHER");
  if (path.empty())
  {
    throw Error("The mesher " + trabecula::filters::inQuotes(name) + " was not found" +
      (isPath ? "" : ", neither beside the plugin nor in PATH") +
      ". Install Gmsh (Debian: apt install gmsh), or set Mesher to its path. Voxelize Surface "
      "needs no mesher.");
  }
  return path;
}

/// Conditions that were put on the surface do not come to the tetrahedra; a sentence if there are
/// any.
std::string warningOfConditions(vtkPolyData* surface)
{
  vtkPointData* const points = surface->GetPointData();
  std::string names = points->HasArray(trabecula::filters::DefaultSupports)
    ? trabecula::filters::DefaultSupports
    : "";
  for (const std::string& force : trabecula::filters::forceArraysOf(points))
  {
    names += (names.empty() ? "" : ", ") + force;
  }
  if (surface->GetCellData()->HasArray("DesignRegion"))
  {
    names += std::string(names.empty() ? "" : ", ") + "DesignRegion";
  }
  return names.empty() ? ""
                       : "Conditions on the surface do not come to the tetrahedra: " + names +
      ". Put Mechanical Support, Mechanical Load and Design Region after Mesh Part.";
}

/// @throws trabecula::Error if the surface is not where the mesh is
void requireSamePlace(const vtkBoundingBox& surface, vtkUnstructuredGrid* mesh)
{
  double bounds[6];
  mesh->GetBounds(bounds);
  for (int k = 0; k < 3; ++k)
  {
    const double offset = std::max(std::abs(surface.GetBound(2 * k) - bounds[2 * k]),
      std::abs(surface.GetBound(2 * k + 1) - bounds[2 * k + 1]));
    if (!(offset <= AcceptedBounds * surface.GetDiagonalLength()))
    {
      throw Error("The input was moved or cut after the CAD Reader: its bounds differ by " +
        shortText(offset) +
        " from those of the part in the file. Connect Mesh Part to the CAD Reader, and transform "
        "its output.");
    }
  }
}

std::string describe(const PartMesh& part, const std::string& unit)
{
  const trabecula::Mesh& mesh = part.gmsh.mesh;
  const auto cells = static_cast<std::int64_t>(mesh.numberOfElements());
  std::string text = std::to_string(cells) + " " + mesh.shape(0).plural + ", " +
    std::to_string(mesh.numberOfNodes()) + " nodes, volume " + shortText(part.check.volume) + " " +
    unit + "^3, " + shortText(std::round(1e7 * std::abs(part.check.volumeError())) / 1e5) +
    " % from that of the CAD kernel.";
  const trabecula::StraightenedTetrahedra& straightened = part.straightened;
  if (straightened.found > straightened.left)
  {
    const std::int64_t count = straightened.found - straightened.left;
    text += " " + std::to_string(count) + (count == 1 ? " tetrahedron was" : " tetrahedra were") +
      " curved too much and straightened at " + countText(straightened.nodes, "node") + ", by " +
      shortText(std::round(1000.0 * straightened.largestShift) / 1000.0) + " edges at most.";
  }
  if (part.body.solids.size() > 1)
  {
    text += " " + countText(static_cast<std::int64_t>(part.body.solids.size()), "solid") +
      ", joined where they touch.";
  }
  if (part.check.coarseFaces > 0)
  {
    text += " The area of " + countText(part.check.coarseFaces, "face") +
      " differs by more than 5 %, most that of CadFace " + std::to_string(part.check.coarsestFace) +
      ": " + shortText(part.check.areaOfCoarsest) + " instead of " +
      shortText(part.check.cadAreaOfCoarsest) + " " + unit + "^2.";
  }
  for (const std::string& note : part.body.notes)
  {
    text += " " + note;
  }
  return text;
}

/// Sentences on what the user should look at.
std::vector<std::string> warningsOf(const PartMesh& part, const std::string& unit)
{
  std::vector<std::string> warnings;
  const auto& check = part.check;
  if (!(std::abs(check.volumeError()) <= ToldVolume))
  {
    warnings.push_back("The tetrahedra have a volume of " + shortText(check.volume) + " " + unit +
      "^3, the CAD kernel's is " + shortText(check.cadVolume) + " " + unit +
      "^3: " + shortText(100.0 * std::abs(check.volumeError())) +
      " % off. Use quadratic tetrahedra, more Elements Per Circle, or a smaller Element Size.");
  }
  if (part.straightened.left > 0)
  {
    warnings.push_back(std::to_string(part.straightened.left) +
      (part.straightened.left == 1 ? " tetrahedron is" : " tetrahedra are") +
      " inside out or flat, which analyses refuse. Change Element Size.");
  }
  return warnings;
}
}

//------------------------------------------------------------------------------
vtkUnstructuredGrid* vtkMeshPart::GetOutput()
{
  return vtkUnstructuredGrid::SafeDownCast(this->GetOutputDataObject(0));
}

//------------------------------------------------------------------------------
int vtkMeshPart::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkMeshPart::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkUnstructuredGrid");
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkMeshPart::DescribeComposite(const std::string& type)
{
  return "The input is a " + type + ". Mesh Part takes the surface of one CAD Reader.";
}

//------------------------------------------------------------------------------
std::string vtkMeshPart::DescribeLackOfMemory()
{
  return "There is not enough memory for a mesh of this size. Increase Element Size.";
}

//------------------------------------------------------------------------------
void vtkMeshPart::RequireValidProperties()
{
  constexpr double most = std::numeric_limits<double>::max();
  trabecula::requireInside("Element Size", this->ElementSize, 0.0, true, most, true);
  trabecula::requireInside("Least Size", this->LeastSize, 0.0, true, most, true);
  trabecula::requireInside("Time Limit", this->TimeLimit, 1.0, true, most, true);
  if (this->Order != LINEAR && this->Order != QUADRATIC)
  {
    throw Error("Order is " + std::to_string(this->Order) + ", but must be 0 or 1.");
  }
  if (this->ElementsPerCircle != 0 && this->ElementsPerCircle < LeastPerCircle)
  {
    throw Error("Elements Per Circle is " + std::to_string(this->ElementsPerCircle) +
      ", but must be 0 or at least 3.");
  }
  if (this->MostTetrahedra < 1)
  {
    throw Error(
      "Most Tetrahedra is " + std::to_string(this->MostTetrahedra) + ", but must be at least 1.");
  }
}

//------------------------------------------------------------------------------
vtkMeshPart::Work vtkMeshPart::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver& preparing)
{
  this->RequireValidProperties();
  this->SetReasonForOneRank("Meshing is not divided, and the mesh is on this rank.");
  vtkPolyData* const surface = vtkPolyData::GetData(inputVector[0]);
  trabecula::filters::PartMeshSettings settings;
  settings.source = trabecula::filters::readSource(surface->GetFieldData());
  double bounds[6];
  surface->GetBounds(bounds);
  const vtkBoundingBox box(bounds);
  if (!box.IsValid())
  {
    throw Error("The input has no points. Read the file again with the CAD Reader.");
  }
  settings.size =
    this->ElementSize > 0.0 ? this->ElementSize : DefaultSize * box.GetDiagonalLength();
  settings.leastSize = this->LeastSize;
  settings.elementsPerCircle = this->ElementsPerCircle;
  settings.isQuadratic = this->Order == QUADRATIC;
  settings.mostTetrahedra = this->MostTetrahedra;
  settings.seconds = this->TimeLimit;
  settings.cadProgram = trabecula::filters::findCadProgram();
  settings.mesher = findMesher(this->Mesher);
  const std::string warning = warningOfConditions(surface);
  if (!warning.empty())
  {
    preparing.message(warning);
  }
  vtkNew<vtkFieldData> fields;
  fields->ShallowCopy(surface->GetFieldData());

  return [this, settings, box, fields = vtkSmartPointer<vtkFieldData>(fields)](
           trabecula::RunObserver& observer) -> Publication
  {
    const PartMesh part = trabecula::filters::meshPart(settings, observer);
    const auto mesh = vtkSmartPointer<vtkUnstructuredGrid>::New();
    trabecula::filters::writePartMesh(part, mesh);
    requireSamePlace(box, mesh);
    const std::string unit = settings.source.unit.name;
    vtkNew<vtkDoubleArray> volume;
    volume->SetName("Volume");
    volume->InsertNextValue(part.check.volume);
    mesh->GetFieldData()->AddArray(volume);
    for (int i = 0; i < fields->GetNumberOfArrays(); ++i)
    {
      if (!mesh->GetFieldData()->HasArray(fields->GetArrayName(i)))
      {
        mesh->GetFieldData()->AddArray(fields->GetAbstractArray(i));
      }
    }
    for (const std::string& text : warningsOf(part, unit))
    {
      observer.message(text);
    }
    return [=, check = part.check, status = describe(part, unit)]
    {
      this->NumberOfTetrahedra = mesh->GetNumberOfCells();
      this->Volume = check.volume;
      this->VolumeError = check.volumeError();
      this->SetResult(0, mesh);
      this->SetStatus(status);
    };
  };
}

//------------------------------------------------------------------------------
void vtkMeshPart::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "ElementSize: " << this->ElementSize << "\n";
  os << indent << "Order: " << this->Order << "\n";
  os << indent << "ElementsPerCircle: " << this->ElementsPerCircle << "\n";
  os << indent << "LeastSize: " << this->LeastSize << "\n";
  os << indent << "MostTetrahedra: " << this->MostTetrahedra << "\n";
  os << indent << "Mesher: " << this->Mesher << "\n";
  os << indent << "TimeLimit: " << this->TimeLimit << "\n";
  os << indent << "NumberOfTetrahedra: " << this->NumberOfTetrahedra << "\n";
  os << indent << "Volume: " << this->Volume << "\n";
  os << indent << "VolumeError: " << this->VolumeError << "\n";
}
