#include "vtkCadReader.h"

#include "CadDescription.h"
#include "CadKernel.h"
#include "CadOutput.h"
#include "CadSource.h"
#include "InputArrays.h"
#include "TableUnits.h"

#include "Core/Error.h"
#include "Core/Requirements.h"
#include "Core/Text.h"

#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMath.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include "vtksys/SystemTools.hxx"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

vtkStandardNewMacro(vtkCadReader);

namespace
{
using trabecula::Error;
using trabecula::shortText;
using trabecula::filters::CadDescription;

using trabecula::filters::LengthUnits;

constexpr double LargestDeflection = 0.1;
constexpr double LeastAngle = 1.0;
constexpr double LargestAngle = 90.0;

/// Returns the unit of a power of a length; empty for other dimensions.
std::string unitOfLengths(const std::string& length, const std::string& quantity)
{
  return quantity == "length" ? length
    : quantity == "area"      ? length + "^2"
    : quantity == "volume"    ? length + "^3"
                              : std::string();
}
}

//----------------------------------------------------------------------------
class vtkCadReader::vtkInternals
{
public:
  std::vector<std::string> Key; ///< program, options and file that have given Body
  trabecula::filters::CadSource Source;
  CadDescription Body;
};

//----------------------------------------------------------------------------
vtkCadReader::vtkCadReader() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfOutputPorts(2);
}

//----------------------------------------------------------------------------
vtkCadReader::~vtkCadReader()
{
  this->SetFileName(nullptr);
}

//----------------------------------------------------------------------------
vtkPolyData* vtkCadReader::GetOutput()
{
  return vtkPolyData::SafeDownCast(this->GetOutputDataObject(SURFACE));
}

//----------------------------------------------------------------------------
vtkTable* vtkCadReader::GetFaces()
{
  return vtkTable::SafeDownCast(this->GetOutputDataObject(FACES));
}

//----------------------------------------------------------------------------
int vtkCadReader::FillOutputPortInformation(int port, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), port == SURFACE ? "vtkPolyData" : "vtkTable");
  return 1;
}

//----------------------------------------------------------------------------
std::string vtkCadReader::DescribeLackOfMemory()
{
  return "There is not enough memory for the surface. Increase Deflection and Angle, which makes "
         "fewer triangles.";
}

//----------------------------------------------------------------------------
int vtkCadReader::RequestInformation(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  for (int port = 0; port < this->GetNumberOfOutputPorts(); ++port)
  {
    outputVector->GetInformationObject(port)->Set(CAN_HANDLE_PIECE_REQUEST(), 1);
  }
  return 1;
}

//----------------------------------------------------------------------------
int vtkCadReader::RequestData(
  vtkInformation*, vtkInformationVector**, vtkInformationVector* outputVector)
{
  auto* const surface = vtkPolyData::GetData(outputVector, SURFACE);
  auto* const faces = vtkTable::GetData(outputVector, FACES);
  surface->Initialize();
  faces->Initialize();
  this->Status.clear();
  const int piece = outputVector->GetInformationObject(SURFACE)->Get(
    vtkStreamingDemandDrivenPipeline::UPDATE_PIECE_NUMBER());
  if (piece > 0)
  {
    return 1;
  }
  this->ReadFile();
  const auto& unit = LengthUnits[static_cast<std::size_t>(this->LengthUnit)];
  this->Internals->Source.unit = unit;
  trabecula::filters::writeSurface(this->Internals->Body, this->Internals->Source, surface);
  trabecula::filters::writeFaces(this->Internals->Body, 1.0 / unit.millimetres, faces);
  trabecula::filters::labelColumns(
    faces, [&](const std::string& quantity) { return unitOfLengths(unit.name, quantity); });
  this->Status = this->DescribeBody(surface);
  this->UpdateProgress(1.0);
  return 1;
}

//----------------------------------------------------------------------------
void vtkCadReader::ReadFile()
{
  using namespace trabecula::filters;
  if (!this->FileName || !*this->FileName)
  {
    throw Error("FileName is empty. Choose a STEP, IGES or BREP file.");
  }
  trabecula::requireInside("Deflection", this->Deflection, 0.0, false, LargestDeflection, true);
  trabecula::requireInside("Angle", this->Angle, LeastAngle, true, LargestAngle, true);
  if (!(this->TimeLimit >= 1.0))
  {
    throw Error("Time Limit is " + shortText(this->TimeLimit) + " s, but must be at least 1 s.");
  }
  if (this->Solids == ONE_SOLID && this->SolidNumber < 0)
  {
    throw Error(
      "Solid Number is " + std::to_string(this->SolidNumber) + ", but must be at least 0.");
  }
  const std::string path = this->FileName;
  if (!vtksys::SystemTools::FileExists(path, true))
  {
    throw Error("The file " + inQuotes(path) + " does not exist.");
  }
  CadSource source;
  source.path = vtksys::SystemTools::CollapseFullPath(path);
  source.stamp = stampOf(path);
  if (this->Solids == UNITED)
  {
    source.options = { "--unite" };
  }
  else if (this->Solids == ONE_SOLID)
  {
    source.options = { "--solid", std::to_string(this->SolidNumber) };
  }
  std::vector<std::string> options = { "--deflection", shortText(this->Deflection), "--angle",
    shortText(vtkMath::RadiansFromDegrees(this->Angle)) };
  options.insert(options.end(), source.options.begin(), source.options.end());
  const std::string program = findCadProgram();
  std::vector<std::string> key = { program, source.path, source.stamp };
  key.insert(key.end(), options.begin(), options.end());
  if (this->Internals->Key == key)
  {
    return;
  }

  this->SetProgressText("Reading the CAD file");
  double progress = 0.0;
  const auto isStopped = [&]
  {
    constexpr double step = 0.02; // nobody knows how long it takes
    progress += step * (1.0 - progress);
    this->UpdateProgress(progress);
    return this->GetAbortExecute() != 0;
  };
  try
  {
    this->Internals->Body =
      runCadProgram(program, path, options, " was not read. ", this->TimeLimit, isStopped);
  }
  catch (const trabecula::SetupStopped&)
  {
    throw Error("Reading " + inQuotes(vtksys::SystemTools::GetFilenameName(path)) +
      " was stopped. Apply reads it again.");
  }
  this->Internals->Source = source;
  this->Internals->Key = key;
}

//----------------------------------------------------------------------------
std::string vtkCadReader::DescribeBody(vtkPolyData* output)
{
  const CadDescription& body = this->Internals->Body;
  const std::string unit = LengthUnits[static_cast<std::size_t>(this->LengthUnit)].name;
  double bounds[6] = {};
  output->GetBounds(bounds);
  std::string size;
  for (int k = 0; k < 3; ++k)
  {
    size += (k > 0 ? " x " : "") + shortText(bounds[2 * k + 1] - bounds[2 * k]);
  }
  double volume = 0.0;
  for (const CadDescription::Solid& solid : body.solids)
  {
    volume += solid.volume;
  }
  const double millimetres = LengthUnits[static_cast<std::size_t>(this->LengthUnit)].millimetres;
  std::string status =
    trabecula::countText(static_cast<std::int64_t>(body.solids.size()), "solid") + ", " +
    trabecula::countText(static_cast<std::int64_t>(body.faces.size()), "face") + ", " + size + " " +
    unit + ", volume " + shortText(volume / (millimetres * millimetres * millimetres)) + " " +
    unit + "^3. " +
    (body.unit.empty() ? "The file has no unit and was taken to be in mm."
                       : "The file is in " + body.unit + ".");
  for (const std::string& note : body.notes)
  {
    status += " " + note;
  }
  const auto open = std::count_if(body.solids.begin(), body.solids.end(),
    [](const CadDescription::Solid& solid) { return !solid.isClosed; });
  if (open > 0)
  {
    status += " The surface of " + trabecula::countText(open, "solid") +
      " is not closed: change Deflection, or mend it in CAD.";
  }
  if (body.solids.size() > 1 && this->Solids == ALL_SOLIDS)
  {
    status += " If solids touch, set Solids to United, or to One.";
  }
  return status;
}

//----------------------------------------------------------------------------
void vtkCadReader::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "FileName: " << (this->FileName ? this->FileName : "(none)") << "\n";
  os << indent << "Solids: " << this->Solids << "\n";
  os << indent << "SolidNumber: " << this->SolidNumber << "\n";
  os << indent << "LengthUnit: " << this->LengthUnit << "\n";
  os << indent << "Deflection: " << this->Deflection << "\n";
  os << indent << "Angle: " << this->Angle << "\n";
  os << indent << "TimeLimit: " << this->TimeLimit << "\n";
  os << indent << "Status: " << this->Status << "\n";
}
