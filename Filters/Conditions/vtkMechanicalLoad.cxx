#include "vtkMechanicalLoad.h"

#include "ConditionMarkers.h"
#include "InputArrays.h"
#include "PatchBody.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace
{
using trabecula::FaceSurface;
using trabecula::Vector3;
using trabecula::filters::BodySurface;
using trabecula::filters::RegionEntities;

Vector3 vector(const double values[3])
{
  return { values[0], values[1], values[2] };
}

/// The loaded faces and their nodes, or points without faces.
struct LoadedPart
{
  FaceSurface surface;           ///< without faces, points alone
  std::vector<vtkIdType> points; ///< of the dataset, for the surface's
};

LoadedPart facesOf(const BodySurface& surface, const RegionEntities& region)
{
  LoadedPart part;
  std::vector<std::int32_t> numberOf(surface.points.size(), -1);
  for (const vtkIdType face : region.faces)
  {
    const auto f = static_cast<std::size_t>(face);
    const std::int32_t* nodes = surface.faces.face(f);
    std::vector<std::int32_t> numbers;
    for (int a = 0; a < surface.faces.nodesOf(f); ++a)
    {
      const auto node = static_cast<std::size_t>(nodes[a]);
      if (numberOf[node] < 0)
      {
        numberOf[node] = static_cast<std::int32_t>(part.points.size());
        part.points.push_back(surface.points[node]);
        const double* x = &surface.faces.points[3 * node];
        part.surface.points.insert(part.surface.points.end(), x, x + 3);
      }
      numbers.push_back(numberOf[node]);
    }
    part.surface.append(numbers.data(), static_cast<int>(numbers.size()));
  }
  return part;
}

LoadedPart pointsOf(vtkDataSet* data, const RegionEntities& region)
{
  LoadedPart part;
  part.points = region.points;
  for (const vtkIdType point : region.points)
  {
    double x[3];
    data->GetPoint(point, x);
    part.surface.points.insert(part.surface.points.end(), x, x + 3);
  }
  return part;
}

/// All control points, at which forces have the resultant of the load.
LoadedPart controlPointsOf(const trabecula::filters::PatchBody& body)
{
  LoadedPart part;
  part.surface.points = body.patch().points;
  part.points.resize(body.patch().numberOfControlPoints());
  std::iota(part.points.begin(), part.points.end(), vtkIdType(0));
  return part;
}

/// Of some points those that have a force; with forces as points of the surface.
LoadedPart withForces(const LoadedPart& part, const std::vector<double>& forces)
{
  LoadedPart loaded;
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

void requireFinite(const char* name, const double* values, int count)
{
  if (!std::all_of(values, values + count, [](double value) { return std::isfinite(value); }))
  {
    throw trabecula::Error(std::string(name) + " is not a number. Give it one.");
  }
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
  switch (this->LoadType)
  {
    case PRESSURE:
      return trabecula::forcesOfPressure(surface, this->Pressure);
    case TRACTION:
      return trabecula::forcesOfTraction(surface, vector(this->Traction));
    case MOMENT:
      return hasFaces ? trabecula::forcesOfMoment(surface, moment)
                      : trabecula::forcesOfMomentAtPoints(surface.points, moment);
    default:
      return hasFaces ? trabecula::forcesOfTotalForce(surface, force)
                      : trabecula::forcesOfTotalForceAtPoints(surface.points, force);
  }
}

//------------------------------------------------------------------------------
std::vector<double> vtkMechanicalLoad::GetForcesOnPatch(
  const trabecula::filters::PatchBody& body, const trabecula::filters::RegionEntities& region)
{
  const trabecula::NurbsPatch& patch = body.patch();
  const auto pieces = body.pieces(region.faces);
  if (pieces.empty())
  {
    // Forces at places of control points, which are not those of the patch's functions.
    return trabecula::forcesAtParameters(patch, body.parameters(region.points),
      this->GetForces(pointsOf(body.grid(), region).surface, false));
  }
  switch (this->LoadType)
  {
    case PRESSURE:
      return trabecula::forcesOfPressure(patch, pieces, this->Pressure);
    case TRACTION:
      return trabecula::forcesOfTraction(patch, pieces, vector(this->Traction));
    case MOMENT:
      return trabecula::forcesOfMoment(patch, pieces, vector(this->Moment));
    default:
      return trabecula::forcesOfTotalForce(patch, pieces, vector(this->Force));
  }
}

//------------------------------------------------------------------------------
bool vtkMechanicalLoad::IsEmpty(const RegionEntities& region)
{
  return region.points.empty();
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
  requireFinite("Force", this->Force, 3);
  requireFinite("Pressure", &this->Pressure, 1);
  requireFinite("Traction", this->Traction, 3);
  requireFinite("Moment", this->Moment, 3);
  const bool hasFaces = !region.faces.empty();
  const std::string pointsText =
    trabecula::countText(static_cast<std::int64_t>(region.points.size()), "point");
  if (!hasFaces && (this->LoadType == PRESSURE || this->LoadType == TRACTION))
  {
    throw trabecula::Error(std::string(this->LoadType == PRESSURE ? "Pressure" : "Traction") +
      " needs faces, and the region catches " + pointsText +
      " but no whole face of the surface. Enlarge the region until it has all nodes of a "
      "face, or choose Total Force, which points can carry.");
  }

  const LoadedPart part = this->GetPatch() ? controlPointsOf(*this->GetPatch())
    : hasFaces                             ? facesOf(surface, region)
                                           : pointsOf(output, region);
  const std::vector<double> forces = this->GetPatch()
    ? this->GetForcesOnPatch(*this->GetPatch(), region)
    : this->GetForces(part.surface, hasFaces);

  if (this->GetPatch() && this->GetPatch()->patch().dimension == 2)
  {
    requireInPlane(forces);
  }

  vtkPointData* data = output->GetPointData();
  const std::string name = nameOfArray(this->LoadCase);
  vtkNew<vtkDoubleArray> sum;
  if (data->HasArray(name.c_str()))
  {
    sum->DeepCopy(trabecula::filters::requireArray(data, name, "nodal forces", 3));
  }
  else
  {
    sum->SetNumberOfComponents(3);
    sum->SetNumberOfTuples(output->GetNumberOfPoints());
    sum->FillValue(0.0);
  }
  sum->SetName(name.c_str());
  for (std::size_t i = 0; i < part.points.size(); ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      sum->SetTypedComponent(part.points[i], c,
        sum->GetTypedComponent(part.points[i], c) + forces[3 * i + static_cast<std::size_t>(c)]);
    }
  }
  data->AddArray(sum);

  const trabecula::Resultant resultant = trabecula::resultantOf(part.surface.points, forces);
  std::copy_n(resultant.force.begin(), 3, this->ResultantForce);
  std::copy_n(resultant.moment.begin(), 3, this->ResultantMoment);
  if (this->GetPatch())
  {
    const LoadedPart loaded = withForces(part, forces);
    trabecula::filters::makeLoadMarkers(
      output, surface, loaded.points, loaded.surface.points, this->LoadCase, markers);
  }
  else
  {
    trabecula::filters::makeLoadMarkers(
      output, surface, part.points, forces, this->LoadCase, markers);
  }

  const bool isZero =
    std::all_of(forces.begin(), forces.end(), [](double force) { return force == 0.0; });
  const std::string facesText =
    trabecula::countText(static_cast<std::int64_t>(region.faces.size()), "face");
  if (isZero)
  {
    const char* const properties[] = { "Force", "Pressure", "Traction", "Moment" };
    const char* property = properties[this->LoadType];
    std::string message = std::string("The load is zero: no force acts on the ") +
      (hasFaces ? facesText : pointsText) + " of the region. Give " + property +
      " a value other than 0.";
    vtkWarningMacro(<< message);
    return message;
  }

  std::string status = hasFaces
    ? "Loads " + facesText + "."
    : "Loads " + pointsText + ", which share it, as the region has no whole face.";
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
  os << indent << "LoadCase: " << this->LoadCase << "\n";
  print("ResultantForce", this->ResultantForce);
  print("ResultantMoment", this->ResultantMoment);
}
