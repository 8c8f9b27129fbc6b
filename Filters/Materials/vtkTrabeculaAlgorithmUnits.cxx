// Units of vtkTrabeculaAlgorithm: what inputs state, and what outputs say.

#include "ResultMarks.h"
#include "TableUnits.h"
#include "vtkTrabeculaAlgorithmInternals.h"

#include "Core/Error.h"

#include "vtkDataObject.h"
#include "vtkFieldData.h"
#include "vtkInformationVector.h"
#include "vtkTable.h"

#include <algorithm>
#include <string>

namespace
{
using namespace trabecula::filters;

constexpr const char* Where = "Choose units in the menu Trabecula > Units, or in a script by the "
                              "property Units of the first filter.";

/// What inputs state on their units.
struct StatedUnits
{
  UnitSystem system = UnitSystem::Consistent;
  std::string length; ///< unit of length of a reader; empty if unknown
};

/// @throws trabecula::Error if inputs differ
StatedUnits unitsOf(vtkInformationVector** inputVector, int numberOfPorts)
{
  StatedUnits stated;
  for (int port = 0; port < numberOfPorts; ++port)
  {
    for (int i = 0; i < inputVector[port]->GetNumberOfInformationObjects(); ++i)
    {
      vtkDataObject* data = vtkDataObject::GetData(inputVector[port], i);
      const std::string name = markOf(data, UnitsField);
      const std::string length = markOf(data, LengthUnitField);
      stated.length = length.empty() ? stated.length : length;
      const UnitSystem system = name.empty() ? stated.system : systemNamed(name);
      if (stated.system != UnitSystem::Consistent && system != stated.system)
      {
        throw trabecula::Error("The inputs are in different units, '" + systemName(stated.system) +
          "' and '" + name + "'. " + Where);
      }
      stated.system = system;
    }
  }
  return stated;
}

/// @throws trabecula::Error if the filter's units are not those of its inputs
void requireAgreement(UnitSystem chosen, const StatedUnits& stated)
{
  if (chosen != UnitSystem::Consistent && stated.system != UnitSystem::Consistent &&
    chosen != stated.system)
  {
    throw trabecula::Error("Units are '" + systemName(chosen) + "', and the input is in '" +
      systemName(stated.system) + "'. " + Where);
  }
  const UnitSystem system = chosen == UnitSystem::Consistent ? stated.system : chosen;
  const std::string length = unitOf(system, "length");
  if (system != UnitSystem::Consistent && !stated.length.empty() &&
    stated.length != (length == "in" ? "inch" : length))
  {
    throw trabecula::Error("Units are '" + systemName(system) + "', and the lengths of the input " +
      "are in " + stated.length + ". Set Length Unit of the CAD Reader to that of the units, or " +
      "choose other units.");
  }
}
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::SetUnits(int units)
{
  const int last = static_cast<int>(unitSystems().size()) - 1;
  units = std::clamp(units, 0, last);
  if (units == this->Units)
  {
    return;
  }
  this->Units = units;
  if (this->DependsOnUnits())
  {
    this->ParameterTime.Modified();
    this->Modified();
  }
  else
  {
    this->ModifiedView();
  }
}

//------------------------------------------------------------------------------
UnitSystem vtkTrabeculaAlgorithm::GetUnitsInUse()
{
  const auto chosen = static_cast<UnitSystem>(this->Units);
  return chosen == UnitSystem::Consistent ? this->Internals->InputUnits : chosen;
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::TakeUnits(vtkInformationVector** inputVector)
{
  vtkInternals& internals = *this->Internals;
  const UnitSystem before = this->GetUnitsInUse();
  std::string conflict;
  try
  {
    const StatedUnits stated = unitsOf(inputVector, this->GetNumberOfInputPorts());
    internals.InputUnits = stated.system;
    requireAgreement(static_cast<UnitSystem>(this->Units), stated);
  }
  catch (const trabecula::Error& error)
  {
    conflict = error.what();
  }
  if (this->DependsOnUnits() && before != this->GetUnitsInUse())
  {
    this->ParameterTime.Modified();
  }
  if (conflict != internals.UnitConflict)
  {
    internals.UnitConflict = conflict; // RequireValidInputs() reports it
    this->Invalidate();
  }
}

//------------------------------------------------------------------------------
void vtkTrabeculaAlgorithm::MarkUnits(vtkInformationVector* outputVector)
{
  const UnitSystem system = this->GetUnitsInUse();
  for (int port = 0; port < outputVector->GetNumberOfInformationObjects(); ++port)
  {
    vtkDataObject* output = vtkDataObject::GetData(outputVector, port);
    if (output && system != UnitSystem::Consistent)
    {
      setMark(output, UnitsField, systemName(system));
      if (auto* table = vtkTable::SafeDownCast(output))
      {
        stateUnits(table, system);
      }
    }
    else if (output && output->GetFieldData()->HasArray(UnitsField))
    {
      output->GetFieldData()->RemoveArray(UnitsField);
    }
  }
}
