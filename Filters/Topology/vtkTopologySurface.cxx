#include "vtkTopologySurface.h"

#include "SolidMeshConverter.h"
#include "TopologySurfaceConverter.h"
#include "UnitSystem.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Run/RunObserver.h"

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <limits>
#include <sstream>

namespace
{
constexpr int DensityIndex = 0;
constexpr int DesignRegionIndex = 1;
constexpr const char* DefaultDensity = "Density";
constexpr const char* DefaultDesignRegion = "DesignRegion";
/// Field array that vtkTopologyOptimize adds if it omits cells.
constexpr const char* DensityThresholdField = "DensityThreshold";
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

std::string describe(const trabecula::SurfaceTopology& topology)
{
  return topology.isClosedManifold()
    ? "yes"
    : "no: " + trabecula::countText(topology.boundaryEdges, "open edge") + ", " +
      trabecula::countText(topology.nonManifoldEdges + topology.misorientedEdges, "bad edge") +
      ", " + trabecula::countText(topology.nonManifoldPoints, "pinched point");
}

/// Describes the decimation; empty without one.
std::string describeDecimation(const trabecula::TopologySurface& surface)
{
  if (surface.trianglesBefore == 0)
  {
    return "";
  }
  std::ostringstream change;
  change << std::showpos << 100.0 * (surface.volume / surface.volumeBefore - 1.0);
  return " Decimated from " + std::to_string(surface.trianglesBefore) + " triangles: at most " +
    trabecula::shortText(surface.deviation) + " from the surface before, of " +
    trabecula::shortText(surface.deviationBound) + " allowed; volume " + change.str() + " %.";
}

std::string warningOfTrimmed(vtkDataSet* input)
{
  vtkDataArray* trimmed = input->GetFieldData()->GetArray(DensityThresholdField);
  return trimmed && trimmed->GetNumberOfValues() > 0
    ? "The input is without cells of a density below " +
      trabecula::shortText(trimmed->GetComponent(0, 0)) +
      ", which Density Threshold of Topology Optimize left out: the surface is that of the rest. "
      "Set it to 0, or take the port Final design."
    : "";
}
}

class vtkTopologySurface::vtkInternals
{
public:
  double Threshold = NotANumber;
  double Volume = NotANumber;
  double FieldVolume = NotANumber;
  double Area = NotANumber;
  double Mass = NotANumber;
  int Pieces = 0;
  std::string Closed = "nothing computed yet";
};

vtkStandardNewMacro(vtkTopologySurface);

//------------------------------------------------------------------------------
vtkTopologySurface::vtkTopologySurface() : Internals(std::make_unique<vtkInternals>())
{
  this->SetNumberOfInputPorts(2);
  this->SetReasonForOneRank("A closed surface is not divided.");
  this->SetInputArrayToProcess(
    DensityIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultDensity);
  this->SetInputArrayToProcess(
    DesignRegionIndex, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, DefaultDesignRegion);
}

//------------------------------------------------------------------------------
vtkTopologySurface::~vtkTopologySurface() = default;

//------------------------------------------------------------------------------
vtkPolyData* vtkTopologySurface::GetOutput()
{
  return vtkPolyData::SafeDownCast(this->GetOutputDataObject(0));
}

//------------------------------------------------------------------------------
int vtkTopologySurface::FillInputPortInformation(int port, vtkInformation* info)
{
  if (port == 0)
  {
    return this->Superclass::FillInputPortInformation(port, info);
  }
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);
  return 1;
}

//------------------------------------------------------------------------------
int vtkTopologySurface::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
std::string vtkTopologySurface::DescribeComposite(const std::string& type)
{
  return "The input is a " + type +
    ", and each of its blocks would have a surface of its own. Take one out of it with the filter "
    "Extract Block, or make it one grid with Merge Blocks.";
}

//------------------------------------------------------------------------------
std::string vtkTopologySurface::DescribeLackOfMemory()
{
  return "There is not enough memory for a surface of this mesh. Use a coarser mesh or a machine "
         "with more memory.";
}

//------------------------------------------------------------------------------
vtkTopologySurface::Work vtkTopologySurface::Prepare(
  vtkInformationVector** inputVector, trabecula::RunObserver&)
{
  vtkDataSet* input = vtkDataSet::GetData(inputVector[0]);
  const auto problem = std::make_shared<trabecula::TopologySurfaceProblem>();
  auto& settings = problem->settings;
  settings.thresholdBy =
    static_cast<trabecula::TopologySurfaceSettings::ThresholdBy>(this->ThresholdBy);
  settings.volumeFraction = this->VolumeFraction;
  settings.threshold = this->Threshold;
  settings.smooth = this->Smoothing;
  settings.smoothingIterations = this->SmoothingIterations;
  settings.passBand = this->PassBand;
  settings.holdBoundary = this->HoldBoundary;
  settings.pieces = static_cast<trabecula::TopologySurfaceSettings::Pieces>(this->Keep);
  settings.minimumPieceShare = this->MinimumPieceShare;
  settings.decimate = this->Decimate;
  settings.largestDeviation = this->LargestDeviation;

  trabecula::filters::TopologySurfaceArrays arrays;
  arrays.density = this->GetInputArrayName(DensityIndex);
  arrays.densityIsOfPoints =
    this->GetInputArrayInformation(DensityIndex)->Get(vtkDataObject::FIELD_ASSOCIATION()) ==
    vtkDataObject::FIELD_ASSOCIATION_POINTS;
  arrays.densityIsDefault = arrays.density == DefaultDensity;
  arrays.designRegion = this->GetInputArrayName(DesignRegionIndex);
  arrays.designRegionIsOptional = arrays.designRegion == DefaultDesignRegion;
  std::string note;
  const auto cells = trabecula::filters::cellsOfSurface(input);
  const auto grid = trabecula::filters::makeSolidGrid(cells, note);
  trabecula::filters::readSurfaceInput(grid, arrays, *problem);
  if (vtkPolyData* part = vtkPolyData::GetData(inputVector[1]))
  {
    problem->part = trabecula::filters::readPart(part);
    trabecula::filters::readLeftOutCells(input, grid, *problem);
  }
  const auto output = vtkSmartPointer<vtkPolyData>::New();
  output->GetFieldData()->PassData(grid->GetFieldData());
  vtkDataArray* stated = input->GetFieldData()->GetArray("MassDensity");
  const double massDensity =
    stated && stated->GetNumberOfValues() > 0 ? stated->GetComponent(0, 0) : NotANumber;

  return [this, problem, output, note, massDensity, warning = warningOfTrimmed(input)](
           trabecula::RunObserver& observer) -> Publication
  {
    const auto surface = std::make_shared<trabecula::TopologySurface>();
    if (!trabecula::filters::withNoteInErrors(
          note, [&] { return trabecula::makeTopologySurface(*problem, observer, *surface); }))
    {
      return nullptr;
    }
    trabecula::filters::writeSurface(*surface, output);
    if (!std::isnan(massDensity))
    {
      vtkNew<vtkDoubleArray> mass; // instead of that of the design
      mass->SetName("Mass");
      mass->InsertNextValue(massDensity * surface->volume);
      output->GetFieldData()->AddArray(mass);
    }
    return [this, output, surface, massDensity, isMoved = !problem->part.triangles.empty(), note,
             warning]
    {
      this->SetResult(0, output);
      this->SetNumbers(*surface, massDensity, isMoved, note);
      if (!warning.empty())
      {
        this->ReportWarning(warning);
      }
    };
  };
}

//------------------------------------------------------------------------------
void vtkTopologySurface::SetNumbers(const trabecula::TopologySurface& surface, double massDensity,
  bool isMoved, const std::string& note)
{
  vtkInternals& internals = *this->Internals;
  internals.Threshold = surface.threshold;
  internals.Volume = surface.volume;
  internals.FieldVolume = surface.fieldVolume;
  internals.Area = surface.area;
  internals.Mass = massDensity * surface.volume;
  internals.Pieces = static_cast<int>(surface.numberOfPieces);
  internals.Closed = describe(surface.topology);
  this->SetStatus(trabecula::countText(surface.numberOfPieces, "piece") + ", " +
    trabecula::countText(static_cast<std::int64_t>(surface.mesh.numberOfTriangles()), "triangle") +
    "." + describeDecimation(surface) +
    (isMoved ? " On the part's surface: " + trabecula::countText(surface.fit.fitted, "point") +
          ", moved there: " + std::to_string(surface.fit.moved) + "."
             : "") +
    (std::isnan(internals.Mass)
        ? ""
        : " Mass: " + trabecula::filters::massText(this->GetUnitsInUse(), internals.Mass) + ".") +
    (note.empty() ? "" : " ") + note);
}

//------------------------------------------------------------------------------
double vtkTopologySurface::GetThresholdUsed()
{
  return this->Internals->Threshold;
}
double vtkTopologySurface::GetVolume()
{
  return this->Internals->Volume;
}
double vtkTopologySurface::GetFieldVolume()
{
  return this->Internals->FieldVolume;
}
double vtkTopologySurface::GetArea()
{
  return this->Internals->Area;
}
double vtkTopologySurface::GetMass()
{
  return this->Internals->Mass;
}
int vtkTopologySurface::GetNumberOfPieces()
{
  return this->Internals->Pieces;
}
const char* vtkTopologySurface::GetClosed()
{
  return this->Internals->Closed.c_str();
}

//------------------------------------------------------------------------------
void vtkTopologySurface::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "ThresholdBy: " << this->ThresholdBy << "\n";
  os << indent << "VolumeFraction: " << this->VolumeFraction << "\n";
  os << indent << "Threshold: " << this->Threshold << "\n";
  os << indent << "Smoothing: " << this->Smoothing << "\n";
  os << indent << "SmoothingIterations: " << this->SmoothingIterations << "\n";
  os << indent << "PassBand: " << this->PassBand << "\n";
  os << indent << "HoldBoundary: " << this->HoldBoundary << "\n";
  os << indent << "Keep: " << this->Keep << "\n";
  os << indent << "MinimumPieceShare: " << this->MinimumPieceShare << "\n";
  os << indent << "Decimate: " << this->Decimate << "\n";
  os << indent << "LargestDeviation: " << this->LargestDeviation << "\n";
}
