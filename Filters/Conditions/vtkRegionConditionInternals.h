/**
 * State of vtkRegionCondition between executions.
 */

#ifndef vtkRegionConditionInternals_h
#define vtkRegionConditionInternals_h

#include "BodyFaces.h"
#include "BodySurface.h"
#include "PatchBody.h"
#include "SharedFaces.h"
#include "SpatialRegion.h"
#include "vtkRegionCondition.h"

#include <memory>
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

  /// The surface of the last input, and its faces if the region is of faces; null of a patch. They
  /// are the most expensive part, and are held while only the region changes.
  std::shared_ptr<const trabecula::filters::BodySurface> Surface;
  std::shared_ptr<const trabecula::filters::BodyFaces> BodyFaces;

  void Find(vtkDataSet* input, const trabecula::filters::BodyArray& body,
    const trabecula::filters::RegionSettings& region)
  {
    using Settings = trabecula::filters::RegionSettings;
    const bool ofFaces = region.kind == Settings::Faces || region.kind == Settings::Holes;
    // What was held before is released only when the new one is there, as it may be the same.
    const auto surface = this->Patch ? nullptr : trabecula::filters::sharedSurface(input, body);
    this->BodyFaces = surface && ofFaces
      ? trabecula::filters::sharedFaces(input, surface, region.patchAngle)
      : nullptr;
    this->Surface = surface;
  }
};

#endif
