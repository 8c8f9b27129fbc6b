#include "BodyFaces.h"

#include "FaceDescription.h"
#include "InputArrays.h"
#include "VoxelFaces.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/Faces/SurfaceFaces.h"

#include "vtkAbstractArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

namespace trabecula::filters
{
namespace
{
constexpr const char* FeatureName = "CadFeature";
constexpr const char* FaceName = "CadFace";
constexpr const char* FeatureOfFaceName = "CadFaceFeature";
constexpr const char* DescriptionName = "CadFaceDescription";
constexpr const char* HoleRadiusName = "CadHoleRadius";
constexpr const char* DirectionName = "CadFaceDirection";
constexpr const char* BoundaryName = "BoundaryTriangle";
constexpr const char* FaceOfBoundaryName = "CadFaceOfBoundary";
constexpr double LeastAngle = 1.0; // of edges, degrees
constexpr double LargestAngle = 179.0;

/// A number for each face of the surface, or -1.
using FaceNumbers = std::vector<vtkIdType>;

/// The corners of all faces as triangles, and the face of each.
struct FaceTriangles
{
  TriangleMesh mesh;
  std::vector<std::int32_t> faces;
};

FaceTriangles triangulate(const BodySurface& surface)
{
  FaceTriangles triangles;
  triangles.mesh.points = surface.faces.points;
  for (std::size_t f = 0; f < surface.faces.numberOfFaces(); ++f)
  {
    const std::int32_t* nodes = surface.faces.face(f);
    for (int corner = 2; corner < surface.cornersOf(f); ++corner)
    {
      triangles.mesh.triangles.insert(
        triangles.mesh.triangles.end(), { nodes[0], nodes[corner - 1], nodes[corner] });
      triangles.faces.push_back(static_cast<std::int32_t>(f));
    }
  }
  return triangles;
}

vtkIdType numberIn(vtkDataArray* array, vtkIdType tuple)
{
  const double value = array->GetComponent(tuple, 0);
  return std::isfinite(value) && value >= 0.0 ? static_cast<vtkIdType>(value) : -1;
}

/// What a voxel's face of a part may stand for: the directions of planes and cylinders.
class FaceDirections
{
public:
  FaceDirections(vtkFieldData* fields, bool areFeatures)
  {
    vtkDataArray* directions = fields->GetArray(DirectionName);
    auto* texts = vtkStringArray::SafeDownCast(fields->GetAbstractArray(DescriptionName));
    vtkDataArray* features = fields->GetArray(FeatureOfFaceName);
    if (!directions || !texts || !features || directions->GetNumberOfComponents() != 3 ||
      directions->GetNumberOfTuples() != texts->GetNumberOfTuples() ||
      directions->GetNumberOfTuples() != features->GetNumberOfTuples())
    {
      return;
    }
    for (vtkIdType face = 0; face < texts->GetNumberOfTuples(); ++face)
    {
      const std::string words = texts->GetValue(face);
      Direction direction;
      direction.isPlane = words.rfind("plane", 0) == 0;
      if (direction.isPlane || words.rfind("cylinder", 0) == 0)
      {
        directions->GetTuple(face, direction.vector.data());
        this->Known[areFeatures ? numberIn(features, face) : face] = direction;
      }
    }
  }

  /// Whether a face with a number may have a normal: a plane only one on its side, a cylinder only
  /// one that is not along its axis. Steps of voxels have normals along the axes.
  bool operator()(vtkIdType number, const Vector3& normal) const
  {
    constexpr double leastOfPlane = 0.17; // 10 degrees
    constexpr double mostOfCylinder = 0.98;
    const auto known = this->Known.find(number);
    if (known == this->Known.end())
    {
      return true;
    }
    const double cosine = dotProduct(known->second.vector, normal);
    return known->second.isPlane ? cosine > leastOfPlane : std::abs(cosine) < mostOfCylinder;
  }

private:
  struct Direction
  {
    Vector3 vector = {};
    bool isPlane = false;
  };
  std::map<vtkIdType, Direction> Known;
};

FaceNumbers numbersOfCells(vtkDataSet* input, const BodySurface& surface, vtkDataArray* array)
{
  if (!vtkPolyData::SafeDownCast(input))
  {
    const FaceDirections mayFace(
      input->GetFieldData(), std::string(array->GetName()) == FeatureName);
    return numbersOfVoxels(input, surface, array, mayFace);
  }
  FaceNumbers numbers;
  for (const vtkIdType cell : surface.cells)
  {
    numbers.push_back(numberIn(array, cell));
  }
  return numbers;
}

/// @throws Error if the arrays have different numbers of tuples or not the right components
FaceNumbers numbersOfBoundary(vtkDataSet* input, const BodySurface& surface)
{
  vtkFieldData* fields = input->GetFieldData();
  vtkDataArray* triangles = fields->GetArray(BoundaryName);
  vtkDataArray* faces = fields->GetArray(FaceOfBoundaryName);
  vtkDataArray* features = fields->GetArray(FeatureOfFaceName);
  const vtkIdType count = triangles->GetNumberOfTuples();
  if (triangles->GetNumberOfComponents() != 3 || faces->GetNumberOfComponents() != 1 ||
    faces->GetNumberOfTuples() != count)
  {
    throw Error("The field arrays " + inQuotes(BoundaryName) + " and " +
      inQuotes(FaceOfBoundaryName) + " have " + std::to_string(count) + " and " +
      std::to_string(faces->GetNumberOfTuples()) +
      " tuples; the first has three corners, and the second the CAD face, of each triangle. Mesh "
      "the "
      "part again.");
  }
  using Corners = std::array<vtkIdType, 3>;
  std::map<Corners, vtkIdType> numberOf;
  for (vtkIdType i = 0; i < count; ++i)
  {
    Corners corners;
    for (int c = 0; c < 3; ++c)
    {
      corners[static_cast<std::size_t>(c)] = static_cast<vtkIdType>(triangles->GetComponent(i, c));
    }
    std::sort(corners.begin(), corners.end());
    vtkIdType number = numberIn(faces, i);
    if (features && number >= 0 && number < features->GetNumberOfTuples())
    {
      number = numberIn(features, number);
    }
    numberOf[corners] = number;
  }
  FaceNumbers numbers(surface.cells.size(), -1);
  for (std::size_t f = 0; f < numbers.size(); ++f)
  {
    if (surface.cornersOf(f) == 3)
    {
      const std::int32_t* nodes = surface.faces.face(f);
      Corners corners;
      std::transform(nodes, nodes + 3, corners.begin(),
        [&](std::int32_t node) { return surface.points[static_cast<std::size_t>(node)]; });
      std::sort(corners.begin(), corners.end());
      const auto found = numberOf.find(corners);
      numbers[f] = found == numberOf.end() ? -1 : found->second;
    }
  }
  return numbers;
}

/// Returns the faces with the numbers, without area and description.
BodyFaces facesOfNumbers(const FaceNumbers& numbers)
{
  BodyFaces result;
  FaceNumbers sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (const vtkIdType number : sorted)
  {
    if (number >= 0)
    {
      BodyFace face;
      face.number = number;
      result.faces.push_back(face);
    }
  }
  for (const vtkIdType number : numbers)
  {
    result.faceAt.push_back(number < 0 ? -1 : result.find(number));
  }
  return result;
}

void describeByShape(const FaceShape& shape, BodyFace& face)
{
  const CadDescription::Face words = describeFace(shape);
  face.description = wordsOf(words, 1.0);
  face.holeRadius = isHole(words) ? shape.radius : 0.0;
}

/// Describes faces by field arrays. @return whether there are such arrays
bool describeByFields(vtkDataSet* input, bool areFeatures, BodyFaces& result)
{
  vtkFieldData* fields = input->GetFieldData();
  auto* texts = vtkStringArray::SafeDownCast(fields->GetAbstractArray(DescriptionName));
  vtkDataArray* radii = fields->GetArray(HoleRadiusName);
  vtkDataArray* features = fields->GetArray(FeatureOfFaceName);
  if (!texts || !radii || !features || radii->GetNumberOfTuples() != texts->GetNumberOfTuples() ||
    features->GetNumberOfTuples() != texts->GetNumberOfTuples())
  {
    return false;
  }
  std::map<vtkIdType, std::int64_t> partsOf;
  for (vtkIdType cad = 0; cad < texts->GetNumberOfTuples(); ++cad)
  {
    const vtkIdType number = areFeatures ? numberIn(features, cad) : cad;
    const std::ptrdiff_t index = result.find(number);
    if (index >= 0)
    {
      BodyFace& face = result.faces[static_cast<std::size_t>(index)];
      face.description = texts->GetValue(cad);
      face.holeRadius = std::max(0.0, radii->GetComponent(cad, 0));
      ++partsOf[number];
    }
  }
  for (BodyFace& face : result.faces)
  {
    if (partsOf[face.number] > 1)
    {
      face.description += ", " + countText(partsOf[face.number], "face");
    }
  }
  return true;
}

/// Sets areas and centres of all faces.
void measure(const FaceTriangles& triangles, BodyFaces& result)
{
  for (std::size_t t = 0; t < triangles.faces.size(); ++t)
  {
    const std::ptrdiff_t index = result.faceAt[static_cast<std::size_t>(triangles.faces[t])];
    if (index < 0)
    {
      continue;
    }
    BodyFace& face = result.faces[static_cast<std::size_t>(index)];
    const double area = lengthOf(vectorAreaOf(triangles.mesh, static_cast<std::int32_t>(t)));
    face.area += area;
    for (std::size_t c = 0; c < 9; ++c)
    {
      const Vector3 x = triangles.mesh.point(triangles.mesh.triangles[3 * t + c / 3]);
      face.centre[c % 3] += area / 3.0 * x[c % 3];
    }
  }
  for (BodyFace& face : result.faces)
  {
    for (double& component : face.centre)
    {
      component /= face.area > 0.0 ? face.area : 1.0;
    }
  }
}

/// Describes faces by planes and cylinders fitted to their triangles.
void describeByFit(const FaceTriangles& triangles, BodyFaces& result)
{
  std::vector<std::int32_t> faceOf;
  for (const std::int32_t face : triangles.faces)
  {
    faceOf.push_back(static_cast<std::int32_t>(result.faceAt[static_cast<std::size_t>(face)]));
  }
  const std::vector<FaceShape> shapes = shapesOfFaces(triangles.mesh, faceOf, result.faces.size());
  for (std::size_t f = 0; f < shapes.size(); ++f)
  {
    describeByShape(shapes[f], result.faces[f]);
  }
}

BodyFaces facesByAngle(const BodySurface& surface, const FaceTriangles& triangles, double angle)
{
  const SurfaceFaces found =
    findFaces(triangles.mesh, std::clamp(angle, LeastAngle, LargestAngle), triangles.faces);
  FaceNumbers numbers(surface.cells.size(), -1);
  for (std::size_t t = 0; t < triangles.faces.size(); ++t)
  {
    numbers[static_cast<std::size_t>(triangles.faces[t])] = found.faceOf[t];
  }
  BodyFaces result = facesOfNumbers(numbers);
  for (BodyFace& face : result.faces)
  {
    describeByShape(found.shapes[static_cast<std::size_t>(face.number)], face);
  }
  return result;
}
}

std::ptrdiff_t BodyFaces::find(vtkIdType number) const
{
  const auto found = std::lower_bound(this->faces.begin(), this->faces.end(), number,
    [](const BodyFace& face, vtkIdType n) { return face.number < n; });
  return found != this->faces.end() && found->number == number ? found - this->faces.begin() : -1;
}

const std::vector<const char*>& namesOfFaceArrays()
{
  static const std::vector<const char*> names = { FeatureName, FaceName, FeatureOfFaceName,
    DescriptionName, HoleRadiusName, DirectionName, BoundaryName, FaceOfBoundaryName };
  return names;
}

BodyFaces makeBodyFaces(vtkDataSet* input, const BodySurface& surface, double angle)
{
  const FaceTriangles triangles = triangulate(surface);
  vtkFieldData* fields = input->GetFieldData();
  vtkDataArray* features = input->GetCellData()->GetArray(FeatureName);
  vtkDataArray* cells = features ? features : input->GetCellData()->GetArray(FaceName);
  const bool hasBoundary = fields->GetArray(BoundaryName) && fields->GetArray(FaceOfBoundaryName);
  if (!cells && !hasBoundary)
  {
    BodyFaces result = facesByAngle(surface, triangles, angle);
    measure(triangles, result);
    return result;
  }
  BodyFaces result = facesOfNumbers(
    cells ? numbersOfCells(input, surface, cells) : numbersOfBoundary(input, surface));
  measure(triangles, result);
  const bool areFeatures = (cells ? features : fields->GetArray(FeatureOfFaceName)) != nullptr;
  if (describeByFields(input, areFeatures, result))
  {
    return result;
  }
  if (hasBoundary || vtkPolyData::SafeDownCast(input))
  {
    describeByFit(triangles, result);
    return result;
  }
  for (BodyFace& face : result.faces)
  {
    face.description = "face " + std::to_string(face.number);
  }
  return result;
}
}
