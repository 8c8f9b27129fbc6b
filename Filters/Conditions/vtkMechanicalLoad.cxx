#include "vtkMechanicalLoad.h"

#include "ConditionArrays.h"
#include "ConditionMarkers.h"
#include "InputArrays.h"
#include "PatchBody.h"
#include "RegionCylinder.h"
#include "RegionPart.h"
#include "RigidBodyArrays.h"

#include "Analysis/Loads/BearingLoad.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace
{
using trabecula::FaceSurface;
using trabecula::Vector3;
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;
using trabecula::filters::RegionPart;

Vector3 vector(const double values[3])
{
  return { values[0], values[1], values[2] };
}

/// Returns all control points, at which forces have the resultant of the load.
RegionPart controlPointsOf(const trabecula::filters::PatchBody& body)
{
  RegionPart part;
  part.surface.points = body.patch().points;
  part.points.resize(body.patch().numberOfControlPoints());
  std::iota(part.points.begin(), part.points.end(), vtkIdType(0));
  return part;
}

/// Returns the points that have a force, with the forces as points of the surface.
RegionPart withForces(const RegionPart& part, const std::vector<double>& forces)
{
  RegionPart loaded;
  for (std::size_t i = 0; i < part.points.size(); ++i)
  {
    const double* force = &forces[3 * i];
    if (force[0] != 0.0 || force[1] != 0.0 || force[2] != 0.0)
    {
      loaded.points.push_back(part.points[i]);
      loaded.surface.points.insert(loaded.surface.points.end(), force, force + 3);
    }
  }
  return loaded;
}

/// @throws Error for a load that a plane patch cannot carry
void requireInPlane(const std::vector<double>& forces)
{
  for (std::size_t i = 2; i < forces.size(); i += 3)
  {
    if (forces[i] != 0.0)
    {
      throw trabecula::Error(
        "The load has forces in z, but the patch is in the plane z = 0 and moves in x and y only. "
        "Give Force or Traction components in x and y, or Moment one about z.");
    }
  }
}

/// The moment that is missing to a remote force and moment, if its force acts as given.
/// @param points,forces three components a point
Vector3 missingMoment(const std::vector<double>& points, const std::vector<double>& forces,
  const Vector3& place, const Vector3& moment)
{
  const trabecula::Resultant sum = trabecula::resultantOf(points, forces);
  Vector3 missing = moment;
  double scale = std::hypot(moment[0], moment[1], moment[2]);
  for (std::size_t c = 0; c < 3; ++c)
  {
    const std::size_t d = (c + 1) % 3;
    const std::size_t e = (c + 2) % 3;
    missing[c] += place[d] * sum.force[e] - place[e] * sum.force[d] - sum.moment[c];
    scale += std::abs(place[d] * sum.force[e]) + std::abs(place[e] * sum.force[d]) +
      std::abs(sum.moment[c]);
  }
  // A moment of rounding may be one that the points cannot carry.
  constexpr double Rounding = 1e-12;
  return std::hypot(missing[0], missing[1], missing[2]) > Rounding * scale ? missing : Vector3{};
}

/// Adds the forces of a moment, made by a function, if there is a moment.
template <class Make>
std::vector<double> withMoment(std::vector<double> forces, const Vector3& moment, const Make& make)
{
  if (moment != Vector3{})
  {
    const std::vector<double> added = make(moment);
    std::transform(added.begin(), added.end(), forces.begin(), forces.begin(), std::plus<double>());
  }
  return forces;
}

bool isZero(const std::vector<double>& forces)
{
  return std::all_of(forces.begin(), forces.end(), [](double force) { return force == 0.0; });
}

std::string nameOfArray(int loadCase)
{
  return loadCase == 1 ? "Force" : "Force_" + std::to_string(loadCase);
}
}

vtkStandardNewMacro(vtkMechanicalLoad);

//------------------------------------------------------------------------------
std::vector<double> vtkMechanicalLoad::GetForces(
  const trabecula::FaceSurface& surface, bool hasFaces)
{
  const Vector3 force = vector(this->Force);
  const Vector3 moment = vector(this->Moment);
  const auto totalForce = [&]
  {
    return hasFaces ? trabecula::forcesOfTotalForce(surface, force)
                    : trabecula::forcesOfTotalForceAtPoints(surface.points, force);
  };
  const auto momentOf = [&](const Vector3& value)
  {
    return hasFaces ? trabecula::forcesOfMoment(surface, value)
                    : trabecula::forcesOfMomentAtPoints(surface.points, value);
  };
  switch (this->LoadType)
  {
    case PRESSURE:
      return trabecula::forcesOfPressure(surface, this->Pressure);
    case TRACTION:
      return trabecula::forcesOfTraction(surface, vector(this->Traction));
    case MOMENT:
      return momentOf(moment);
    case REMOTE:
    {
      std::vector<double> forces = totalForce();
      const Vector3 missing = missingMoment(
        surface.points, forces, vector(this->RemotePoint), vector(this->RemoteMoment));
      return withMoment(std::move(forces), missing, momentOf);
    }
    default:
      return totalForce();
  }
}

//------------------------------------------------------------------------------
std::vector<double> vtkMechanicalLoad::GetBearingForces(
  const RegionPart& part, const RegionEntities& region, std::string& note)
{
  const trabecula::FittedCylinder cylinder = trabecula::filters::cylinderOf(part, region);
  const auto shape = this->PressureDistribution == COSINE_SQUARED
    ? trabecula::BearingPressure::CosineSquared
    : trabecula::BearingPressure::Cosine;
  const trabecula::BearingForces bearing = trabecula::forcesOfBearing(
    part.surface, { cylinder.centre, cylinder.axis }, vector(this->Force), shape);
  note = " The pressure is at most " + trabecula::shortText(bearing.peakPressure) +
    " on a cylinder of radius " + trabecula::shortText(cylinder.radius) + ".";
  return bearing.forces;
}

//------------------------------------------------------------------------------
std::vector<double> vtkMechanicalLoad::GetForcesOnPatch(
  const trabecula::filters::PatchBody& body, const trabecula::filters::RegionEntities& region)
{
  const trabecula::NurbsPatch& patch = body.patch();
  const auto pieces = body.pieces(region.faces);
  if (pieces.empty())
  {
    // Forces act at the images of control points rather than on the basis functions of the patch.
    return trabecula::forcesAtParameters(patch, body.parameters(region.points),
      this->GetForces(trabecula::filters::pointsOf(body.grid(), region).surface, false));
  }
  switch (this->LoadType)
  {
    case PRESSURE:
      return trabecula::forcesOfPressure(patch, pieces, this->Pressure);
    case TRACTION:
      return trabecula::forcesOfTraction(patch, pieces, vector(this->Traction));
    case MOMENT:
      return trabecula::forcesOfMoment(patch, pieces, vector(this->Moment));
    case REMOTE:
    {
      std::vector<double> forces =
        trabecula::forcesOfTotalForce(patch, pieces, vector(this->Force));
      const Vector3 missing =
        missingMoment(patch.points, forces, vector(this->RemotePoint), vector(this->RemoteMoment));
      return withMoment(std::move(forces), missing,
        [&](const Vector3& moment) { return trabecula::forcesOfMoment(patch, pieces, moment); });
    }
    default:
      return trabecula::forcesOfTotalForce(patch, pieces, vector(this->Force));
  }
}

//------------------------------------------------------------------------------
void vtkMechanicalLoad::RequireLoad(const RegionEntities& region)
{
  using trabecula::filters::requireFinite;
  requireFinite("Force", this->Force, 3);
  requireFinite("Pressure", &this->Pressure, 1);
  requireFinite("Traction", this->Traction, 3);
  requireFinite("Moment", this->Moment, 3);
  requireFinite("Remote Point", this->RemotePoint, 3);
  requireFinite("Remote Moment", this->RemoteMoment, 3);
  const char* const needingFaces[] = { nullptr, "Pressure", "Traction", nullptr, "A bearing load" };
  if (this->LoadType <= BEARING && needingFaces[this->LoadType])
  {
    trabecula::filters::requireFaces(
      region, needingFaces[this->LoadType], "Total Force, which points can carry");
  }
  if (this->LoadType == BEARING && this->GetPatch())
  {
    throw trabecula::Error("A bearing load needs the faces of a mesh, an image or a surface, and "
                           "the input is the control net of a NURBS patch. Choose Remote Load, "
                           "with its point on the axis of the bearing.");
  }
  if (this->LoadType == REMOTE && this->RigidFace && this->GetPatch())
  {
    throw trabecula::Error("The input is the control net of a NURBS patch, which takes no rigid "
                           "faces. Switch Rigid Face off.");
  }
}

//------------------------------------------------------------------------------
void vtkMechanicalLoad::ResetResults()
{
  this->Superclass::ResetResults();
  std::fill_n(this->ResultantForce, 3, 0.0);
  std::fill_n(this->ResultantMoment, 3, 0.0);
}

//------------------------------------------------------------------------------
std::string vtkMechanicalLoad::AddCondition(vtkDataSet* output, const BodySurface& surface,
  const RegionEntities& region, vtkPolyData* markers)
{
  this->RequireLoad(region);
  const RegionPart part = this->GetPatch() ? controlPointsOf(*this->GetPatch())
                                           : trabecula::filters::partOf(output, surface, region);
  std::string note;
  const std::vector<double> forces = this->GetPatch()
    ? this->GetForcesOnPatch(*this->GetPatch(), region)
    : this->LoadType == BEARING ? this->GetBearingForces(part, region, note)
                                : this->GetForces(part.surface, !region.faces.empty());

  if (this->GetPatch() && this->GetPatch()->patch().dimension == 2)
  {
    requireInPlane(forces);
  }

  vtkPointData* data = output->GetPointData();
  const std::string name = nameOfArray(this->LoadCase);
  const auto sum =
    trabecula::filters::arrayToChange(data, name, "nodal forces", 3, output->GetNumberOfPoints());
  for (std::size_t i = 0; i < part.points.size(); ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      sum->SetTypedComponent(part.points[i], c,
        sum->GetTypedComponent(part.points[i], c) + forces[3 * i + static_cast<std::size_t>(c)]);
    }
  }
  data->AddArray(sum);

  const bool isRigid = this->LoadType == REMOTE && this->RigidFace;
  if (isRigid)
  {
    note += " They move as rigid face " +
      std::to_string(trabecula::filters::addRigidBody(output, part.points, {})) + ".";
  }

  const trabecula::Resultant resultant = trabecula::resultantOf(part.surface.points, forces);
  std::copy_n(resultant.force.begin(), 3, this->ResultantForce);
  std::copy_n(resultant.moment.begin(), 3, this->ResultantMoment);
  if (this->GetPatch())
  {
    const RegionPart loaded = withForces(part, forces);
    trabecula::filters::makeLoadMarkers(
      output, surface, loaded.points, loaded.surface.points, this->LoadCase, markers);
  }
  else
  {
    trabecula::filters::makeLoadMarkers(
      output, surface, part.points, forces, this->LoadCase, markers);
  }

  if (isZero(forces) && !isRigid)
  {
    using trabecula::filters::numberText;
    const char* const properties[] = { "Force", "Pressure", "Traction", "Moment", "Force",
      "Force or Remote Moment" };
    const char* property = properties[this->LoadType];
    std::string message = std::string("The load is zero: no force acts on the ") +
      (region.faces.empty() ? numberText(region.points.size(), "point")
                            : numberText(region.faces.size(), "face")) +
      " of the region. Give " + property + " a value other than 0.";
    vtkWarningMacro(<< message);
    return message;
  }

  std::string status = "Loads " + trabecula::filters::sharersText(region) + "." + note;
  const std::vector<std::string> cases = trabecula::filters::forceArraysOf(data);
  if (cases.size() > 1)
  {
    status += " There are " + std::to_string(cases.size()) + " load cases now:";
    for (const std::string& loadCase : cases)
    {
      status += (loadCase == cases.front() ? " " : ", ") + loadCase;
    }
    status += ".";
  }
  return status;
}

//------------------------------------------------------------------------------
void vtkMechanicalLoad::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  const auto print = [&](const char* name, const double* v)
  { os << indent << name << ": " << v[0] << " " << v[1] << " " << v[2] << "\n"; };
  os << indent << "LoadType: " << this->LoadType << "\n";
  print("Force", this->Force);
  os << indent << "Pressure: " << this->Pressure << "\n";
  print("Traction", this->Traction);
  print("Moment", this->Moment);
  os << indent << "PressureDistribution: " << this->PressureDistribution << "\n";
  print("RemotePoint", this->RemotePoint);
  print("RemoteMoment", this->RemoteMoment);
  os << indent << "RigidFace: " << this->RigidFace << "\n";
  os << indent << "LoadCase: " << this->LoadCase << "\n";
  print("ResultantForce", this->ResultantForce);
  print("ResultantMoment", this->ResultantMoment);
}
