/**
 * State of vtkRegionCondition between executions.
 */

#ifndef vtkRegionConditionInternals_h
#define vtkRegionConditionInternals_h

#include "BodySurface.h"
#include "InputStamp.h"
#include "PatchBody.h"
#include "vtkRegionCondition.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"

#include <memory>
#include <string>
#include <vector>

class vtkRegionCondition::vtkInternals
{
public:
  /// Indices of input arrays to process.
  static constexpr int RegionIndex = 0;
  static constexpr int BodyIndex = 1;

  std::vector<vtkIdType> ChosenFaces;
  std::vector<double> FaceMarks;

  int Points = 0;
  int Faces = 0;
  int Cells = 0;
  double Area = 0.0;
  double Volume = 0.0;
  bool Inside = false;

  /// The patch of the last input if that was a control net, else null.
  std::unique_ptr<trabecula::filters::PatchBody> Patch;

  /// Returns the surface. It is the most expensive part, and is reused while only the region
  /// changes.
  const trabecula::filters::BodySurface& SurfaceOf(
    vtkDataSet* input, const trabecula::filters::BodyArray& body)
  {
    auto geometry = vtk::TakeSmartPointer(input->NewInstance());
    geometry->CopyStructure(input);
    if (!body.name.empty())
    {
      geometry->GetCellData()->AddArray(input->GetCellData()->GetArray(body.name.c_str()));
    }
    if (vtkUnsignedCharArray* ghosts = input->GetCellGhostArray())
    {
      geometry->GetCellData()->AddArray(ghosts);
    }
    const trabecula::filters::InputStamp stamp(geometry);
    if (!this->HasSurface || !(stamp == this->Stamp) || body.name != this->Body.name ||
      body.threshold != this->Body.threshold)
    {
      this->HasSurface = false;
      this->Surface = trabecula::filters::makeBodySurface(input, body);
      this->Stamp = stamp;
      this->Body = body;
      this->HasSurface = true;
    }
    return this->Surface;
  }

private:
  bool HasSurface = false;
  trabecula::filters::InputStamp Stamp;
  trabecula::filters::BodyArray Body;
  trabecula::filters::BodySurface Surface;
};

#endif
