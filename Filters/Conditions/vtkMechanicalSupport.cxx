#include "vtkMechanicalSupport.h"

#include "ConditionArrays.h"
#include "ConditionMarkers.h"
#include "InputArrays.h"
#include "RegionCylinder.h"
#include "RegionPart.h"
#include "RigidBodyArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace
{
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;

constexpr const char* SupportsArray = "Supports";
constexpr const char* DisplacementArray = "PrescribedDisplacement";

/// Returns a list such as "x", "x and z" or "x, y and z".
std::string listOf(const std::array<bool, 3>& held)
{
  std::string list;
  const auto count = std::count(held.begin(), held.end(), true);
  int named = 0;
  for (int c = 0; c < 3; ++c)
  {
    if (held[c])
    {
      list += named == 0 ? "" : named + 1 == count ? " and " : ", ";
      list += static_cast<char>('x' + c);
      ++named;
    }
  }
  return list;
}

/// The middle of the points of a region.
trabecula::Vector3 middleOf(const std::vector<double>& points)
{
  trabecula::Vector3 sum = {};
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    sum[i % 3] += points[i] * 3.0 / static_cast<double>(points.size());
  }
  return sum;
}

/// The motions of a rigid face of which components are held at a point.
std::vector<trabecula::RigidFaceMotion> heldMotions(const trabecula::Vector3& point,
  const std::array<bool, 3>& held, const double displacement[3], const std::array<bool, 3>& turns,
  const double rotation[3])
{
  std::vector<trabecula::RigidFaceMotion> motions;
  for (std::size_t c = 0; c < 3; ++c)
  {
    trabecula::RigidFaceMotion motion;
    motion.point = point;
    if (held[c])
    {
      motion.direction[c] = 1.0;
      motion.value = displacement[c];
      motions.push_back(motion);
    }
    motion.direction = {};
    if (turns[c])
    {
      motion.axis[c] = 1.0;
      motion.value = rotation[c];
      motions.push_back(motion);
    }
  }
  return motions;
}

/// The motions of a rigid face that turns about an axis alone.
std::vector<trabecula::RigidFaceMotion> motionsOfHinge(const trabecula::FittedCylinder& cylinder)
{
  const double none[3] = { 0.0, 0.0, 0.0 };
  std::vector<trabecula::RigidFaceMotion> motions =
    heldMotions(cylinder.centre, { true, true, true }, none, { false, false, false }, none);
  // Rotations about two axes across.
  const auto& axis = cylinder.axis;
  std::size_t least = 0;
  for (std::size_t c = 1; c < 3; ++c)
  {
    least = std::abs(axis[c]) < std::abs(axis[least]) ? c : least;
  }
  trabecula::Vector3 other = {};
  other[least] = 1.0;
  const auto across = [](const trabecula::Vector3& a, const trabecula::Vector3& b)
  {
    return trabecula::Vector3{ a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
      a[0] * b[1] - a[1] * b[0] };
  };
  const trabecula::Vector3 first = across({ axis[0], axis[1], axis[2] }, other);
  for (const trabecula::Vector3& turn : { first, across({ axis[0], axis[1], axis[2] }, first) })
  {
    trabecula::RigidFaceMotion motion;
    motion.point = cylinder.centre;
    motion.axis = turn;
    motions.push_back(motion);
  }
  return motions;
}
}

vtkStandardNewMacro(vtkMechanicalSupport);

//------------------------------------------------------------------------------
std::string vtkMechanicalSupport::AddCondition(vtkDataSet* output, const BodySurface& surface,
  const RegionEntities& region, vtkPolyData* markers)
{
  return this->SupportType == DISPLACEMENT ? this->AddDisplacement(output, surface, region, markers)
                                           : this->AddRigidFace(output, surface, region, markers);
}

//------------------------------------------------------------------------------
std::string vtkMechanicalSupport::AddRigidFace(vtkDataSet* output, const BodySurface& surface,
  const RegionEntities& region, vtkPolyData* markers)
{
  using trabecula::filters::requireFinite;
  requireFinite("Prescribed Displacement", this->Displacement, 3);
  requireFinite("Prescribed Rotation", this->Rotation, 3);
  requireFinite("Joint Point", this->JointPoint, 3);
  if (this->GetPatch())
  {
    throw trabecula::Error("The input is the control net of a NURBS patch, which takes no rigid "
                           "faces. Choose the Support Type Displacement.");
  }
  const trabecula::filters::RegionPart part = trabecula::filters::partOf(output, surface, region);
  const std::array<bool, 3> held = { this->HoldX, this->HoldY, this->HoldZ };
  std::vector<trabecula::RigidFaceMotion> motions;
  std::string note;
  std::array<bool, 3> marked = held;
  if (this->SupportType == HINGE)
  {
    trabecula::filters::requireFaces(region, "A hinge", "the Support Type Rigid Face");
    const trabecula::FittedCylinder cylinder = trabecula::filters::cylinderOf(part, region);
    motions = motionsOfHinge(cylinder);
    marked = { true, true, true };
    note = "it turns about the axis of a cylinder of radius " +
      trabecula::shortText(cylinder.radius) + " alone.";
  }
  else
  {
    const std::array<bool, 3> turns = { this->HoldRotationX, this->HoldRotationY,
      this->HoldRotationZ };
    motions = heldMotions(this->JointAtCenter
        ? middleOf(part.surface.points)
        : trabecula::Vector3{ this->JointPoint[0], this->JointPoint[1], this->JointPoint[2] },
      held, this->Displacement, turns, this->Rotation);
    note = motions.empty() ? std::string("none of its motions is held.")
                           : trabecula::filters::numberText(motions.size(), "motion") + " of 6 " +
        (motions.size() == 1 ? "is held." : "are held.");
  }
  vtkPointData* data = output->GetPointData();
  if (!data->HasArray(SupportsArray))
  {
    data->AddArray(
      trabecula::filters::flagsToChange(SupportsArray, 3, output->GetNumberOfPoints(), {}));
  }
  const std::int32_t number = trabecula::filters::addRigidBody(output, part.points, motions);
  trabecula::filters::makeSupportMarkers(output, surface, region, marked, markers);
  return "Makes " + trabecula::filters::numberText(part.points.size(), "point") +
    " move as rigid face " + std::to_string(number) + "; " + note;
}

//------------------------------------------------------------------------------
std::string vtkMechanicalSupport::AddDisplacement(vtkDataSet* output, const BodySurface& surface,
  const RegionEntities& region, vtkPolyData* markers)
{
  const std::array<bool, 3> held = { this->HoldX, this->HoldY, this->HoldZ };
  if (std::find(held.begin(), held.end(), true) == held.end())
  {
    throw trabecula::Error("Nothing is held: Hold X, Hold Y and Hold Z are all off. Switch on the "
                           "components of the displacement that are to be held.");
  }
  vtkPointData* data = output->GetPointData();
  const vtkIdType count = output->GetNumberOfPoints();
  const auto supports = trabecula::filters::flagsToChange(SupportsArray, 3, count,
    data->HasArray(SupportsArray) ? trabecula::filters::readSupports(data, SupportsArray)
                                  : std::vector<std::uint8_t>());

  const double* displacement = this->Displacement;
  for (const int c : { 0, 1, 2 })
  {
    if (!std::isfinite(displacement[c]))
    {
      throw trabecula::Error("Prescribed Displacement is not a number in its component " +
        std::to_string(c) + ". Give it three.");
    }
    if (!held[static_cast<std::size_t>(c)] && displacement[c] != 0.0)
    {
      throw trabecula::Error(std::string("Prescribed Displacement moves along ") +
        static_cast<char>('x' + c) + " by " + trabecula::shortText(displacement[c]) +
        ", but Hold " + static_cast<char>('X' + c) +
        " is off. Switch it on, or set that displacement to 0.");
    }
  }
  const bool moves = std::any_of(displacement, displacement + 3, [](double d) { return d != 0.0; });
  vtkSmartPointer<vtkDoubleArray> prescribed;
  if (moves || data->HasArray(DisplacementArray))
  {
    prescribed = trabecula::filters::arrayToChange(
      data, DisplacementArray, "prescribed displacement", 3, count);
  }

  for (const vtkIdType point : region.points)
  {
    for (const int c : { 0, 1, 2 })
    {
      if (held[static_cast<std::size_t>(c)])
      {
        supports->SetTypedComponent(point, c, 1);
        if (prescribed)
        {
          prescribed->SetTypedComponent(point, c, displacement[c]);
        }
      }
    }
  }
  data->AddArray(supports);
  if (prescribed)
  {
    data->AddArray(prescribed);
  }
  trabecula::filters::makeSupportMarkers(output, surface, region, held, markers);
  return std::string(moves ? "Moves " : "Holds ") + listOf(held) + " at " +
    trabecula::filters::numberText(region.points.size(), "point") + ".";
}

//------------------------------------------------------------------------------
void vtkMechanicalSupport::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "SupportType: " << this->SupportType << "\n";
  os << indent << "HoldRotationX: " << this->HoldRotationX << "\n";
  os << indent << "HoldRotationY: " << this->HoldRotationY << "\n";
  os << indent << "HoldRotationZ: " << this->HoldRotationZ << "\n";
  os << indent << "JointAtCenter: " << this->JointAtCenter << "\n";
  os << indent << "JointPoint: " << this->JointPoint[0] << " " << this->JointPoint[1] << " "
     << this->JointPoint[2] << "\n";
  os << indent << "Rotation: " << this->Rotation[0] << " " << this->Rotation[1] << " "
     << this->Rotation[2] << "\n";
  os << indent << "HoldX: " << this->HoldX << "\n";
  os << indent << "HoldY: " << this->HoldY << "\n";
  os << indent << "HoldZ: " << this->HoldZ << "\n";
  os << indent << "Displacement: " << this->Displacement[0] << " " << this->Displacement[1] << " "
     << this->Displacement[2] << "\n";
}
