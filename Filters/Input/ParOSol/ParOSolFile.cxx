#include "ParOSolFile.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Hdf5Data.h"
#include "InputArrays.h"
#include "vtk_hdf5.h"

#include <cmath>
#include <limits>
#include <utility>

namespace trabecula::filters
{
namespace
{
/// Largest number of values of a data set: four for each corner of the largest image.
constexpr double MostValues = 4.0 * std::numeric_limits<std::int32_t>::max();

constexpr const char* Group = "Image_Data";
constexpr std::size_t MostBytesOfNumber = 16;
std::string textOf(const std::vector<hsize_t>& sizes)
{
  std::string text;
  for (const hsize_t size : sizes)
  {
    text += (text.empty() ? "" : " x ") + std::to_string(size);
  }
  return text.empty() ? "one value" : text;
}

/// An open file and its data sets.
class Input
{
public:
  explicit Input(std::string fileName)
    : Name(std::move(fileName)),
      File(H5Fopen(this->Name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose)
  {
  }

  void requireGroup() const
  {
    if (!this->File.isValid())
    {
      throw Error(inQuotes(this->Name) +
        " cannot be opened as an HDF5 file. Choose an existing input file of ParOSol.");
    }
    if (!this->hasGroup())
    {
      throw Error(inQuotes(this->Name) + " is an HDF5 file without the group " + Group +
        ", so it is no input file of ParOSol. Choose one that is.");
    }
  }

  bool hasGroup() const
  {
    return this->File.isValid() && H5Lexists(this->File.id(), Group, H5P_DEFAULT) > 0;
  }

  bool has(const std::string& dataSet) const
  {
    return H5Lexists(this->File.id(), pathOf(dataSet).c_str(), H5P_DEFAULT) > 0;
  }

  /// Returns the number of values along each dimension; empty for a single value.
  std::vector<hsize_t> sizesOf(const std::string& dataSet) const
  {
    const Hdf5Handle set = this->open(dataSet);
    const Hdf5Handle space(H5Dget_space(set.id()), H5Sclose);
    const int rank = H5Sget_simple_extent_ndims(space.id());
    if (rank < 0)
    {
      throw this->error(dataSet, "is no array. Write it as one.");
    }
    std::vector<hsize_t> sizes(static_cast<std::size_t>(rank));
    H5Sget_simple_extent_dims(space.id(), sizes.data(), nullptr);
    return sizes;
  }

  /// Returns the number of values. The extents of a damaged file could require any amount of
  /// memory.
  std::size_t countOf(const std::string& dataSet) const
  {
    const std::vector<hsize_t> sizes = this->sizesOf(dataSet);
    double product = 1.0;
    std::size_t count = 1;
    for (const hsize_t size : sizes)
    {
      product *= static_cast<double>(size);
      count *= static_cast<std::size_t>(size);
    }
    if (product > MostValues)
    {
      throw this->error(dataSet,
        "has the size " + textOf(sizes) + ", and there can be " + shortText(MostValues) +
          " values at most. Write it again.");
    }
    const Hdf5Handle set = this->open(dataSet);
    const Hdf5Handle stored(H5Dget_type(set.id()), H5Tclose);
    const std::size_t bytes = H5Tget_size(stored.id());
    const H5T_class_t kind = H5Tget_class(stored.id());
    const bool isNumber = kind == H5T_INTEGER || kind == H5T_FLOAT;
    // Conversion takes memory in proportion to the size of a number in the file.
    if (isNumber && bytes > MostBytesOfNumber)
    {
      throw this->error(dataSet,
        "has numbers of " + std::to_string(bytes) +
          " bytes; the file may be damaged. Write it again.");
    }
    if (isNumber && !areBitsInBytes(stored.id()))
    {
      throw this->error(dataSet,
        "has numbers with bits outside their " + countText(std::int64_t(bytes), "byte") +
          "; the file may be damaged. Write it again.");
    }
    const hsize_t storage = H5Dget_storage_size(set.id());
    if (count > 0 && storage == 0)
    {
      throw this->error(dataSet,
        "has the size " + textOf(sizes) +
          ", but no values: they were never written, or the file is damaged. Write it again.");
    }
    if (count > 0 && storage < leastStorage(set.id(), count, bytes))
    {
      throw this->error(dataSet,
        "has the size " + textOf(sizes) + ", but only " + std::to_string(storage) +
          " bytes in the file, which is damaged. Write it again.");
    }
    return count;
  }

  /// Returns all values, converted to a type.
  template <class T>
  std::vector<T> read(const std::string& dataSet, hid_t type) const
  {
    const std::size_t count = this->countOf(dataSet);
    const Hdf5Handle set = this->open(dataSet);
    const Hdf5Handle stored(H5Dget_type(set.id()), H5Tclose);
    const H5T_class_t kind = H5Tget_class(stored.id());
    if (kind != H5T_INTEGER && kind != H5T_FLOAT)
    {
      throw this->error(dataSet, "does not hold numbers. Write numbers.");
    }
    std::vector<T> values(count);
    if (H5Dread(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
    {
      throw this->error(
        dataSet, "cannot be read; the file may be damaged or cut off. Write it again.");
    }
    return values;
  }

  double readNumber(const std::string& dataSet) const
  {
    const std::size_t count = this->countOf(dataSet);
    if (count != 1)
    {
      throw this->error(dataSet, "has " + std::to_string(count) + " values. Write one.");
    }
    return this->read<double>(dataSet, H5T_NATIVE_DOUBLE).front();
  }

  Error error(const std::string& dataSet, const std::string& what) const
  {
    return Error("In " + inQuotes(this->Name) + ", " + pathOf(dataSet) + " " + what);
  }

private:
  static std::string pathOf(const std::string& dataSet) { return Group + ("/" + dataSet); }

  Hdf5Handle open(const std::string& dataSet) const
  {
    if (!this->has(dataSet))
    {
      throw this->error(dataSet, "is missing. Write it as ParOSol's input needs it.");
    }
    const hid_t set = H5Dopen2(this->File.id(), pathOf(dataSet).c_str(), H5P_DEFAULT);
    if (set < 0)
    {
      throw this->error(dataSet, "is no data set. Write it as one.");
    }
    return Hdf5Handle(set, H5Dclose);
  }

  std::string Name;
  Hdf5Handle File;
};

void readHeader(const Input& input, ParOSolFile& result)
{
  input.requireGroup();
  const std::vector<hsize_t> sizes = input.sizesOf("Image");
  double points = 1.0;
  bool empty = sizes.size() != 3;
  for (const hsize_t size : sizes)
  {
    points *= static_cast<double>(size) + 1.0;
    empty = empty || size == 0;
  }
  if (empty)
  {
    throw input.error("Image",
      "has the size " + textOf(sizes) +
        ". Write an array of three dimensions, z, y and x, with one voxel at least.");
  }
  if (points > static_cast<double>(std::numeric_limits<std::int32_t>::max()))
  {
    throw input.error("Image",
      "has the size " + textOf(sizes) +
        "; there can be 2147483647 corners of voxels at most. Cut it.");
  }
  for (std::size_t d = 0; d < 3; ++d)
  {
    result.cells[d] = static_cast<int>(sizes[2 - d]);
  }
  result.voxelSize = input.readNumber("Voxelsize");
  if (!(result.voxelSize > 0.0) || !std::isfinite(result.voxelSize))
  {
    throw input.error(
      "Voxelsize", "is " + shortText(result.voxelSize) + ". Write a positive number.");
  }
  // This is the spelling of ParOSol.
  result.poissonsRatio = input.readNumber("Poisons_ratio");
  if (!(result.poissonsRatio > -1.0) || !(result.poissonsRatio < 0.5))
  {
    throw input.error("Poisons_ratio",
      "is " + shortText(result.poissonsRatio) + ". Write a number above -1 and below 0.5.");
  }
}

void readModuli(const Input& input, ParOSolFile& result)
{
  result.moduli = input.read<float>("Image", H5T_NATIVE_FLOAT);
  for (std::size_t v = 0; v < result.moduli.size(); ++v)
  {
    if (!(result.moduli[v] >= 0.0F) || !std::isfinite(result.moduli[v]))
    {
      throw input.error("Image",
        "has the modulus " + shortText(static_cast<double>(result.moduli[v])) + " in voxel " +
          std::to_string(v) + ". Write finite positive moduli, and zero for void.");
    }
  }
}

/// Reads values at nodes: rows of z, y, x and direction in one data set, one value for each row in
/// another.
std::vector<ParOSolFile::NodalValue> readNodalValues(
  const Input& input, const std::string& name, const std::array<int, 3>& cells)
{
  const std::string coordinatesName = name + "_Coordinates";
  const std::string valuesName = name + "_Values";
  if (!input.has(coordinatesName) && !input.has(valuesName))
  {
    return {};
  }
  const std::vector<hsize_t> sizes = input.sizesOf(coordinatesName);
  if (sizes.size() != 2 || sizes[1] != 4)
  {
    throw input.error(coordinatesName,
      "has the size " + textOf(sizes) + ". Write rows of four numbers: z, y, x, direction.");
  }
  const auto coordinates = input.read<std::int32_t>(coordinatesName, H5T_NATIVE_INT32);
  const auto values = input.read<float>(valuesName, H5T_NATIVE_FLOAT);
  if (values.size() != sizes[0])
  {
    throw input.error(valuesName,
      "has " + countText(static_cast<std::int64_t>(values.size()), "value") + " for " +
        countText(static_cast<std::int64_t>(sizes[0]), "row") + " of " + coordinatesName +
        ". Write one for each.");
  }
  std::vector<ParOSolFile::NodalValue> result(values.size());
  for (std::size_t row = 0; row < result.size(); ++row)
  {
    const std::int32_t* numbers = &coordinates[4 * row];
    result[row].component = numbers[3];
    result[row].value = values[row];
    bool inside = numbers[3] >= 0 && numbers[3] <= 2;
    for (std::size_t d = 0; d < 3; ++d)
    {
      const std::int32_t position = numbers[2 - d];
      result[row].node[d] = position;
      inside = inside && position >= 0 && position <= cells[d];
    }
    if (!inside)
    {
      throw input.error(coordinatesName,
        "has the row " + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + ", " +
          std::to_string(numbers[2]) + ", " + std::to_string(numbers[3]) + " (number " +
          std::to_string(row) +
          "), which is no node of the image with a direction of 0, 1 or 2. Correct it.");
    }
    if (!std::isfinite(values[row]))
    {
      throw input.error(valuesName,
        "has the value " + shortText(static_cast<double>(values[row])) + " in row " +
          std::to_string(row) + ". Write finite numbers.");
    }
  }
  return result;
}
}

bool isParOSolFile(const std::string& fileName)
{
  const Hdf5Silence silence;
  const Input input(fileName);
  return input.hasGroup() && input.has("Image");
}

ParOSolFile readParOSolHeader(const std::string& fileName)
{
  const Hdf5Silence silence;
  const Input input(fileName);
  ParOSolFile result;
  readHeader(input, result);
  return result;
}

ParOSolFile readParOSolFile(const std::string& fileName)
{
  const Hdf5Silence silence;
  const Input input(fileName);
  ParOSolFile result;
  readHeader(input, result);
  readModuli(input, result);
  result.displacements = readNodalValues(input, "Fixed_Displacement", result.cells);
  result.forces = readNodalValues(input, "Loaded_Nodes", result.cells);
  return result;
}
}
