#include "CadSource.h"

#include "Core/Error.h"

#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkStringArray.h"

#include "vtksys/SystemTools.hxx"

#include <algorithm>

namespace trabecula::filters
{
namespace
{
constexpr const char* FileName = "CadFile";
constexpr const char* OptionsName = "CadOptions";
constexpr const char* UnitName = "LengthUnit";

void writeTexts(vtkFieldData* fields, const char* name, const std::vector<std::string>& texts)
{
  vtkNew<vtkStringArray> array;
  array->SetName(name);
  for (const std::string& text : texts)
  {
    array->InsertNextValue(text);
  }
  fields->AddArray(array);
}

vtkStringArray* textsOf(vtkFieldData* fields, const char* name, vtkIdType least)
{
  auto* const array =
    fields ? vtkStringArray::SafeDownCast(fields->GetAbstractArray(name)) : nullptr;
  if (!array || array->GetNumberOfValues() < least)
  {
    throw Error(std::string("The input is not the surface of a CAD file: it has no field array ") +
      name +
      ". Open a STEP, IGES or BREP file with the CAD Reader; a surface from another file "
      "can become voxels by Voxelize Surface.");
  }
  return array;
}
}

std::string stampOf(const std::string& path)
{
  using vtksys::SystemTools;
  return SystemTools::FileExists(path, true) ? std::to_string(SystemTools::ModifiedTime(path)) +
      " " + std::to_string(SystemTools::FileLength(path))
                                             : "";
}

void writeSource(const CadSource& source, vtkFieldData* fields)
{
  writeTexts(fields, FileName, { source.path, source.stamp });
  writeTexts(fields, OptionsName, source.options);
  writeTexts(fields, UnitName, { source.unit.name });
}

CadSource readSource(vtkFieldData* fields)
{
  CadSource source;
  vtkStringArray* const file = textsOf(fields, FileName, 2);
  source.path = file->GetValue(0);
  source.stamp = file->GetValue(1);
  vtkStringArray* const options = textsOf(fields, OptionsName, 0);
  for (vtkIdType i = 0; i < options->GetNumberOfValues(); ++i)
  {
    source.options.push_back(options->GetValue(i));
  }
  const std::string name = textsOf(fields, UnitName, 1)->GetValue(0);
  const auto* const unit = std::find_if(
    LengthUnits.begin(), LengthUnits.end(), [&](const LengthUnit& of) { return name == of.name; });
  if (unit == LengthUnits.end())
  {
    throw Error("The field array " + std::string(UnitName) + " says " + name +
      ", but must say mm, cm, m or inch. Read the file again with the CAD Reader.");
  }
  source.unit = *unit;
  return source;
}
}
