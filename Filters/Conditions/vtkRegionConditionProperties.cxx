// Properties and results of vtkRegionCondition.

#include "vtkRegionConditionInternals.h"

#include "SpatialRegion.h"

#include "vtkDataObject.h"
#include "vtkInformation.h"

namespace
{
using trabecula::filters::RegionSettings;

trabecula::Vector3 vector(const double values[3])
{
  return { values[0], values[1], values[2] };
}
}

//------------------------------------------------------------------------------
RegionSettings vtkRegionCondition::GetRegionSettings()
{
  RegionSettings region;
  region.kind = static_cast<RegionSettings::Kind>(this->Region);
  region.side = this->Side;
  region.part = static_cast<RegionSettings::Part>(this->ShapePart);
  region.distance = this->Distance;
  region.boxPosition = vector(this->BoxPosition);
  region.boxRotation = vector(this->BoxRotation);
  region.boxLength = vector(this->BoxLength);
  region.sphereCenter = vector(this->SphereCenter);
  region.sphereRadius = this->SphereRadius;
  region.cylinderCenter = vector(this->CylinderCenter);
  region.cylinderAxis = vector(this->CylinderAxis);
  region.cylinderRadius = this->CylinderRadius;
  region.planeOrigin = vector(this->PlaneOrigin);
  region.planeNormal = vector(this->PlaneNormal);
  region.tolerance = this->Tolerance;
  region.patchAngle = this->PatchAngle;
  region.faces = this->Internals->ChosenFaces;
  region.faceMarks = this->Internals->FaceMarks;
  region.holeRadius = { this->HoleRadius[0], this->HoleRadius[1] };
  region.facing = vector(this->Facing);
  region.array = this->GetInputArrayName(vtkInternals::RegionIndex);
  region.arrayIsOfCells =
    this->GetInputArrayInformation(vtkInternals::RegionIndex)
      ->Get(vtkDataObject::FIELD_ASSOCIATION()) == vtkDataObject::FIELD_ASSOCIATION_CELLS;
  region.arrayRule = static_cast<RegionSettings::ArrayRule>(this->ArrayRule);
  region.arrayRange = { this->ArrayRange[0], this->ArrayRange[1] };
  return region;
}

//------------------------------------------------------------------------------
void vtkRegionCondition::AddFace(vtkIdType number)
{
  this->Internals->ChosenFaces.push_back(number);
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkRegionCondition::ClearFaces()
{
  this->Internals->ChosenFaces.clear();
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkRegionCondition::AddFaceMark(double area, double x, double y, double z)
{
  std::vector<double>& marks = this->Internals->FaceMarks;
  marks.insert(marks.end(), { area, x, y, z });
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkRegionCondition::ClearFaceMarks()
{
  this->Internals->FaceMarks.clear();
  this->Modified();
}

//------------------------------------------------------------------------------
void vtkRegionCondition::ResetResults()
{
  vtkInternals& internals = *this->Internals;
  internals.Points = internals.Faces = internals.Cells = 0;
  internals.Area = internals.Volume = 0.0;
  internals.Inside = false;
}

//------------------------------------------------------------------------------
int vtkRegionCondition::GetNumberOfCaughtPoints()
{
  return this->Internals->Points;
}

//------------------------------------------------------------------------------
int vtkRegionCondition::GetNumberOfCaughtFaces()
{
  return this->Internals->Faces;
}

//------------------------------------------------------------------------------
int vtkRegionCondition::GetNumberOfCaughtCells()
{
  return this->Internals->Cells;
}

//------------------------------------------------------------------------------
double vtkRegionCondition::GetCaughtArea()
{
  return this->Internals->Area;
}

//------------------------------------------------------------------------------
double vtkRegionCondition::GetCaughtVolume()
{
  return this->Internals->Volume;
}

//------------------------------------------------------------------------------
bool vtkRegionCondition::GetIsInside()
{
  return this->Internals->Inside;
}

//------------------------------------------------------------------------------
void vtkRegionCondition::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  const auto print = [&](const char* name, const double* v)
  { os << indent << name << ": " << v[0] << " " << v[1] << " " << v[2] << "\n"; };
  os << indent << "Region: " << this->Region << "\n";
  os << indent << "Side: " << this->Side << "\n";
  print("BoxPosition", this->BoxPosition);
  print("BoxRotation", this->BoxRotation);
  print("BoxLength", this->BoxLength);
  print("SphereCenter", this->SphereCenter);
  os << indent << "SphereRadius: " << this->SphereRadius << "\n";
  print("CylinderCenter", this->CylinderCenter);
  print("CylinderAxis", this->CylinderAxis);
  os << indent << "CylinderRadius: " << this->CylinderRadius << "\n";
  print("PlaneOrigin", this->PlaneOrigin);
  print("PlaneNormal", this->PlaneNormal);
  os << indent << "Tolerance: " << this->Tolerance << "\n";
  os << indent << "PatchAngle: " << this->PatchAngle << "\n";
  os << indent << "Faces:";
  for (const vtkIdType face : this->Internals->ChosenFaces)
  {
    os << " " << face;
  }
  os << "\n";
  os << indent << "FaceMarks: " << this->Internals->FaceMarks.size() / 4 << "\n";
  os << indent << "HoleRadius: " << this->HoleRadius[0] << " " << this->HoleRadius[1] << "\n";
  print("Facing", this->Facing);
  os << indent << "ArrayRule: " << this->ArrayRule << "\n";
  os << indent << "ArrayRange: " << this->ArrayRange[0] << " " << this->ArrayRange[1] << "\n";
  os << indent << "BodyThreshold: " << this->BodyThreshold << "\n";
}
