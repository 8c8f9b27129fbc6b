// The list of materials, and files of further ones.

#include "MaterialLibrary.h"

#include "Core/Error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace trabecula::testing
{
using namespace trabecula::filters;

namespace
{
/// Returns the error of adding a text; empty if there is none.
std::string errorOf(const std::string& text)
{
  MaterialLibrary library;
  try
  {
    library.add(text, "my.json");
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}

/// Returns a list of one material with these lines.
std::string listOf(const std::string& lines)
{
  return "{\n  \"materials\": [\n    {\n" + lines + "\n    }\n  ]\n}\n";
}

const std::string Moduli = "\"YoungsModulus [Pa]\": 1e9, \"PoissonsRatio\": 0.25";
}

TEST(MaterialLibrary, HasValuesInAllUnits)
{
  // Young's modulus and yield stress in MPa and psi, mass density in t/mm^3 and lbf s^2/in^4,
  // conductivity in W/(m K) and lbf/(s degF). 1 MPa = 145.037738 psi, 1 t/mm^3 = 93572.54
  // lbf s^2/in^4, 1 W/(m K) = 0.12489386 lbf/(s degF).
  struct Known
  {
    const char* name;
    double modulus;
    double modulusInPsi;
    double ratio;
    double density;
    double densityInInches;
    double yieldStress;
    double yieldStressInPsi;
    double conductivity;
    double conductivityInInches;
  };
  const Known all[] = {
    { "Steel", 210000, 30.457925e6, 0.3, 7.85e-9, 7.345445e-4, 235, 34083.868, 53.3, 6.656843 },
    { "Aluminium", 70000, 10.152642e6, 0.3, 2.7e-9, 2.526459e-4, 250, 36259.434, 191, 23.854727 },
    { "Titanium", 113800, 16.505295e6, 0.342, 4.43e-9, 4.145264e-4, 880, 127633.21, 6.7,
      0.8367889 },
    { "PLA", 3600, 522135.86, 0.36, 1.24e-9, 1.160299e-4, 60, 8702.2643, 0.13, 0.0162362 },
    { "ABS", 2300, 333586.80, 0.35, 1.04e-9, 9.731544e-5, 45, 6526.6982, 0.17, 0.02123196 },
    { "PA12", 1650, 239312.27, 0.4, 9.3e-10, 8.702246e-5, 48, 6961.8114, 0.2, 0.02497877 },
    { "Cortical bone", 19900, 2.8862510e6, 0.3, 1.908e-9, 1.785364e-4, 107.9, 15649.572, 0.32,
      0.03996603 },
    { "Cancellous bone", 1140, 165343.02, 0.3, 1.178e-9, 1.102285e-4, 7.4, 1073.2793, 0.31,
      0.0387171 },
  };
  const MaterialLibrary library;
  EXPECT_EQ(library.materials().size(), std::size(all));
  for (const Known& known : all)
  {
    const Material& material = library.find(known.name);
    EXPECT_FALSE(material.source.empty()) << known.name;
    EXPECT_FALSE(material.grade.empty()) << known.name;
    const auto expect =
      [&](const char* property, double inMillimetres, double inMetres, double inInches)
    {
      const std::pair<UnitSystem, double> values[] = { { UnitSystem::Millimetres, inMillimetres },
        { UnitSystem::Metres, inMetres }, { UnitSystem::Inches, inInches } };
      for (const auto& [system, value] : values)
      {
        EXPECT_NEAR(valueOf(material, property, system) / value, 1.0, 2e-6)
          << known.name << ", " << property << ", " << systemName(system);
      }
    };
    expect("YoungsModulus", known.modulus, known.modulus * 1e6, known.modulusInPsi);
    expect("PoissonsRatio", known.ratio, known.ratio, known.ratio);
    expect("MassDensity", known.density, known.density * 1e12, known.densityInInches);
    expect("YieldStress", known.yieldStress, known.yieldStress * 1e6, known.yieldStressInPsi);
    expect("Conductivity", known.conductivity, known.conductivity, known.conductivityInInches);
  }
}

TEST(MaterialLibrary, DescribesMaterials)
{
  EXPECT_EQ(describe(MaterialLibrary().find("Steel"), UnitSystem::Millimetres),
    "Young's modulus 210000 MPa, Poisson's ratio 0.3, mass density 7.85e-09 t/mm^3, yield stress "
    "235 MPa, conductivity 53.3 mW/(mm K)");
}

TEST(MaterialLibrary, ReadsFilesOfUsers)
{
  const std::string path = ::testing::TempDir() + "my_materials.json";
  std::ofstream(path) << listOf("\"name\": \"Oak\", " + Moduli + ", \"grade\": \"along\"");
  MaterialLibrary library = materialsWith(path);
  EXPECT_EQ(library.materials().size(), MaterialLibrary().materials().size() + 1);
  const Material& oak = library.find("Oak");
  EXPECT_EQ(valueOf(oak, "YoungsModulus", UnitSystem::Millimetres), 1000.0);
  EXPECT_TRUE(std::isnan(valueOf(oak, "YieldStress", UnitSystem::Millimetres)));
  EXPECT_EQ(describe(oak, UnitSystem::Metres), "Young's modulus 1e+09 Pa, Poisson's ratio 0.25");

  setenv(MaterialsVariable, path.c_str(), 1);
  EXPECT_NO_THROW(materialsWith("").find("Oak"));
  EXPECT_NO_THROW(materialsWith(path).find("Oak")); // once
  unsetenv(MaterialsVariable);
  EXPECT_THROW(materialsWith("").find("Oak"), Error);
  std::remove(path.c_str());
  EXPECT_THROW(materialsWith(path), Error);
}

TEST(MaterialLibrary, NamesWhatIsWrongInAFile)
{
  const std::string name = "      \"name\": \"Oak\",\n      ";
  EXPECT_EQ(errorOf(listOf(name + Moduli)), "");
  EXPECT_EQ(errorOf("[]"), "my.json has no list \"materials\".");
  const std::string damaged = errorOf("{ \"materials\": [ { \"name\": ] }");
  EXPECT_EQ(damaged.rfind("my.json is no valid JSON file: * Line 1, Column 28", 0), 0u) << damaged;
  EXPECT_EQ(errorOf(listOf(Moduli)), "my.json, line 3: a material must have a \"name\" in quotes.");
  EXPECT_EQ(errorOf(listOf(name + "\"PoissonsRatio\": 0.2")),
    "my.json, line 3: material 'Oak': \"YoungsModulus [Pa]\" is missing.");
  EXPECT_EQ(errorOf(listOf(name + "\"YoungsModulus [Pa]\": \"stiff\",\n \"PoissonsRatio\": 0.2")),
    "my.json, line 5: material 'Oak': \"YoungsModulus [Pa]\" must be a number above 0.");
  EXPECT_EQ(errorOf(listOf(name + "\"YoungsModulus [Pa]\": 1e9,\n \"PoissonsRatio\": 0.5")),
    "my.json, line 6: material 'Oak': \"PoissonsRatio\" must be a number above -1 and below 0.5.");
  EXPECT_EQ(errorOf(listOf(name + Moduli + ",\n\"YoungsModulus [MPa]\": 1")),
    "my.json, line 6: material 'Oak': there is no \"YoungsModulus [MPa]\"; keys are \"name\", "
    "\"grade\", \"source\", \"YoungsModulus [Pa]\", \"PoissonsRatio\", \"MassDensity [kg/m^3]\", "
    "\"YieldStress [Pa]\", \"Conductivity [W/(m K)]\".");
  EXPECT_EQ(errorOf(listOf("\"name\": \"Steel\", " + Moduli)),
    "my.json has a material 'Steel', and there is one of that name already. Take another name.");
  EXPECT_EQ(errorOf(listOf("\"name\": \"Custom\", " + Moduli)),
    "my.json, line 3: material 'Custom': this name means that no material is chosen. Take another "
    "one.");
  EXPECT_EQ(errorOf(listOf("\"name\": \"Oak\", \"grade\": 3, " + Moduli)),
    "my.json, line 4: material 'Oak': \"grade\" must be a text in quotes.");
}

TEST(MaterialLibrary, ListsNamesInErrors)
{
  try
  {
    MaterialLibrary().find("Unobtainium");
    FAIL();
  }
  catch (const Error& error)
  {
    EXPECT_EQ(std::string(error.what()),
      "There is no material 'Unobtainium'; there are Steel, Aluminium, Titanium, PLA, ABS, PA12, "
      "Cortical bone, Cancellous bone. Further ones are read from the file that Material File "
      "names, or the environment variable TRABECULA_MATERIALS.");
  }
}
}
