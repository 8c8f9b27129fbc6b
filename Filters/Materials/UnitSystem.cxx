#include "UnitSystem.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>

namespace trabecula::filters
{
namespace
{
constexpr std::size_t SystemsWithUnits = 3;

/// A system of units by its base units in SI units.
struct System
{
  UnitSystem system;
  const char* name;
  double length;      ///< m
  double mass;        ///< kg
  double temperature; ///< K
};

/// Exact by definition: the inch, the pound, and standard gravity.
constexpr double Inch = 0.0254;
constexpr double Pound = 0.45359237;
constexpr double PoundForce = Pound * 9.80665;
constexpr double DegreeFahrenheit = 5.0 / 9.0;

constexpr std::array<System, SystemsWithUnits + 1> Systems = { {
  { UnitSystem::Consistent, "Consistent units", 1.0, 1.0, 1.0 },
  { UnitSystem::Millimetres, "mm, N, MPa, t", 1e-3, 1e3, 1.0 },
  { UnitSystem::Metres, "m, N, Pa, kg", 1.0, 1.0, 1.0 },
  { UnitSystem::Inches, "in, lbf, psi", Inch, PoundForce / Inch, DegreeFahrenheit },
} };

/// A dimension. This table and that of the names of arrays are all that a new quantity needs.
struct DimensionOfName
{
  const char* words;
  ///@{
  /// Exponents of the base units.
  int length;
  int mass;
  int time;
  int temperature;
  ///@}
  std::array<const char*, SystemsWithUnits> units;
};

constexpr std::array<DimensionOfName, 27> Quantities = { {
  { "length", 1, 0, 0, 0, { "mm", "m", "in" } },
  { "area", 2, 0, 0, 0, { "mm^2", "m^2", "in^2" } },
  { "length^2", 2, 0, 0, 0, { "mm^2", "m^2", "in^2" } },
  { "volume", 3, 0, 0, 0, { "mm^3", "m^3", "in^3" } },
  { "length^3", 3, 0, 0, 0, { "mm^3", "m^3", "in^3" } },
  { "mass", 0, 1, 0, 0, { "t", "kg", "lbf s^2/in" } },
  { "mass / volume", -3, 1, 0, 0, { "t/mm^3", "kg/m^3", "lbf s^2/in^4" } },
  { "time", 0, 0, 1, 0, { "s", "s", "s" } },
  { "1 / time", 0, 0, -1, 0, { "Hz", "Hz", "Hz" } },
  { "length / time^2", 1, 0, -2, 0, { "mm/s^2", "m/s^2", "in/s^2" } },
  { "force", 1, 1, -2, 0, { "N", "N", "lbf" } },
  { "force / area", -1, 1, -2, 0, { "MPa", "Pa", "psi" } },
  { "force / length", 0, 1, -2, 0, { "N/mm", "N/m", "lbf/in" } },
  { "force / volume", -2, 1, -2, 0, { "N/mm^3", "N/m^3", "lbf/in^3" } },
  { "force length", 2, 1, -2, 0, { "N mm", "N m", "lbf in" } },
  { "energy", 2, 1, -2, 0, { "N mm", "N m", "lbf in" } },
  { "force length / volume", -1, 1, -2, 0, { "N mm/mm^3", "N m/m^3", "lbf in/in^3" } },
  { "temperature", 0, 0, 0, 1,
    { "\xc2\xb0"
      "C",
      "\xc2\xb0"
      "C",
      "\xc2\xb0"
      "F" } },
  { "1 / temperature", 0, 0, 0, -1,
    { "1/K", "1/K",
      "1/\xc2\xb0"
      "F" } },
  { "power", 2, 1, -3, 0, { "mW", "W", "lbf in/s" } },
  { "power / area", 0, 1, -3, 0, { "mW/mm^2", "W/m^2", "lbf/(in s)" } },
  { "power / volume", -1, 1, -3, 0, { "mW/mm^3", "W/m^3", "lbf/(in^2 s)" } },
  { "power / (length temperature)", 1, 1, -3, -1,
    { "mW/(mm K)", "W/(m K)",
      "lbf/(s \xc2\xb0"
      "F)" } },
  { "power / (area temperature)", 0, 1, -3, -1,
    { "mW/(mm^2 K)", "W/(m^2 K)",
      "lbf/(in s \xc2\xb0"
      "F)" } },
  { "power / temperature", 2, 1, -3, -1,
    { "mW/K", "W/K",
      "lbf in/(s \xc2\xb0"
      "F)" } },
  { "power temperature", 2, 1, -3, 1,
    { "mW \xc2\xb0"
      "C",
      "W \xc2\xb0"
      "C",
      "lbf in \xc2\xb0"
      "F/s" } },
  { "temperature / length", -1, 0, 0, 1,
    { "K/mm", "K/m",
      "\xc2\xb0"
      "F/in" } },
} };

/// Dimensions of arrays, of columns of tables and of values of a history.
const std::map<std::string, const char*>& quantitiesOfNames()
{
  static const std::map<std::string, const char*> names = {
    { "AmbientTemperature", "temperature" },
    { "BodyForce", "force / volume" },
    { "Compliance", "force length" },
    { "Displacement", "length" },
    { "FilmCoefficient", "power / (area temperature)" },
    { "FilterRadius", "length" },
    { "Force", "force" },
    { "Frequency", "1 / time" },
    { "HeatDissipationDensity", "power / volume" },
    { "HeatFlow", "power" },
    { "HeatFlux", "power / area" },
    { "HeatReaction", "power" },
    { "HeatSource", "power / volume" },
    { "LargestStress", "force / area" },
    { "LargestVonMisesStress", "force / area" },
    { "Mass", "mass" },
    { "OutputDisplacement", "length" },
    { "PointMass", "mass" },
    { "PrescribedDisplacement", "length" },
    { "PrescribedTemperature", "temperature" },
    { "PrincipalStress", "force / area" },
    { "Reaction", "force" },
    { "Springs", "force / length" },
    { "StrainEnergyDensity", "force length / volume" },
    { "Stress", "force / area" },
    { "StressError", "force / area" },
    { "Temperature", "temperature" },
    { "ThermalCompliance", "power temperature" },
    { "Thickness", "length" },
    { "VibrationPeriod", "time" },
    { "Volume", "volume" },
    { "VonMisesStress", "force / area" },
    { "WallThickness", "length" },
    { "WorstCompliance", "force length" },
    { "YoungsModulus", "force / area" },
  };
  return names;
}

/// Dimensions of further columns of tables.
const std::map<std::string, const char*>& quantitiesOfColumns()
{
  static const std::map<std::string, const char*> columns = {
    { "Area", "area" },
    { "BodyCompliance", "energy" },
    { "BodyVolume", "volume" },
    { "Centre", "length" },
    { "CentreOfGravityX", "length" },
    { "CentreOfGravityY", "length" },
    { "CentreOfGravityZ", "length" },
    { "EffectiveMassX", "mass" },
    { "EffectiveMassY", "mass" },
    { "EffectiveMassZ", "mass" },
    { "FirstFrequency", "1 / time" },
    { "Hausdorff", "length" },
    { "MeanSurfaceDistance", "length" },
    { "Points", "length" },
    { "Radius", "length" },
    { "ScaledStressNorm", "force / area" },
    { "Seconds", "time" },
    { "SmallestThickness", "length" },
    { "SolidVolume", "volume" },
    { "StressNorm", "force / area" },
    { "VoxelSize", "length" },
    { "X", "length" },
    { "Y", "length" },
    { "Z", "length" },
  };
  return columns;
}

/// Returns the dimension of a name in a map, or of its part before "_"; empty if there is none.
std::string quantityIn(const std::map<std::string, const char*>& names, const std::string& name)
{
  auto found = names.find(name);
  const std::size_t end = name.find('_');
  if (found == names.end() && end != std::string::npos)
  {
    found = names.find(name.substr(0, end));
  }
  return found == names.end() ? "" : found->second;
}

std::string replaced(std::string text, const std::string& old, const std::string& by)
{
  for (std::size_t i = text.find(old); i != std::string::npos; i = text.find(old, i))
  {
    text.replace(i, old.size(), by);
  }
  return text;
}

const DimensionOfName* find(const std::string& words)
{
  // The library writes "force per area" and "force times length".
  const std::string plain = replaced(replaced(words, " per ", " / "), " times ", " ");
  const auto* found = std::find_if(Quantities.begin(), Quantities.end(),
    [&](const DimensionOfName& quantity) { return plain == quantity.words; });
  return found == Quantities.end() ? nullptr : found;
}

const System& of(UnitSystem system)
{
  return Systems[static_cast<std::size_t>(system)];
}
}

std::vector<UnitSystem> unitSystems()
{
  std::vector<UnitSystem> systems;
  systems.reserve(Systems.size());
  for (const System& system : Systems)
  {
    systems.push_back(system.system);
  }
  return systems;
}

std::string systemName(UnitSystem system)
{
  return of(system).name;
}

UnitSystem systemNamed(const std::string& name)
{
  std::string known;
  for (const System& system : Systems)
  {
    if (name == system.name)
    {
      return system.system;
    }
    known += (known.empty() ? "'" : ", '") + std::string(system.name) + "'";
  }
  throw Error("There are no units '" + name + "'; there are " + known + ".");
}

std::string unitOf(UnitSystem system, const std::string& quantity)
{
  const DimensionOfName* found = system == UnitSystem::Consistent ? nullptr : find(quantity);
  return found ? found->units[static_cast<std::size_t>(system) - 1] : quantity;
}

double fromSi(UnitSystem system, const std::string& quantity, double value)
{
  const DimensionOfName* found = find(quantity);
  if (!found || system == UnitSystem::Consistent)
  {
    throw Error("A quantity '" + quantity + "' has no unit in '" + systemName(system) + "'.");
  }
  // The second is the unit of time of all systems.
  const System& base = of(system);
  return value /
    (std::pow(base.length, found->length) * std::pow(base.mass, found->mass) *
      std::pow(base.temperature, found->temperature));
}

std::string massText(UnitSystem system, double mass)
{
  const std::string unit = unitOf(system, "mass");
  std::string text = shortText(mass);
  switch (system)
  {
    case UnitSystem::Millimetres:
      return text + " " + unit + " (" + shortText(mass * of(system).mass) + " kg)";
    case UnitSystem::Inches:
      return text + " " + unit + " (" + shortText(mass * of(system).mass / Pound) + " lb)";
    case UnitSystem::Metres:
      return text + " " + unit;
    case UnitSystem::Consistent:
      break;
  }
  return text;
}

std::string quantityOf(const std::string& name)
{
  return quantityIn(quantitiesOfNames(), name);
}

std::string quantityOfColumn(const std::string& name)
{
  const std::string quantity = quantityOf(name);
  return quantity.empty() ? quantityIn(quantitiesOfColumns(), name) : quantity;
}
}
