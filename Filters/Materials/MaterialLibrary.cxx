#include "MaterialLibrary.h"

#include "BuiltInMaterials.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtk_jsoncpp.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>

namespace trabecula::filters
{
namespace
{
constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();

/// Reads the materials of a text.
class Reader
{
public:
  Reader(const std::string& text, const std::string& origin) : Text(text), Origin(origin) {}

  std::vector<Material> read() const
  {
    Json::CharReaderBuilder builder;
    builder["collectComments"] = false;
    builder["failIfExtra"] = true;
    builder["rejectDupKeys"] = true;
    const std::unique_ptr<Json::CharReader> reader(builder.newCharReader());
    Json::Value root;
    std::string errors;
    if (!reader->parse(this->Text.data(), this->Text.data() + this->Text.size(), &root, &errors))
    {
      std::replace(errors.begin(), errors.end(), '\n', ' ');
      throw Error(this->Origin + " is no valid JSON file: " + errors);
    }
    if (!root.isObject() || !root.isMember("materials") || !root["materials"].isArray())
    {
      throw Error(this->Origin + " has no list \"materials\".");
    }
    std::vector<Material> materials;
    for (const Json::Value& entry : root["materials"])
    {
      materials.push_back(this->materialOf(entry));
    }
    return materials;
  }

private:
  [[noreturn]] void fail(const Json::Value& value, const std::string& text) const
  {
    const auto end =
      this->Text.begin() + std::min<std::ptrdiff_t>(value.getOffsetStart(), this->Text.size());
    throw Error(this->Origin + ", line " +
      std::to_string(1 + std::count(this->Text.begin(), end, '\n')) + ": " + text);
  }

  Material materialOf(const Json::Value& entry) const
  {
    if (!entry.isObject() || !entry["name"].isString() || entry["name"].asString().empty())
    {
      this->fail(entry, "a material must have a \"name\" in quotes.");
    }
    Material material;
    material.name = entry["name"].asString();
    material.values.fill(Unknown);
    const std::string of = "material '" + material.name + "': ";
    if (material.name == CustomMaterial)
    {
      this->fail(entry, of + "this name means that no material is chosen. Take another one.");
    }
    for (const std::string& key : entry.getMemberNames())
    {
      const Json::Value& value = entry[key];
      if (key == "name" || key == "grade" || key == "source")
      {
        if (!value.isString())
        {
          std::string what = of;
          what.append("\"").append(key).append("\" must be a text in quotes.");
          this->fail(value, what);
        }
        (key == "grade"       ? material.grade
            : key == "source" ? material.source
                              : material.name) = value.asString();
        continue;
      }
      this->readValue(key, value, of, material);
    }
    const auto& quantities = materialQuantities();
    for (std::size_t i = 0; i < quantities.size(); ++i)
    {
      if (quantities[i].isRequired && std::isnan(material.values[i]))
      {
        this->fail(entry, of + "\"" + quantities[i].key() + "\" is missing.");
      }
    }
    return material;
  }

  void readValue(const std::string& key, const Json::Value& value, const std::string& of,
    Material& material) const
  {
    const auto& quantities = materialQuantities();
    std::string known;
    for (std::size_t i = 0; i < quantities.size(); ++i)
    {
      const MaterialQuantity& quantity = quantities[i];
      known += ", \"" + quantity.key() + "\"";
      if (key != quantity.key())
      {
        continue;
      }
      const double number = value.isNumeric() ? value.asDouble() : Unknown;
      if (!(number > quantity.above && number < quantity.below))
      {
        std::string what = of;
        what.append("\"").append(key).append("\" must be a number above ");
        what.append(shortText(quantity.above));
        what.append(quantity.below < Infinity ? " and below " + shortText(quantity.below) : "");
        this->fail(value, what.append("."));
      }
      material.values[i] = number;
      return;
    }
    this->fail(value,
      of + "there is no \"" + key + "\"; keys are \"name\", \"grade\", \"source\"" + known + ".");
  }

  const std::string& Text;
  const std::string& Origin;
};
}

std::string MaterialQuantity::key() const
{
  const std::string unit = this->siUnit;
  return this->property + (unit.empty() ? "" : " [" + unit + "]");
}

const std::array<MaterialQuantity, NumberOfMaterialQuantities>& materialQuantities()
{
  static const std::array<MaterialQuantity, NumberOfMaterialQuantities> quantities = { {
    { "YoungsModulus", "Young's modulus", "force / area", "Pa", true, 0.0, Infinity },
    { "PoissonsRatio", "Poisson's ratio", "", "", true, -1.0, 0.5 },
    { "MassDensity", "mass density", "mass / volume", "kg/m^3", false, 0.0, Infinity },
    { "YieldStress", "yield stress", "force / area", "Pa", false, 0.0, Infinity },
    { "Conductivity", "conductivity", "power / (length temperature)", "W/(m K)", false, 0.0,
      Infinity },
  } };
  return quantities;
}

MaterialLibrary::MaterialLibrary()
{
  this->add(BuiltInMaterials, "The list of materials");
}

void MaterialLibrary::read(const std::string& path)
{
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
  {
    throw Error("The file of materials '" + path + "' cannot be read.");
  }
  this->add(text.str(), path);
}

void MaterialLibrary::add(const std::string& text, const std::string& origin)
{
  for (Material& material : Reader(text, origin).read())
  {
    const auto isSame = [&](const Material& other) { return other.name == material.name; };
    if (std::any_of(this->Materials.begin(), this->Materials.end(), isSame))
    {
      throw Error(origin + " has a material '" + material.name +
        "', and there is one of that name already. Take another name.");
    }
    this->Materials.push_back(std::move(material));
  }
}

const Material& MaterialLibrary::find(const std::string& name) const
{
  std::string known;
  for (const Material& material : this->Materials)
  {
    if (material.name == name)
    {
      return material;
    }
    known += (known.empty() ? "" : ", ") + material.name;
  }
  throw Error("There is no material '" + name + "'; there are " + known +
    ". Further ones are read from the file that Material File names, or the environment variable " +
    MaterialsVariable + ".");
}

MaterialLibrary materialsWith(const std::string& path)
{
  static const MaterialLibrary ofProgram;
  MaterialLibrary library = ofProgram;
  const char* variable = std::getenv(MaterialsVariable);
  const std::string common = variable ? variable : "";
  if (!common.empty())
  {
    library.read(common);
  }
  if (!path.empty() && path != common)
  {
    library.read(path);
  }
  return library;
}

double valueOf(const Material& material, const std::string& property, UnitSystem system)
{
  const auto& quantities = materialQuantities();
  for (std::size_t i = 0; i < quantities.size(); ++i)
  {
    if (property == quantities[i].property)
    {
      const std::string quantity = quantities[i].quantity;
      return quantity.empty() ? material.values[i] : fromSi(system, quantity, material.values[i]);
    }
  }
  throw Error("Materials have no " + property + ".");
}

std::string describe(const Material& material, UnitSystem system)
{
  std::string text;
  for (const MaterialQuantity& quantity : materialQuantities())
  {
    const double value = valueOf(material, quantity.property, system);
    if (!std::isnan(value))
    {
      const std::string unit = unitOf(system, quantity.quantity);
      text += (text.empty() ? "" : ", ") + std::string(quantity.label) + " " + shortText(value) +
        (unit.empty() ? "" : " ") + unit;
    }
  }
  return text;
}
}
