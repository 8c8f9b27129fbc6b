#ifndef TRABECULA_FILTERS_CADSOURCE_H
#define TRABECULA_FILTERS_CADSOURCE_H

#include <array>
#include <cstddef>
#include <string>
#include <vector>

class vtkFieldData;

namespace trabecula::filters
{
struct LengthUnit
{
  const char* name;
  double millimetres;
};

/// The units in which bodies can be read, by their numbers in vtkCadReader::UnitType.
inline constexpr std::array<LengthUnit, 4> LengthUnits = { { { "mm", 1.0 }, { "cm", 10.0 },
  { "m", 1000.0 }, { "inch", 25.4 } } };

/// What a body was read from. The CAD Reader leaves it in the field data of its surface, so that
/// the same body can be read again.
struct CadSource
{
  std::string path;                 ///< absolute
  std::string stamp;                ///< changes with the file
  std::vector<std::string> options; ///< of the program for CAD files: which solids
  LengthUnit unit = LengthUnits[0]; ///< of the surface
};

/// Time and length of a file as text; empty if there is no such file.
std::string stampOf(const std::string& path);

/// Writes the field arrays of text CadFile, CadOptions and LengthUnit.
void writeSource(const CadSource& source, vtkFieldData* fields);

/// @throws Error if the arrays are missing, which the surfaces of other readers lack
CadSource readSource(vtkFieldData* fields);
}

#endif
