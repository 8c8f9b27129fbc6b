// Units: names, conversions from SI units, and dimensions of arrays.

#include "UnitSystem.h"

#include "Core/Error.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace trabecula::testing
{
using namespace trabecula::filters;

TEST(UnitSystem, NamesAreFoundAgain)
{
  EXPECT_EQ(unitSystems().size(), 4u);
  for (const UnitSystem system : unitSystems())
  {
    EXPECT_EQ(systemNamed(systemName(system)), system);
  }
  try
  {
    systemNamed("furlong");
    FAIL();
  }
  catch (const Error& error)
  {
    EXPECT_EQ(std::string(error.what()),
      "There are no units 'furlong'; there are 'Consistent units', 'mm, N, MPa, t', 'm, N, Pa, "
      "kg', 'in, lbf, psi'.");
  }
}

TEST(UnitSystem, DimensionsHaveUnits)
{
  EXPECT_EQ(unitOf(UnitSystem::Millimetres, "force / area"), "MPa");
  EXPECT_EQ(unitOf(UnitSystem::Metres, "force / area"), "Pa");
  EXPECT_EQ(unitOf(UnitSystem::Inches, "force / area"), "psi");
  EXPECT_EQ(unitOf(UnitSystem::Millimetres, "mass / volume"), "t/mm^3");
  // The library's words.
  EXPECT_EQ(unitOf(UnitSystem::Millimetres, "force times length"), "N mm");
  EXPECT_EQ(unitOf(UnitSystem::Inches, "force per area"), "psi");
  // Words remain where nothing is known.
  EXPECT_EQ(unitOf(UnitSystem::Consistent, "force / area"), "force / area");
  EXPECT_EQ(unitOf(UnitSystem::Millimetres, "-"), "-");
  EXPECT_EQ(unitOf(UnitSystem::Millimetres, ""), "");
}

TEST(UnitSystem, ConvertsFromSiUnits)
{
  struct Case
  {
    UnitSystem system;
    const char* quantity;
    double si;
    double value;
  };
  // By the definitions of the inch, 0.0254 m, the pound-force, 4.4482216152605 N, and the degree
  // Fahrenheit, 5/9 K. Published: 1 psi = 6894.757293168 Pa; 1 W/(m K) = 0.1249 lbf/(s degF), as
  // 1 BTU = 778.169 ft lbf and 1 W/(m K) = 0.5777893 BTU/(h ft degF).
  const Case cases[] = { { UnitSystem::Millimetres, "length", 1.0, 1000.0 },
    { UnitSystem::Millimetres, "force", 1.0, 1.0 },
    { UnitSystem::Millimetres, "force / area", 210e9, 210000.0 },
    { UnitSystem::Millimetres, "mass / volume", 7850.0, 7.85e-9 },
    { UnitSystem::Millimetres, "force length", 1.0, 1000.0 },
    { UnitSystem::Millimetres, "power / (length temperature)", 53.3, 53.3 },
    { UnitSystem::Millimetres, "length / time^2", 9.81, 9810.0 },
    { UnitSystem::Metres, "force / area", 210e9, 210e9 },
    { UnitSystem::Metres, "mass / volume", 7850.0, 7850.0 },
    { UnitSystem::Inches, "length", 0.0254, 1.0 },
    { UnitSystem::Inches, "force", 4.4482216152605, 1.0 },
    { UnitSystem::Inches, "force / area", 6894.757293168361, 1.0 },
    { UnitSystem::Inches, "length / time^2", 9.80665, 386.0885826771654 },
    { UnitSystem::Inches, "mass / volume", 7850.0, 7.345445e-4 },
    { UnitSystem::Inches, "temperature", 5.0, 9.0 },
    { UnitSystem::Inches, "power / (length temperature)", 1.0, 0.1248942 } };
  for (const Case& of : cases)
  {
    EXPECT_NEAR(fromSi(of.system, of.quantity, of.si) / of.value, 1.0, 1e-5)
      << systemName(of.system) << ", " << of.quantity;
  }
  EXPECT_THROW(fromSi(UnitSystem::Consistent, "force", 1.0), Error);
  EXPECT_THROW(fromSi(UnitSystem::Metres, "charm", 1.0), Error);
}

TEST(UnitSystem, IsConsistent)
{
  // A product of quantities has the product of their numbers in every system.
  for (const UnitSystem system : unitSystems())
  {
    if (system == UnitSystem::Consistent)
    {
      continue;
    }
    const auto one = [system](const char* quantity) { return fromSi(system, quantity, 1.0); };
    const double length = one("length");
    EXPECT_NEAR(one("mass") * one("length / time^2") / one("force"), 1.0, 1e-12);
    EXPECT_NEAR(one("force / area") * length * length / one("force"), 1.0, 1e-12);
    EXPECT_NEAR(one("force / length") * length / one("force"), 1.0, 1e-12);
    EXPECT_NEAR(one("force / volume") * length / one("force / area"), 1.0, 1e-12);
    EXPECT_NEAR(one("mass / volume") * one("volume") / one("mass"), 1.0, 1e-12);
    EXPECT_NEAR(one("force") * length / one("force length"), 1.0, 1e-12);
    EXPECT_NEAR(one("force length / volume") / one("force / area"), 1.0, 1e-12);
    EXPECT_NEAR(one("length^2") / one("area"), 1.0, 1e-12);
    EXPECT_NEAR(one("length^3") / one("volume"), 1.0, 1e-12);
    EXPECT_NEAR(one("force length") * one("1 / time") / one("power"), 1.0, 1e-12);
    EXPECT_NEAR(one("power / area") * one("area") / one("power"), 1.0, 1e-12);
    EXPECT_NEAR(one("power / volume") * one("volume") / one("power"), 1.0, 1e-12);
    const double temperature = one("temperature");
    EXPECT_NEAR(one("1 / temperature") * temperature, 1.0, 1e-12);
    EXPECT_NEAR(
      one("power / (length temperature)") * length * temperature / one("power"), 1.0, 1e-12);
    EXPECT_NEAR(
      one("power / (area temperature)") * one("area") * temperature / one("power"), 1.0, 1e-12);
    EXPECT_NEAR(one("power / temperature") * temperature / one("power"), 1.0, 1e-12);
    EXPECT_NEAR(one("power temperature") / temperature / one("power"), 1.0, 1e-12);
    EXPECT_NEAR(one("temperature / length") * length / temperature, 1.0, 1e-12);
    EXPECT_EQ(one("time"), 1.0);
  }
}

TEST(UnitSystem, ArraysHaveDimensions)
{
  EXPECT_EQ(quantityOf("VonMisesStress"), "force / area");
  EXPECT_EQ(quantityOf("Displacement_Load case 2"), "length");
  EXPECT_EQ(quantityOf("Mass_D7.85e-09"), "mass");
  EXPECT_EQ(quantityOf("Density"), "");
  EXPECT_EQ(quantityOf("MyDisplacement"), "");
  for (const char* name : { "Compliance", "Temperature", "HeatFlux", "Frequency", "Mass" })
  {
    const std::string quantity = quantityOf(name);
    EXPECT_NE(unitOf(UnitSystem::Millimetres, quantity), quantity) << name;
  }
}

TEST(UnitSystem, ColumnsHaveDimensions)
{
  EXPECT_EQ(quantityOfColumn("Compliance"), "force length");
  EXPECT_EQ(quantityOfColumn("X"), "length");
  EXPECT_EQ(quantityOfColumn("Centre_Magnitude"), "length"); // as a spreadsheet names it
  EXPECT_EQ(quantityOfColumn("Residual"), "");
  EXPECT_EQ(quantityOf("X"), "");
}

TEST(UnitSystem, MassesAreReadable)
{
  EXPECT_EQ(massText(UnitSystem::Millimetres, 2.3e-5), "2.3e-05 t (0.023 kg)");
  EXPECT_EQ(massText(UnitSystem::Metres, 0.023), "0.023 kg");
  // 1 lb weighs 1 lbf, which is 1/386.0886 lbf s^2/in times gravity.
  EXPECT_EQ(massText(UnitSystem::Inches, 1.0 / 386.0885826771654), "0.00259008 lbf s^2/in (1 lb)");
  EXPECT_EQ(massText(UnitSystem::Consistent, 2.0), "2");
}
}
