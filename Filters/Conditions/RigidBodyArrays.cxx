#include "RigidBodyArrays.h"

#include "InputArrays.h"

#include "Analysis/Rigid/RigidMotions.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>

namespace trabecula::filters
{
namespace
{
constexpr int MotionComponents = 11;
using MotionTuple = std::array<double, MotionComponents>;

MotionTuple tupleOf(const RigidFaceMotion& motion)
{
  MotionTuple tuple{};
  tuple[0] = motion.face;
  for (std::size_t c = 0; c < 3; ++c)
  {
    tuple[1 + c] = motion.point[c];
    tuple[4 + c] = motion.direction[c];
    tuple[7 + c] = motion.axis[c];
  }
  tuple[10] = motion.value;
  return tuple;
}

RigidFaceMotion motionOf(const MotionTuple& tuple)
{
  RigidFaceMotion motion;
  motion.face = static_cast<std::int32_t>(tuple[0]);
  for (std::size_t c = 0; c < 3; ++c)
  {
    motion.point[c] = tuple[1 + c];
    motion.direction[c] = tuple[4 + c];
    motion.axis[c] = tuple[7 + c];
  }
  motion.value = tuple[10];
  return motion;
}

bool isNumber(double value)
{
  return value >= 0.0 && value <= std::numeric_limits<std::int32_t>::max() &&
    value == std::floor(value);
}

std::vector<RigidFaceMotion> readMotions(vtkDataSet* data)
{
  std::vector<RigidFaceMotion> motions;
  vtkDataArray* array = data->GetFieldData()->GetArray(RigidBodyMotionsName);
  if (!array)
  {
    return motions;
  }
  if (array->GetNumberOfComponents() != MotionComponents)
  {
    throw Error("The field array " + inQuotes(RigidBodyMotionsName) + " has " +
      std::to_string(array->GetNumberOfComponents()) + " components instead of " +
      std::to_string(MotionComponents) +
      ": number of the rigid face, point, direction, axis and value. Apply Mechanical Support "
      "again.");
  }
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    MotionTuple tuple{};
    array->GetTuple(i, tuple.data());
    if (!std::all_of(tuple.begin(), tuple.end(), [](double v) { return std::isfinite(v); }) ||
      !isNumber(tuple[0]))
    {
      throw Error("The field array " + inQuotes(RigidBodyMotionsName) + " has in tuple " +
        std::to_string(i) +
        " a value that is not finite, or a number of a rigid face that is not whole. Apply "
        "Mechanical Support again.");
    }
    motions.push_back(motionOf(tuple));
  }
  return motions;
}

void writeNumbers(vtkDataSet* data, const std::vector<std::int32_t>& numbers)
{
  vtkNew<vtkIntArray> array;
  array->SetName(RigidBodyName);
  array->SetNumberOfValues(static_cast<vtkIdType>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), array->GetPointer(0));
  data->GetPointData()->AddArray(array);
}

void writeMotions(vtkDataSet* data, const std::vector<RigidFaceMotion>& motions)
{
  static const char* const names[MotionComponents] = { "Body", "PointX", "PointY", "PointZ",
    "DirectionX", "DirectionY", "DirectionZ", "AxisX", "AxisY", "AxisZ", "Value" };
  vtkNew<vtkDoubleArray> array;
  array->SetName(RigidBodyMotionsName);
  array->SetNumberOfComponents(MotionComponents);
  for (int c = 0; c < MotionComponents; ++c)
  {
    array->SetComponentName(c, names[c]);
  }
  for (const RigidFaceMotion& motion : motions)
  {
    array->InsertNextTuple(tupleOf(motion).data());
  }
  data->GetFieldData()->AddArray(array);
}
}

std::vector<std::int32_t> readRigidBodyNumbers(vtkDataSet* data)
{
  std::vector<std::int32_t> numbers;
  vtkPointData* points = data->GetPointData();
  if (!points->HasArray(RigidBodyName))
  {
    return numbers;
  }
  const std::vector<double> values =
    valuesOf(requireArray(points, RigidBodyName, "numbers of rigid faces", 1));
  numbers.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!isNumber(values[i]))
    {
      throw Error("Point array " + inQuotes(RigidBodyName) + " has the value " +
        shortText(values[i]) + " at point " + std::to_string(i) +
        "; it is the number of a rigid face, from 1, or 0.");
    }
    numbers.push_back(static_cast<std::int32_t>(values[i]));
  }
  return numbers;
}

void setRigidBodyNumbers(vtkDataSet* data, const RigidFaces& faces)
{
  if (!faces.numbers.empty())
  {
    std::vector<std::int32_t> numbers(faces.numbers.size() / 3);
    for (std::size_t i = 0; i < numbers.size(); ++i)
    {
      numbers[i] = faces.numbers[3 * i];
    }
    writeNumbers(data, numbers);
  }
}

void requireNoRigidBodies(vtkDataSet* data, const std::string& what)
{
  requireNoRigidFaces(readRigidBodies(data), what);
}

RigidFaces readRigidBodies(vtkDataSet* data)
{
  RigidFaces faces;
  const std::vector<std::int32_t> numbers = readRigidBodyNumbers(data);
  faces.motions = readMotions(data);
  if (std::any_of(numbers.begin(), numbers.end(), [](std::int32_t number) { return number != 0; }))
  {
    faces.numbers.reserve(3 * numbers.size());
    for (const std::int32_t number : numbers)
    {
      faces.numbers.insert(faces.numbers.end(), 3, number);
    }
  }
  else if (!faces.motions.empty())
  {
    throw Error("The field array " + inQuotes(RigidBodyMotionsName) +
      " prescribes motions of rigid faces, but no point has a number in the point array " +
      inQuotes(RigidBodyName) + ". A filter after Mechanical Support has left it out.");
  }
  return faces;
}

std::int32_t addRigidBody(
  vtkDataSet* data, const std::vector<vtkIdType>& points, std::vector<RigidFaceMotion> motions)
{
  std::vector<std::int32_t> numbers = readRigidBodyNumbers(data);
  numbers.resize(static_cast<std::size_t>(data->GetNumberOfPoints()), 0);
  std::set<std::int32_t> met;
  for (const vtkIdType point : points)
  {
    met.insert(numbers[static_cast<std::size_t>(point)]);
  }
  met.erase(0);
  const std::int32_t number =
    met.empty() ? 1 + *std::max_element(numbers.begin(), numbers.end()) : *met.begin();
  std::vector<RigidFaceMotion> all = readMotions(data);
  for (RigidFaceMotion& motion : all)
  {
    motion.face = met.count(motion.face) ? number : motion.face;
  }
  for (RigidFaceMotion& motion : motions)
  {
    motion.face = number;
    all.push_back(motion);
  }
  for (std::int32_t& other : numbers)
  {
    other = met.count(other) ? number : other;
  }
  for (const vtkIdType point : points)
  {
    numbers[static_cast<std::size_t>(point)] = number;
  }
  writeNumbers(data, numbers);
  if (!all.empty())
  {
    writeMotions(data, all);
  }
  return number;
}
}
