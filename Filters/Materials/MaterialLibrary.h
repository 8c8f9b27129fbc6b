#ifndef TRABECULA_FILTERS_MATERIALLIBRARY_H
#define TRABECULA_FILTERS_MATERIALLIBRARY_H

#include "UnitSystem.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// A property of materials. The list of materialQuantities() is all that a new one needs.
struct MaterialQuantity
{
  const char* property; ///< of filters, and in files before the unit, for example "YoungsModulus"
  const char* label;    ///< for messages, for example "Young's modulus"
  const char* quantity; ///< dimension, see unitOf()
  const char* siUnit;   ///< in files; empty for a ratio
  bool isRequired;      ///< whether each material must have it
  double above;         ///< values are above this
  double below;         ///< values are below this

  /// Name of the value in files, for example "YoungsModulus [Pa]".
  std::string key() const;
};

constexpr std::size_t NumberOfMaterialQuantities = 5;

/// Returns the properties: Young's modulus and Poisson's ratio, mass density, yield stress,
/// conductivity.
const std::array<MaterialQuantity, NumberOfMaterialQuantities>& materialQuantities();

/// A material with values in SI units.
struct Material
{
  std::string name;
  std::string grade;                                     ///< what exactly it is
  std::string source;                                    ///< where the values are from
  std::array<double, NumberOfMaterialQuantities> values; ///< NaN if unknown
};

/// Name of a choice of no material: the numbers of the panel count.
inline constexpr const char* CustomMaterial = "Custom";
/// Environment variable with the path of a file of further materials.
inline constexpr const char* MaterialsVariable = "TRABECULA_MATERIALS";

/// The materials that come with the program, and those of files of the user.
class MaterialLibrary
{
public:
  /// Reads the materials of the program.
  MaterialLibrary();

  /**
   * Adds the materials of a JSON file, whose form is that of Filters/Materials/materials.json.
   *
   * @throws Error that names file, line, material and key
   */
  void read(const std::string& path);
  /// Adds materials from a text. @param origin for messages, such as the path of the file
  void add(const std::string& text, const std::string& origin);

  const std::vector<Material>& materials() const { return this->Materials; }
  /// @throws Error that lists all names if there is no such material
  const Material& find(const std::string& name) const;

private:
  std::vector<Material> Materials;
};

/// Returns the materials of the program, those of the file that the environment names, and those of
/// a file; an empty path means none. @throws Error as MaterialLibrary::read() does
MaterialLibrary materialsWith(const std::string& path);

/// Returns a value of a material in the units of a system; NaN if the material has none.
/// @param property a MaterialQuantity::property
/// @throws Error for UnitSystem::Consistent, as it has no units
double valueOf(const Material& material, const std::string& property, UnitSystem system);

/// Describes a material in a line: "Young's modulus 210000 MPa, Poisson's ratio 0.3, ...".
std::string describe(const Material& material, UnitSystem system);
}

#endif
