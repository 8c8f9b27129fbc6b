#include "vtkMechanicalSupport.h"

#include "ConditionArrays.h"
#include "ConditionMarkers.h"
#include "InputArrays.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkDataSet.h"
#include "vtkDoubleArray.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
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
}

vtkStandardNewMacro(vtkMechanicalSupport);

//------------------------------------------------------------------------------
std::string vtkMechanicalSupport::AddCondition(vtkDataSet* output, const BodySurface& surface,
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
  os << indent << "HoldX: " << this->HoldX << "\n";
  os << indent << "HoldY: " << this->HoldY << "\n";
  os << indent << "HoldZ: " << this->HoldZ << "\n";
  os << indent << "Displacement: " << this->Displacement[0] << " " << this->Displacement[1] << " "
     << this->Displacement[2] << "\n";
}
