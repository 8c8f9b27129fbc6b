#include "vtkVoxelizeSurface.h"

#include "FilterObserver.h"
#include "InputStructure.h"
#include "RankMessages.h"
#include "SurfaceMeshConverter.h"
#include "VoxelizedSurfaceWriter.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Voxelization/KeptVoxels.h"
#include "Geometry/Voxelization/SurfaceFaults.h"
#include "Geometry/Voxelization/SurfaceGrid.h"
#include "Geometry/Voxelization/VoxelFractions.h"

#include "vtkAlgorithmOutput.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPolyData.h"
#include "vtkStreamingDemandDrivenPipeline.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

void addField(vtkImageData* image, const char* name, double value)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->InsertNextValue(value);
  image->GetFieldData()->AddArray(array);
}

/// Returns a sentence on the design regions of the surface that begins with a space; empty if there
/// are none.
std::string describeRegions(const std::vector<std::int64_t>& caught)
{
  std::string text;
  for (std::size_t r = 0; r < caught.size(); ++r)
  {
    text += (r == 0 ? " Voxels of the design regions: " : ", ") + std::to_string(caught[r]);
  }
  return text + (caught.empty() ? "" : ".");
}

/// Determines which voxels are kept. @throws trabecula::Error if none is
std::vector<std::uint8_t> keepVoxels(const std::vector<double>& fractions, double least)
{
  if (!(least >= 0.0 && least <= 1.0))
  {
    throw trabecula::Error(
      "Least Fraction is " + trabecula::shortText(least) + "; it must be from 0 to 1.");
  }
  std::vector<std::uint8_t> isKept(fractions.size());
  std::transform(fractions.begin(), fractions.end(), isKept.begin(),
    [&](double fraction) -> std::uint8_t { return fraction > 0.0 && fraction >= least ? 1 : 0; });
  if (std::find(isKept.begin(), isKept.end(), 1) == isKept.end())
  {
    throw trabecula::Error("No voxel has the Least Fraction of " + trabecula::shortText(least) +
      "; the largest is " +
      trabecula::shortText(*std::max_element(fractions.begin(), fractions.end())) +
      ". Use more cells or smaller voxels, or lower Least Fraction.");
  }
  return isKept;
}
}

class vtkVoxelizeSurface::vtkInternals
{
public:
  double Volume = 0.0;
  double SolidVolume = 0.0;
  std::array<double, 3> Edges = {};
  std::array<int, 3> Cells = {};
  vtkIdType Visible = 0;

  /// Returns the size of the image that Compute() would make, or of the last image if it would
  /// fail.
  const std::array<int, 3>& Announce(vtkVoxelizeSurface* self, vtkPolyData* surface)
  {
    const vtkMTimeType time = surface ? std::max(surface->GetMTime(), self->GetMTime()) : 0;
    if (time != this->AnnouncedTime)
    {
      this->AnnouncedTime = time;
      this->Announced = this->Cells;
      try
      {
        trabecula::filters::requireValidStructure(surface);
        this->Announced = self->MakeGrid(trabecula::filters::makeTriangles(surface).mesh).cells;
      }
      catch (const trabecula::Error&)
      {
        // The error is reported when the filter executes.
      }
    }
    return this->Announced;
  }

private:
  vtkMTimeType AnnouncedTime = 0;
  std::array<int, 3> Announced = {};
};

vtkStandardNewMacro(vtkVoxelizeSurface);

//------------------------------------------------------------------------------
vtkVoxelizeSurface::vtkVoxelizeSurface() : Internals(std::make_unique<vtkInternals>())
{
  this->SetReasonForOneRank("Making voxels is not divided; the image is.");
}

//------------------------------------------------------------------------------
vtkVoxelizeSurface::~vtkVoxelizeSurface() = default;

//------------------------------------------------------------------------------
vtkImageData* vtkVoxelizeSurface::GetOutput()
{
  return vtkImageData::SafeDownCast(this->GetOutputDataObject(0));
}

//------------------------------------------------------------------------------
int vtkVoxelizeSurface::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkPolyData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkVoxelizeSurface::FillOutputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkImageData");
  return 1;
}

//------------------------------------------------------------------------------
int vtkVoxelizeSurface::RequestInformation(
  vtkInformation*, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  // The extent follows from the surface, which must therefore be updated, because views rely on the
  // extent.
  if (vtkAlgorithmOutput* connection = this->GetInputConnection(0, 0))
  {
    this->RequestOwnPiece(inputVector[0]->GetInformationObject(0));
    connection->GetProducer()->Update(connection->GetIndex());
  }
  std::array<int, 3> cells = {};
  if (this->IsAlone())
  {
    cells = this->Internals->Announce(this, vtkPolyData::GetData(inputVector[0]));
  }
  else
  {
    vtkInformationVector** gathered = this->GatherInputs(inputVector);
    const std::array<int, 3> announced = gathered
      ? this->Internals->Announce(this, vtkPolyData::GetData(gathered[0]))
      : std::array<int, 3>{};
    const std::vector<int> shared =
      trabecula::filters::largestOf(*this->Controller, { announced.begin(), announced.end() });
    std::copy(shared.begin(), shared.end(), cells.begin());
  }
  const int extent[6] = { 0, cells[0], 0, cells[1], 0, cells[2] };
  outputVector->GetInformationObject(0)->Set(SDDP::WHOLE_EXTENT(), extent, 6);
  return 1;
}

//------------------------------------------------------------------------------
void vtkVoxelizeSurface::Execute(
  vtkInformation* request, vtkInformationVector** inputVector, vtkInformationVector* outputVector)
{
  this->Superclass::Execute(request, inputVector, outputVector);
  vtkImageData* image = vtkImageData::GetData(outputVector, 0);
  // After an error the image is empty and does not have the announced extent, which VTK would
  // report.
  if (image && image->GetNumberOfPoints() > 0)
  {
    vtkInformation* info = outputVector->GetInformationObject(0);
    info->Set(SDDP::WHOLE_EXTENT(), image->GetExtent(), 6);
    info->Set(vtkDataObject::ORIGIN(), image->GetOrigin(), 3);
    info->Set(vtkDataObject::SPACING(), image->GetSpacing(), 3);
  }
}

//------------------------------------------------------------------------------
std::string vtkVoxelizeSurface::DescribeComposite(const std::string& type)
{
  return "The input is a " + type +
    ", and each of its blocks would be voxelized by itself. Make it one surface with the filters "
    "Merge Blocks and Extract Surface, or take one block with Extract Block.";
}

//------------------------------------------------------------------------------
std::string vtkVoxelizeSurface::DescribeLackOfMemory()
{
  return "There is not enough memory for an image of this size. Use fewer cells or larger voxels, "
         "or a machine with more memory.";
}

//------------------------------------------------------------------------------
trabecula::SurfaceGrid vtkVoxelizeSurface::MakeGrid(const trabecula::TriangleMesh& surface)
{
  return this->Resolution == CELLS ? trabecula::gridByCells(surface, this->Cells)
                                   : trabecula::gridByEdge(surface, this->VoxelSize);
}

//------------------------------------------------------------------------------
void vtkVoxelizeSurface::Compute(vtkInformationVector** inputVector)
{
  constexpr const char* stopped = "Stopped. A further Apply starts again.";
  vtkPolyData* input = vtkPolyData::GetData(inputVector[0]);
  trabecula::filters::FilterObserver observer(this);
  observer.setRange(0.0, 0.1);
  observer.setText("Reading the surface");
  trabecula::filters::SurfaceTriangles triangles = trabecula::filters::makeTriangles(input);
  for (std::size_t t = 0; this->ReverseOrientation && t < triangles.mesh.triangles.size(); t += 3)
  {
    std::swap(triangles.mesh.triangles[t + 1], triangles.mesh.triangles[t + 2]);
  }
  const trabecula::MergedSurface surface = trabecula::mergeEqualPoints(triangles.mesh);
  const trabecula::SurfaceGrid grid = this->MakeGrid(surface.mesh);
  observer.setText("");
  observer.setRange(0.1, 0.5);
  if (!trabecula::requireSolidSurface(surface, triangles.cells, observer))
  {
    this->SetStatus(stopped);
    return;
  }
  observer.setRange(0.5, 0.8);
  const auto fractions = trabecula::voxelFractions(surface.mesh, grid, observer);
  if (!fractions)
  {
    this->SetStatus(stopped);
    return;
  }
  observer.setRange(0.8, 1.0);
  observer.setText("Writing voxels");
  const trabecula::KeptVoxels voxels(grid, keepVoxels(*fractions, this->LeastFraction));
  vtkNew<vtkImageData> output;
  output->GetFieldData()->PassData(input->GetFieldData());
  trabecula::filters::writeVoxels(*fractions, voxels, output);
  if (observer.stopRequested())
  {
    this->SetStatus(stopped);
    return;
  }
  observer.setText("Bringing arrays of the surface to the voxels");
  const std::vector<std::int64_t> caught =
    trabecula::filters::writeMarks(input, triangles, surface, voxels, output);

  vtkInternals& internals = *this->Internals;
  internals.Volume = trabecula::enclosedVolume(surface.mesh);
  internals.Visible =
    static_cast<vtkIdType>(output->GetFieldData()->GetArray("VisibleCells")->GetComponent(0, 0));
  internals.SolidVolume = trabecula::solidVolume(*fractions, voxels);
  internals.Edges = grid.spacing;
  internals.Cells = grid.cells;
  addField(output, "Volume", internals.Volume);
  addField(output, "SolidVolume", internals.SolidVolume);
  this->SetResult(0, output);
  const double leftOut = 100.0 * (1.0 - internals.SolidVolume / internals.Volume); // percent
  this->SetStatus(std::to_string(grid.cells[0]) + " x " + std::to_string(grid.cells[1]) + " x " +
    std::to_string(grid.cells[2]) + " voxels of " + trabecula::shortText(grid.spacing[0]) + " x " +
    trabecula::shortText(grid.spacing[1]) + " x " + trabecula::shortText(grid.spacing[2]) + ", " +
    std::to_string(internals.Visible) +
    " at least partly solid. Volume: " + trabecula::shortText(internals.Volume) +
    (leftOut > 1e-6 ? ", of which " + trabecula::shortText(leftOut) + " % is left out." : ".") +
    describeRegions(caught));
}

//------------------------------------------------------------------------------
double vtkVoxelizeSurface::GetVolume()
{
  return this->Internals->Volume;
}
double vtkVoxelizeSurface::GetSolidVolume()
{
  return this->Internals->SolidVolume;
}
double* vtkVoxelizeSurface::GetVoxelEdges()
{
  return this->Internals->Edges.data();
}
int* vtkVoxelizeSurface::GetImageCells()
{
  return this->Internals->Cells.data();
}
vtkIdType vtkVoxelizeSurface::GetNumberOfVisibleCells()
{
  return this->Internals->Visible;
}

//------------------------------------------------------------------------------
void vtkVoxelizeSurface::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Resolution: " << this->Resolution << "\n";
  os << indent << "Cells: " << this->Cells << "\n";
  os << indent << "VoxelSize: " << this->VoxelSize << "\n";
  os << indent << "LeastFraction: " << this->LeastFraction << "\n";
  os << indent << "ReverseOrientation: " << this->ReverseOrientation << "\n";
}
