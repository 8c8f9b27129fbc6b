#include "Support/ReferenceData.h"

#ifdef TRABECULA_TESTING_HDF5
#include <hdf5.h>
#endif

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace trabecula::testing
{
std::string referenceDataFolder()
{
  const char* folder = std::getenv("TRABECULA_REFERENCE_DATA");
  return folder ? folder : TRABECULA_REFERENCE_DATA_FOLDER;
}

VoxelImage readNifti(const std::string& path, double modulus)
{
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{ std::istreambuf_iterator<char>(file), {} };
  constexpr std::size_t headerSize = 348;
  std::int32_t size = 0;
  if (bytes.size() < headerSize)
  {
    throw std::runtime_error(path + " cannot be read as NIfTI.");
  }
  std::memcpy(&size, bytes.data(), sizeof(size));
  std::int16_t dimensions[8];
  std::memcpy(dimensions, bytes.data() + 40, sizeof(dimensions));
  std::int16_t type = 0;
  std::memcpy(&type, bytes.data() + 70, sizeof(type));
  float spacing[4];
  std::memcpy(spacing, bytes.data() + 76, sizeof(spacing));
  float offset = 0.0F;
  std::memcpy(&offset, bytes.data() + 108, sizeof(offset));
  constexpr std::int16_t unsignedByte = 2;
  constexpr std::int16_t signedByte = 256;
  VoxelImage image;
  std::size_t voxels = 1;
  for (std::size_t d = 0; d < 3; ++d)
  {
    image.cells[d] = dimensions[d + 1];
    image.spacing[d] = static_cast<double>(spacing[d + 1]);
    voxels *= static_cast<std::size_t>(dimensions[d + 1]);
  }
  const auto start = static_cast<std::size_t>(offset);
  if (size != headerSize || (type != unsignedByte && type != signedByte) ||
    bytes.size() < start + voxels)
  {
    throw std::runtime_error(path + " is no NIfTI image of bytes.");
  }
  for (std::size_t v = 0; v < voxels; ++v)
  {
    image.moduli.push_back(bytes[start + v] != 0 ? modulus : 0.0);
  }
  return image;
}

#ifdef TRABECULA_TESTING_HDF5
namespace
{
/// Reads all values of a data set and its extents, slowest first.
std::vector<double> readValues(hid_t file, const char* name, std::vector<hsize_t>& extents)
{
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
  if (space < 0)
  {
    throw std::runtime_error(std::string(name) + " is missing.");
  }
  extents.resize(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  const herr_t status =
    H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Sclose(space);
  H5Dclose(dataset);
  if (status < 0)
  {
    throw std::runtime_error(std::string(name) + " cannot be read.");
  }
  return values;
}
}

bool readsParosol()
{
  return true;
}

VoxelMicroFeProblem readParosol(const std::string& path)
{
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0)
  {
    throw std::runtime_error(path + " cannot be opened.");
  }
  VoxelMicroFeProblem problem;
  std::vector<hsize_t> extents;
  problem.image.moduli = readValues(file, "Image_Data/Image", extents);
  for (std::size_t d = 0; d < 3; ++d)
  {
    problem.image.cells[d] = static_cast<int>(extents.at(2 - d));
  }
  problem.image.spacing.fill(readValues(file, "Image_Data/Voxelsize", extents).at(0));
  problem.poissonsRatio = readValues(file, "Image_Data/Poisons_ratio", extents).at(0);
  const std::vector<double> places =
    readValues(file, "Image_Data/Fixed_Displacement_Coordinates", extents);
  const std::vector<double> values =
    readValues(file, "Image_Data/Fixed_Displacement_Values", extents);
  H5Fclose(file);
  problem.test = MechanicalTest::FreeForm;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    LatticeSupport support;
    support.constrained = {};
    for (std::size_t d = 0; d < 3; ++d)
    {
      support.node[d] = static_cast<std::int32_t>(places.at(4 * i + 2 - d));
    }
    const auto direction = static_cast<std::size_t>(places.at(4 * i + 3));
    support.constrained.at(direction) = 1;
    support.displacement.at(direction) = values[i];
    problem.supports.push_back(support);
  }
  return problem;
}
#else
bool readsParosol()
{
  return false;
}

VoxelMicroFeProblem readParosol(const std::string& path)
{
  throw std::runtime_error(path + " cannot be read: the tests were built without HDF5.");
}
#endif
}
