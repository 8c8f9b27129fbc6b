#include "VoxelMaterial.h"

#include "GrayThreshold.h"

#include "Core/Error.h"
#include "Core/Execution/HostRanges.h"
#include "Core/Execution/ZeroVector.h"
#include "Core/Text.h"

#include "vtkArrayDispatch.h"
#include "vtkDataArray.h"
#include "vtkDataArrayRange.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace trabecula::filters
{
namespace
{
constexpr double Unknown = -1.0;      ///< a label without a modulus
constexpr std::size_t MostListed = 5; ///< largest number of labels in a message
constexpr const char* ModuliArray = "YoungsModulus";

void requirePositive(double value, const std::string& property)
{
  if (!(value > 0.0) || !std::isfinite(value))
  {
    throw Error(property + " is " + shortText(value) + "; it must be a number above zero.");
  }
}

void requireNumber(double value, const std::string& property)
{
  if (!std::isfinite(value))
  {
    throw Error(property + " is " + shortText(value) + "; it must be a number.");
  }
}

/// Returns labels with their moduli, in order of labels.
std::vector<std::pair<double, double>> sortedTable(std::vector<std::pair<double, double>> table)
{
  if (table.empty())
  {
    throw Error("Label Moduli is empty. Give each label of the image a row with its Young's "
                "modulus, 0 for void.");
  }
  std::sort(table.begin(), table.end());
  for (std::size_t row = 0; row < table.size(); ++row)
  {
    requireNumber(table[row].first, "A label in Label Moduli");
    if (!(table[row].second >= 0.0) || !std::isfinite(table[row].second))
    {
      throw Error("Label Moduli gives label " + shortText(table[row].first) +
        " the Young's modulus " + shortText(table[row].second) +
        ". Give a positive number, or 0 for void.");
    }
    if (row > 0 && table[row].first == table[row - 1].first)
    {
      throw Error("Label Moduli lists label " + shortText(table[row].first) +
        " twice. Give each label one row.");
    }
  }
  const auto atZero = std::lower_bound(table.begin(), table.end(), std::make_pair(0.0, 0.0));
  if (atZero == table.end() || atZero->first != 0.0)
  {
    table.insert(atZero, { 0.0, 0.0 }); // the background
  }
  return table;
}

/// Maps a value to a modulus, for a valid material.
class Law
{
public:
  Law(VoxelMaterial material, const std::string& arrayName) : Material(std::move(material))
  {
    if (this->Material.kind == VoxelMaterial::Automatic)
    {
      this->Material.kind = arrayName == ModuliArray ? VoxelMaterial::Moduli
        : arrayName == "SolidFraction"               ? VoxelMaterial::Fractions
                                                     : VoxelMaterial::AboveThreshold;
    }
    this->check();
  }

  bool hasThreshold() const
  {
    return this->Material.kind == VoxelMaterial::AboveThreshold ||
      this->Material.kind == VoxelMaterial::BetweenThresholds;
  }
  double threshold() const
  {
    return this->hasThreshold() ? this->Material.lowerThreshold
                                : std::numeric_limits<double>::quiet_NaN();
  }

  bool needsPositive() const
  {
    return this->Material.kind == VoxelMaterial::Moduli ||
      this->Material.kind == VoxelMaterial::Fractions;
  }

  double modulus(double value) const
  {
    const VoxelMaterial& m = this->Material;
    switch (m.kind)
    {
      case VoxelMaterial::BetweenThresholds:
        return value >= m.lowerThreshold && value <= m.upperThreshold ? m.youngsModulus : 0.0;
      case VoxelMaterial::Labels:
      {
        const auto row = std::lower_bound(m.table.begin(), m.table.end(), value,
          [](const auto& entry, double label) { return entry.first < label; });
        return row != m.table.end() && row->first == value ? row->second : Unknown;
      }
      case VoxelMaterial::PowerLaw:
        return value >= m.densityThreshold && value > 0.0
          ? m.coefficient * std::pow(value, m.exponent)
          : 0.0;
      case VoxelMaterial::Moduli:
        return value;
      case VoxelMaterial::Fractions:
        return value * m.youngsModulus;
      default:
        return value >= m.lowerThreshold ? m.youngsModulus : 0.0;
    }
  }

  /// Describes for a message which values are solid.
  std::string describe() const
  {
    const VoxelMaterial& m = this->Material;
    switch (m.kind)
    {
      case VoxelMaterial::BetweenThresholds:
        return "values from Lower Threshold, " + shortText(m.lowerThreshold) +
          ", to Upper Threshold, " + shortText(m.upperThreshold);
      case VoxelMaterial::Labels:
        return "labels with a modulus above zero in Label Moduli";
      case VoxelMaterial::PowerLaw:
        return "values from Density Threshold, " + shortText(m.densityThreshold) + ", on";
      case VoxelMaterial::Moduli:
      case VoxelMaterial::Fractions:
        return "values above zero";
      default:
        return "values from Lower Threshold, " + shortText(m.lowerThreshold) + ", on";
    }
  }

private:
  void check()
  {
    VoxelMaterial& m = this->Material;
    switch (m.kind)
    {
      case VoxelMaterial::Labels:
        m.table = sortedTable(m.table);
        return;
      case VoxelMaterial::PowerLaw:
        requirePositive(m.coefficient, "Coefficient");
        requireNumber(m.exponent, "Exponent");
        if (!(m.densityThreshold >= 0.0))
        {
          throw Error(
            "Density Threshold is " + shortText(m.densityThreshold) + "; it must be zero or more.");
        }
        return;
      case VoxelMaterial::Moduli:
        return;
      case VoxelMaterial::Fractions:
        requirePositive(m.youngsModulus, "Young's Modulus");
        return;
      default:
        requirePositive(m.youngsModulus, "Young's Modulus");
        requireNumber(m.lowerThreshold, "Lower Threshold");
        if (m.kind == VoxelMaterial::BetweenThresholds && !(m.upperThreshold >= m.lowerThreshold))
        {
          throw Error("Upper Threshold is " + shortText(m.upperThreshold) +
            " and Lower Threshold " + shortText(m.lowerThreshold) +
            ". Give an upper one that is not below the lower one.");
        }
    }
  }

  VoxelMaterial Material;
};

/// Faults found while values were converted.
struct Survey
{
  std::size_t firstBad = std::numeric_limits<std::size_t>::max();
  /// Values that are not finite, or negative values that are not a valid modulus.
  std::size_t numberOfBad = 0;
  double bad = 0.0;
  /// Labels without a modulus, and the number of their voxels.
  std::map<double, std::int64_t> unknown;
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  bool anySolid = false;
  bool allSolid = true;

  void add(const Survey& other)
  {
    if (other.firstBad < this->firstBad)
    {
      this->firstBad = other.firstBad;
      this->bad = other.bad;
    }
    this->numberOfBad += other.numberOfBad;
    for (const auto& [label, count] : other.unknown)
    {
      this->unknown[label] += count;
    }
    this->lowest = std::min(this->lowest, other.lowest);
    this->highest = std::max(this->highest, other.highest);
    this->anySolid = this->anySolid || other.anySolid;
    this->allSolid = this->allSolid && other.allSolid;
  }
};

struct Convert
{
  template <class ArrayT>
  void operator()(ArrayT* array, const unsigned char* hidden, const Law& law,
    std::vector<double>& moduli, Survey& survey) const
  {
    survey = reduceHostRanges(array->GetNumberOfTuples(), survey,
      [&](Survey& own, std::int64_t begin, std::int64_t end) {
        convert(vtk::DataArrayValueRange<1>(array, begin, end), begin, hidden, law, moduli, own);
      });
  }

private:
  template <class Range>
  static void convert(const Range& values, vtkIdType first, const unsigned char* hidden,
    const Law& law, std::vector<double>& moduli, Survey& survey)
  {
    auto voxel = static_cast<std::size_t>(first);
    for (const auto element : values)
    {
      const auto value = static_cast<double>(element);
      double modulus = 0.0;
      if (hidden && hidden[voxel] != 0)
      {
        survey.allSolid = false;
      }
      else if (!std::isfinite(value) || (value < 0.0 && law.needsPositive()))
      {
        if (survey.numberOfBad++ == 0)
        {
          survey.firstBad = voxel;
          survey.bad = value;
        }
      }
      else
      {
        survey.lowest = std::min(survey.lowest, value);
        survey.highest = std::max(survey.highest, value);
        modulus = law.modulus(value);
        // The number of stored values is limited, because an image of densities can have as many
        // different values as voxels.
        if (modulus == Unknown &&
          (survey.unknown.size() <= MostListed || survey.unknown.count(value)))
        {
          ++survey.unknown[value];
        }
        survey.anySolid = survey.anySolid || modulus > 0.0;
        survey.allSolid = survey.allSolid && modulus > 0.0;
      }
      moduli[voxel++] = modulus;
    }
  }
};

/// "3 (12 voxels), 7 (1 voxel)", or "3, 7, 12 and others" if not all have been counted.
std::string listOfLabels(const std::map<double, std::int64_t>& labels)
{
  const bool all = labels.size() <= MostListed;
  std::string list;
  std::size_t listed = 0;
  for (const auto& [label, count] : labels)
  {
    if (listed++ == MostListed)
    {
      return list + " and others";
    }
    list += (list.empty() ? "" : ", ") + shortText(label) +
      (all ? " (" + countText(count, "voxel") + ")" : "");
  }
  return list;
}

/// Returns the material with the threshold that Automatic chooses for a gray image, and a sentence
/// on this threshold.
std::pair<VoxelMaterial, std::string> withThreshold(
  const ImageVoxels& voxels, const VoxelMaterial& material)
{
  if (material.kind != VoxelMaterial::Automatic || voxels.arrayName == ModuliArray ||
    material.lowerThreshold != VoxelMaterial::DefaultThreshold)
  {
    return { material, "" };
  }
  const std::optional<double> threshold = findGrayThreshold(voxels);
  if (!threshold)
  {
    return { material, "" };
  }
  VoxelMaterial chosen = material;
  chosen.lowerThreshold = *threshold;
  return { chosen,
    "Solid are values from " + shortText(*threshold) + ", chosen from the histogram of " +
      voxels.name + " by Otsu's method; Lower Threshold sets another." };
}

/// Returns a warning if all voxels are solid; none for a mask that consists of ones.
std::string warningOf(const ImageVoxels& voxels, const Law& law, const Survey& survey)
{
  const bool isMask = survey.lowest == 1.0 && survey.highest == 1.0;
  if (!law.hasThreshold() || !survey.allSolid || isMask)
  {
    return "";
  }
  return "All voxels of the image are solid: " + voxels.name + " has values from " +
    shortText(survey.lowest) + " to " + shortText(survey.highest) + ", and solid are " +
    law.describe() + ". If it has voids, raise Lower Threshold.";
}

void check(const ImageVoxels& voxels, const Law& law, const Survey& survey)
{
  if (survey.numberOfBad > 0)
  {
    const std::size_t others = survey.numberOfBad - 1;
    throw Error(voxels.name + " has the value " + shortText(survey.bad) + " in voxel " +
      std::to_string(survey.firstBad) +
      (others == 0 ? "" : " and " + std::to_string(others) + " more such") +
      (law.needsPositive() ? ". Young's moduli must be finite and positive, or 0 for void."
                           : ". Values must be finite; replace it, with the filter Calculator for "
                             "example."));
  }
  if (!survey.unknown.empty())
  {
    throw Error(voxels.name + " has labels that Label Moduli does not list: " +
      listOfLabels(survey.unknown) + ". Give each a row with its Young's modulus, 0 for void.");
  }
  if (!survey.anySolid)
  {
    throw Error("No voxel of the image is solid: " + voxels.name + " has values from " +
      shortText(survey.lowest) + " to " + shortText(survey.highest) + ", and solid are " +
      law.describe() + ". Change that, or the array.");
  }
}
}

VoxelImage makeVoxelImage(
  const ImageVoxels& voxels, const VoxelMaterial& material, MaterialChoice& choice)
{
  const auto [chosen, method] = withThreshold(voxels, material);
  const Law law(chosen, voxels.arrayName);
  VoxelImage image;
  image.cells = voxels.cells;
  image.spacing = voxels.spacing;
  image.moduli = zeroVector<double>(static_cast<std::size_t>(voxels.values->GetNumberOfTuples()));
  Survey survey;
  const Convert convert;
  const unsigned char* hidden = voxels.hidden ? voxels.hidden->GetPointer(0) : nullptr;
  if (!vtkArrayDispatch::Dispatch::Execute(
        voxels.values, convert, hidden, law, image.moduli, survey))
  {
    convert(voxels.values, hidden, law, image.moduli, survey);
  }
  check(voxels, law, survey);
  choice.threshold = law.threshold();
  choice.method = method;
  choice.warning = warningOf(voxels, law, survey);
  return image;
}
}
