#include "vtkMaterialAlgorithm.h"

#include "MaterialLibrary.h"

#include "Core/Error.h"

#include "vtkStringArray.h"

#include <cmath>

//------------------------------------------------------------------------------
vtkMaterialAlgorithm::vtkMaterialAlgorithm() : SolidMaterial(trabecula::filters::CustomMaterial)
{
}

//------------------------------------------------------------------------------
vtkMaterialAlgorithm::~vtkMaterialAlgorithm() = default;

//------------------------------------------------------------------------------
void vtkMaterialAlgorithm::SetSolidMaterial(const char* name)
{
  this->SetParameter(
    this->SolidMaterial, std::string(name && *name ? name : trabecula::filters::CustomMaterial));
}

//------------------------------------------------------------------------------
void vtkMaterialAlgorithm::SetMaterialFile(const char* path)
{
  this->SetParameter(this->MaterialFile, std::string(path ? path : ""));
}

//------------------------------------------------------------------------------
bool vtkMaterialAlgorithm::HasMaterial() const
{
  return this->SolidMaterial != trabecula::filters::CustomMaterial;
}

//------------------------------------------------------------------------------
double vtkMaterialAlgorithm::OfMaterial(const char* property, double custom, double absent)
{
  using namespace trabecula::filters;
  if (!this->HasMaterial())
  {
    return custom;
  }
  const MaterialLibrary library = materialsWith(this->MaterialFile);
  const Material& material = library.find(this->SolidMaterial);
  const UnitSystem units = this->GetUnitsInUse();
  if (units == UnitSystem::Consistent)
  {
    throw trabecula::Error("The material is " + material.name +
      ", whose values are known in units, and no units are chosen. Choose them in the menu "
      "Trabecula > Units, or in a script by the property Units, or set Material to " +
      CustomMaterial + ".");
  }
  const double value = valueOf(material, property, units);
  if (std::isnan(value) && std::isnan(absent))
  {
    throw trabecula::Error("The material " + material.name + " has no " + property +
      ". Add it to the file of the material, or set Material to " + CustomMaterial + ".");
  }
  return std::isnan(value) ? absent : value;
}

//------------------------------------------------------------------------------
std::string vtkMaterialAlgorithm::DescribeMaterial()
{
  return this->HasMaterial()
    ? " " + this->SolidMaterial + ", " + trabecula::filters::systemName(this->GetUnitsInUse()) + "."
    : "";
}

//------------------------------------------------------------------------------
std::string vtkMaterialAlgorithm::WithUnit(const std::string& numbers, const char* quantity)
{
  using namespace trabecula::filters;
  const UnitSystem units = this->GetUnitsInUse();
  return units == UnitSystem::Consistent ? numbers : numbers + " " + unitOf(units, quantity);
}

//------------------------------------------------------------------------------
std::string vtkMaterialAlgorithm::DescribeMass(double mass)
{
  return std::isnan(mass)
    ? ""
    : " Mass: " + trabecula::filters::massText(this->GetUnitsInUse(), mass) + ".";
}

//------------------------------------------------------------------------------
vtkStringArray* vtkMaterialAlgorithm::GetMaterialTable()
{
  using namespace trabecula::filters;
  MaterialLibrary library;
  this->MaterialError.clear();
  try
  {
    library = materialsWith(this->MaterialFile);
  }
  catch (const trabecula::Error& error)
  {
    this->MaterialError = error.what(); // an execution with a material reports it, too
  }
  this->MaterialTable = vtkSmartPointer<vtkStringArray>::New();
  for (const Material& material : library.materials())
  {
    for (const std::string& word : { material.name, material.grade, material.source })
    {
      this->MaterialTable->InsertNextValue(word);
    }
    for (const UnitSystem system : unitSystems())
    {
      if (system != UnitSystem::Consistent)
      {
        this->MaterialTable->InsertNextValue(describe(material, system));
      }
    }
  }
  return this->MaterialTable;
}

//------------------------------------------------------------------------------
const char* vtkMaterialAlgorithm::GetMaterialError()
{
  this->GetMaterialTable();
  return this->MaterialError.c_str();
}

//------------------------------------------------------------------------------
void vtkMaterialAlgorithm::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "SolidMaterial: " << this->SolidMaterial << "\n";
  os << indent << "MaterialFile: " << this->MaterialFile << "\n";
}
