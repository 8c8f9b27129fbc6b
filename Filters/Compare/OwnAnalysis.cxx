#include "OwnAnalysis.h"

#include "ResultMarks.h"

#include "Core/Text.h"

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"

#include <cmath>

namespace trabecula::filters
{
namespace
{
///@{
/// Values of the interpolation in field data.
constexpr int Simp = 0;
constexpr int Ramp = 2;
///@}

double numberOf(vtkFieldData* fields, const char* name)
{
  vtkDataArray* array = fields->GetArray(name);
  return array && array->GetNumberOfValues() > 0 ? array->GetComponent(0, 0) : 0.0;
}
}

OwnAnalysis readOwnAnalysis(vtkDataSet* design)
{
  vtkFieldData* fields = design->GetFieldData();
  OwnAnalysis own;
  if (fields->HasArray("Interpolation"))
  {
    const bool isSimp = numberOf(fields, "Interpolation") == Simp;
    own.kind = isSimp                             ? OwnAnalysis::Kind::Simp
      : numberOf(fields, "Interpolation") == Ramp ? OwnAnalysis::Kind::Ramp
                                                  : OwnAnalysis::Kind::ModifiedSimp;
    own.penalization = numberOf(fields, "Penalization");
    own.voidRatio = isSimp ? std::pow(numberOf(fields, "MinimumDensity"), own.penalization)
                           : numberOf(fields, "MinimumModulusRatio");
  }
  else if (fields->HasArray("MinimumModulusRatio"))
  {
    own.kind = OwnAnalysis::Kind::LevelSet;
    own.voidRatio = numberOf(fields, "MinimumModulusRatio");
  }
  own.filterRadius = numberOf(fields, "FilterRadius");
  own.leftOutBelow = numberOf(fields, "DensityThreshold");
  own.fault = markOf(design, DesignFault);
  return own;
}

std::string reasonOfDifference(
  const OwnAnalysis& own, double greyness, double elementEdge, double voxelEdge)
{
  std::string text;
  if (own.kind == OwnAnalysis::Kind::Simp || own.kind == OwnAnalysis::Kind::ModifiedSimp)
  {
    text = std::string("Own analysis of densities, ") +
      (own.kind == OwnAnalysis::Kind::Simp ? "SIMP" : "modified SIMP") + " with exponent " +
      shortText(own.penalization) + ": greyness " + shortText(greyness) +
      ", and a cell of density 0.5 has " + shortText(std::pow(0.5, own.penalization)) +
      " of the modulus; void has " + shortText(own.voidRatio) + ".";
  }
  else if (own.kind == OwnAnalysis::Kind::Ramp)
  {
    text = "Own analysis of densities, RAMP with the parameter " + shortText(own.penalization) +
      ": greyness " + shortText(greyness) + ", and a cell of density 0.5 has " +
      shortText(0.5 / (1.0 + 0.5 * own.penalization)) + " of the modulus; void has " +
      shortText(own.voidRatio) + ".";
  }
  else if (own.kind == OwnAnalysis::Kind::LevelSet)
  {
    text = "Own analysis of a level set: around the boundary the modulus is between that of solid "
           "and that of void, " +
      shortText(own.voidRatio) + "; greyness " + shortText(greyness) + ".";
  }
  if (own.filterRadius > 0.0)
  {
    text += " Its filter of radius " + shortText(own.filterRadius) + " makes boundaries grey.";
  }
  if (own.leftOutBelow > 0.0)
  {
    text += " The input lacks its cells of densities below " + shortText(own.leftOutBelow) +
      ": take the port Final design.";
  }
  return text + (text.empty() ? "" : " ") + "Its elements have a mean edge of " +
    shortText(elementEdge) + ", the voxels of its body " + shortText(voxelEdge) + ".";
}
}
