#ifndef TRABECULA_FILTERS_UNITSYSTEM_H
#define TRABECULA_FILTERS_UNITSYSTEM_H

#include <string>
#include <vector>

namespace trabecula::filters
{
/// Systems of units in which users work. Numbers are never converted, except those of materials,
/// which are stored in SI units: a system says what numbers mean.
enum class UnitSystem
{
  Consistent = 0, ///< not stated; any consistent units
  Millimetres,    ///< mm, N, s, t: stresses in MPa
  Metres,         ///< m, N, s, kg: stresses in Pa
  Inches          ///< in, lbf, s, lbf s^2/in: stresses in psi
};

/// Name of the field array that states the units of a dataset, a string as systemName() returns it.
inline constexpr const char* UnitsField = "Units";
/// Name of the field array of the CAD Reader with the unit of its lengths.
inline constexpr const char* LengthUnitField = "LengthUnit";

/// Returns all systems; UnitSystem::Consistent is the first.
std::vector<UnitSystem> unitSystems();

/// Returns the name of a system, which lists its units, for example "mm, N, MPa, t".
std::string systemName(UnitSystem system);

/// Returns the system of a name. @throws Error for an unknown name
UnitSystem systemNamed(const std::string& name);

/**
 * Returns a unit in a system.
 *
 * @param quantity the dimension in words, for example "force / area" or "force length", as
 * read-outs and the column Unit of tables state it
 * @return for example "MPa" or "N mm"; the words themselves for UnitSystem::Consistent and for
 * unknown dimensions, such as "-"
 */
std::string unitOf(UnitSystem system, const std::string& quantity);

/// Returns a value of SI units in those of a system. @param quantity a dimension as in unitOf()
/// @throws Error for an unknown dimension, and for UnitSystem::Consistent
double fromSi(UnitSystem system, const std::string& quantity, double value);

/// Returns a mass with its unit, and in kg or lb if that unit is one of calculations only, as the
/// tonne is: "2.3e-05 t (0.023 kg)".
std::string massText(UnitSystem system, double mass);

/**
 * Returns the dimension of an array, a column of a table or a value of a history, in words as in
 * unitOf(), or an empty string if it has none or is unknown. Names of load cases may follow the
 * name, as in "VonMisesStress_Gravity".
 */
std::string quantityOf(const std::string& name);

/**
 * The same for a column of a table of this program. Some of their names, such as "X" or "Radius",
 * are too common to tell what an array of any dataset is.
 */
std::string quantityOfColumn(const std::string& name);
}

#endif
