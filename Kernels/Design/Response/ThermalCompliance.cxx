#include "Design/Response/ThermalCompliance.h"

namespace trabecula
{
ResponseDescription thermalComplianceDescription()
{
  ResponseDescription description;
  description.name = "ThermalCompliance";
  description.label = "Thermal Compliance";
  description.unit = "heat flow times temperature";
  description.takesLowerBound = false;
  description.isOfStructures = false;
  description.isOfHeat = true;
  description.isOfLevelSets = false;
  description.isSelfAdjoint = true;
  return description;
}
}
