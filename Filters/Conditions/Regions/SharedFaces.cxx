#include "SharedFaces.h"

#include "InputStamp.h"

#include "vtkAbstractArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

namespace trabecula::filters
{
namespace
{
/// Results that somebody holds, by what they were made of.
template <typename Key, typename Result>
class SharedResults
{
public:
  /// Returns the result of equal keys, or makes it. Makes one at a time.
  template <typename Make>
  std::shared_ptr<const Result> get(const Key& key, const Make& make)
  {
    const std::lock_guard<std::mutex> lock(this->Mutex);
    this->Entries.erase(std::remove_if(this->Entries.begin(), this->Entries.end(),
                          [](const Entry& entry) { return entry.result.expired(); }),
      this->Entries.end());
    for (const Entry& entry : this->Entries)
    {
      if (entry.key == key)
      {
        if (std::shared_ptr<const Result> held = entry.result.lock())
        {
          return held;
        }
      }
    }
    auto made = std::make_shared<const Result>(make());
    this->Entries.push_back({ key, made });
    return made;
  }

private:
  struct Entry
  {
    Key key;
    std::weak_ptr<const Result> result;
  };

  std::mutex Mutex;
  std::vector<Entry> Entries;
};

struct SurfaceKey
{
  InputStamp stamp;
  std::string body;
  double threshold;

  bool operator==(const SurfaceKey& other) const
  {
    return this->stamp == other.stamp && this->body == other.body &&
      this->threshold == other.threshold;
  }
};

struct FacesKey
{
  InputStamp stamp;
  std::weak_ptr<const BodySurface> surface;
  double angle;

  bool operator==(const FacesKey& other) const
  {
    return this->stamp == other.stamp && this->angle == other.angle &&
      !this->surface.owner_before(other.surface) && !other.surface.owner_before(this->surface);
  }
};

/// Whether a stamp tells all points and cells of a dataset.
bool hasStamp(vtkDataSet* input)
{
  return vtkImageData::SafeDownCast(input) || vtkPolyData::SafeDownCast(input) ||
    vtkUnstructuredGrid::SafeDownCast(input);
}

/// The stamp of what makeBodySurface() reads.
InputStamp stampOfSurface(vtkDataSet* input, const BodyArray& body)
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
  return InputStamp(geometry);
}

/// The stamp of the arrays that makeBodyFaces() reads.
InputStamp stampOfFaces(vtkDataSet* input)
{
  vtkNew<vtkPolyData> arrays;
  for (const char* name : namesOfFaceArrays())
  {
    if (vtkDataArray* array = input->GetCellData()->GetArray(name))
    {
      arrays->GetCellData()->AddArray(array);
    }
    if (vtkAbstractArray* array = input->GetFieldData()->GetAbstractArray(name))
    {
      arrays->GetFieldData()->AddArray(array);
    }
  }
  return InputStamp(arrays);
}
}

std::shared_ptr<const BodySurface> sharedSurface(vtkDataSet* input, const BodyArray& body)
{
  if (!hasStamp(input))
  {
    return std::make_shared<const BodySurface>(makeBodySurface(input, body));
  }
  static SharedResults<SurfaceKey, BodySurface> surfaces;
  return surfaces.get({ stampOfSurface(input, body), body.name, body.threshold },
    [&] { return makeBodySurface(input, body); });
}

std::shared_ptr<const BodyFaces> sharedFaces(
  vtkDataSet* input, const std::shared_ptr<const BodySurface>& surface, double angle)
{
  static SharedResults<FacesKey, BodyFaces> faces;
  return faces.get(
    { stampOfFaces(input), surface, angle }, [&] { return makeBodyFaces(input, *surface, angle); });
}
}
