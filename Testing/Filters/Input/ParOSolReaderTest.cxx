// Tests of the reader of ParOSol's input with files that are written here.

#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkNew.h"
#include "vtkParOSolReader.h"
#include "vtkPointData.h"

#include "vtk_hdf5.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace trabecula::testing
{
namespace
{
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// The contents of a file: data sets of any size, which are written if they have values, with the
/// names in the file. The image is 4 x 3 x 2 voxels.
struct Content
{
  struct DataSet
  {
    std::string name;
    std::vector<hsize_t> sizes;
    std::vector<double> values;
    hid_t type;
  };
  std::string group = "Image_Data";
  std::vector<DataSet> sets;

  DataSet& operator[](const std::string& name)
  {
    for (DataSet& set : this->sets)
    {
      if (set.name == name)
      {
        return set;
      }
    }
    throw std::out_of_range(name);
  }
  void remove(const std::string& name)
  {
    DataSet& set = (*this)[name];
    this->sets.erase(this->sets.begin() + (&set - this->sets.data()));
  }
};

Content goodContent()
{
  Content content;
  std::vector<double> moduli(24);
  std::iota(moduli.begin(), moduli.end(), 0.0);
  content.sets = { { "Image", { 2, 3, 4 }, moduli, H5T_IEEE_F32LE },
    { "Voxelsize", {}, { 0.25 }, H5T_IEEE_F64LE }, { "Poisons_ratio", {}, { 0.2 }, H5T_IEEE_F64LE },
    // Rows of z, y, x, direction.
    { "Fixed_Displacement_Coordinates", { 3, 4 }, { 2, 1, 4, 2, 0, 3, 0, 0, 0, 3, 0, 0 },
      H5T_STD_U16LE },
    { "Fixed_Displacement_Values", { 3 }, { -0.5, 0, 0 }, H5T_IEEE_F32LE },
    { "Loaded_Nodes_Coordinates", { 2, 4 }, { 1, 2, 3, 1, 1, 2, 3, 1 }, H5T_STD_U16LE },
    { "Loaded_Nodes_Values", { 2 }, { 8, 4 }, H5T_IEEE_F32LE } };
  return content;
}

/// A file that is removed with this object. It is named after the test, because tests run
/// concurrently.
class File
{
public:
  explicit File(const std::string& name)
    : Path((std::filesystem::temp_directory_path() /
        ("trabecula-" + std::to_string(::getpid()) + "-" + name + ".h5"))
             .string())
  {
  }
  ~File() { std::remove(this->Path.c_str()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write(const Content& content) const
  {
    const hid_t file = H5Fcreate(this->Path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t group =
      H5Gcreate2(file, content.group.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (const Content::DataSet& set : content.sets)
    {
      const hid_t space = set.sizes.empty()
        ? H5Screate(H5S_SCALAR)
        : H5Screate_simple(static_cast<int>(set.sizes.size()), set.sizes.data(), nullptr);
      const hid_t data =
        H5Dcreate2(group, set.name.c_str(), set.type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      if (!set.values.empty())
      {
        H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, set.values.data());
      }
      H5Dclose(data);
      H5Sclose(space);
    }
    H5Gclose(group);
    H5Fclose(file);
  }

  const std::string Path;
};

/// Replaces all occurrences of a byte sequence in a file.
void replaceBytes(const std::string& path, const std::string& bytes, const std::string& others)
{
  std::string all;
  {
    std::ifstream file(path, std::ios::binary);
    all.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::size_t at = all.find(bytes);
  ASSERT_NE(at, std::string::npos);
  for (; at != std::string::npos; at = all.find(bytes, at + others.size()))
  {
    all.replace(at, bytes.size(), others);
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << all;
}

struct BadFile
{
  const char* name;
  std::function<void(Content&)> spoil;
  std::vector<std::string> words;
};

const BadFile BadFiles[] = {
  { "OtherGroup", [](Content& c) { c.group = "Other"; }, { "Image_Data", "no input file" } },
  { "NoImage", [](Content& c) { c.remove("Image"); }, { "Image_Data/Image", "missing" } },
  { "NoVoxelsize", [](Content& c) { c.remove("Voxelsize"); }, { "Voxelsize", "missing" } },
  { "NoRatio", [](Content& c) { c.remove("Poisons_ratio"); }, { "Poisons_ratio", "missing" } },
  { "FlatImage",
    [](Content& c) {
      c["Image"].sizes = { 6, 4 };
    },
    { "Image", "6 x 4" } },
  { "EmptyImage",
    [](Content& c) {
      c["Image"].sizes = { 0, 3, 4 };
    },
    { "Image", "0 x 3 x 4" } },
  { "NegativeModulus", [](Content& c) { c["Image"].values[7] = -2; },
    { "Image", "-2", "voxel 7" } },
  { "ModulusNotANumber", [](Content& c) { c["Image"].values[5] = NaN; },
    { "Image", "nan", "voxel 5" } },
  { "TwoVoxelsizes",
    [](Content& c)
    {
      c["Voxelsize"].sizes = { 2 };
      c["Voxelsize"].values = { 1, 1 };
    },
    { "Voxelsize", "2 values" } },
  // Exceeds any memory, and is refused because of its extents.
  { "HugeVoxelsize",
    [](Content& c) {
      c["Voxelsize"] = { "Voxelsize", { hsize_t(1) << 40 }, {}, H5T_IEEE_F64LE };
    },
    { "Voxelsize", "1099511627776", "at most" } },
  { "HugeImage",
    [](Content& c) {
      c["Image"] = { "Image", { 1 << 15, 1 << 15, 1 << 15 }, {}, H5T_IEEE_F32LE };
    },
    { "Image", "32768 x 32768 x 32768", "at most" } },
  { "MoreRowsThanCanBeCounted",
    [](Content& c)
    {
      c["Loaded_Nodes_Coordinates"] = { "Loaded_Nodes_Coordinates", { hsize_t(1) << 58, 4 }, {},
        H5T_STD_U16LE };
    },
    { "Loaded_Nodes_Coordinates", "288230376151711744 x 4", "at most" } },
  { "UnwrittenImage",
    [](Content& c) {
      c["Image"] = { "Image", { 1000, 1000, 1000 }, {}, H5T_IEEE_F32LE };
    },
    { "Image", "1000 x 1000 x 1000", "never written" } },
  { "NumbersOfManyBytes",
    [](Content& c)
    {
      c["Image"].values.clear(); // cannot be converted
      c["Image"].type = H5Tcopy(H5T_STD_I32LE);
      H5Tset_size(c["Image"].type, 4096);
    },
    { "Image", "numbers of 4096 bytes" } },
  { "UnwrittenVoxelsize", [](Content& c) { c["Voxelsize"].values.clear(); },
    { "Voxelsize", "one value", "never written" } },
  { "NoVoxelsizeAboveZero", [](Content& c) { c["Voxelsize"].values = { 0 }; },
    { "Voxelsize", "is 0" } },
  { "RatioOfAHalf", [](Content& c) { c["Poisons_ratio"].values = { 0.5 }; },
    { "Poisons_ratio", "0.5" } },
  { "RowsOfThree",
    [](Content& c) {
      c["Fixed_Displacement_Coordinates"].sizes = { 4, 3 };
    },
    { "Fixed_Displacement_Coordinates", "4 x 3" } },
  { "FewerValues", [](Content& c) { c["Fixed_Displacement_Values"].sizes = { 2 }; },
    { "Fixed_Displacement_Values", "2 values", "3 rows" } },
  { "NoValues", [](Content& c) { c.remove("Fixed_Displacement_Values"); },
    { "Fixed_Displacement_Values", "missing" } },
  { "OutsideTheImage", [](Content& c) { c["Fixed_Displacement_Coordinates"].values[2] = 5; },
    { "Fixed_Displacement_Coordinates", "2, 1, 5, 2", "number 0" } },
  { "DirectionThree", [](Content& c) { c["Fixed_Displacement_Coordinates"].values[3] = 3; },
    { "Fixed_Displacement_Coordinates", "2, 1, 4, 3", "direction" } },
  { "ValueNotANumber", [](Content& c) { c["Fixed_Displacement_Values"].values[1] = NaN; },
    { "Fixed_Displacement_Values", "nan", "row 1" } },
  { "TwoValuesForOneNode", [](Content& c) { c["Fixed_Displacement_Values"].values[1] = 7; },
    { "Node 0, 3, 0", "two different" } },
};

class ParOSolReaderRefusal : public ::testing::TestWithParam<BadFile>
{
};

vtkIdType node(int i, int j, int k)
{
  return i + 5 * (j + 4 * k);
}
}

TEST(ParOSolReader, ReadsWhatIsWritten)
{
  const File file("good");
  file.write(goodContent());
  vtkNew<vtkParOSolReader> reader;
  EXPECT_EQ(reader->CanReadFile(file.Path.c_str()), 1);
  reader->SetFileName(file.Path.c_str());
  Errors errors(reader);
  reader->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();

  vtkImageData* output = reader->GetOutput();
  const int* dimensions = output->GetDimensions();
  EXPECT_EQ(std::vector<int>(dimensions, dimensions + 3), (std::vector<int>{ 5, 4, 3 }));
  EXPECT_EQ(output->GetSpacing()[1], 0.25);
  // z, y, x in the file: x is the fastest there, too.
  EXPECT_EQ(cellValues(output, "YoungsModulus"), goodContent()["Image"].values);
  EXPECT_STREQ(output->GetCellData()->GetScalars()->GetName(), "YoungsModulus");
  EXPECT_EQ(output->GetFieldData()->GetArray("PoissonsRatio")->GetComponent(0, 0), 0.2);

  std::vector<double> supports(3 * 60, 0.0);
  std::vector<double> displacement(3 * 60, 0.0);
  std::vector<double> force(3 * 60, 0.0);
  supports[3 * node(4, 1, 2) + 2] = 1.0;
  displacement[3 * node(4, 1, 2) + 2] = -0.5;
  supports[3 * node(0, 3, 0)] = 1.0;
  force[3 * node(3, 2, 1) + 1] = 12.0;
  EXPECT_EQ(pointValues(output, "Supports"), supports);
  EXPECT_EQ(pointValues(output, "PrescribedDisplacement"), displacement);
  EXPECT_EQ(pointValues(output, "Force"), force);
}

TEST(ParOSolReader, NeedsNoNodalValues)
{
  const File file("plain");
  Content content = goodContent();
  content.sets.resize(3);
  file.write(content);
  vtkNew<vtkParOSolReader> reader;
  reader->SetFileName(file.Path.c_str());
  Errors errors(reader);
  const int extent[6] = { 1, 3, 0, 3, 1, 2 };
  reader->UpdateExtent(extent);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(reader->GetOutput()->GetPointData()->GetNumberOfArrays(), 0);
  EXPECT_EQ(cellValues(reader->GetOutput(), "YoungsModulus"),
    (std::vector<double>{ 13, 14, 17, 18, 21, 22 }));
}

TEST_P(ParOSolReaderRefusal, SaysOnceWhatIsWrong)
{
  const File file(GetParam().name);
  Content content = goodContent();
  GetParam().spoil(content);
  file.write(content);
  vtkNew<vtkParOSolReader> reader;
  reader->SetFileName(file.Path.c_str());
  Errors errors(reader);
  reader->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  for (const std::string& word : GetParam().words)
  {
    EXPECT_TRUE(contains(errors.text(), word)) << word << " in " << errors.text();
  }
  EXPECT_EQ(reader->GetOutput()->GetNumberOfCells(), 0);
}

INSTANTIATE_TEST_SUITE_P(Files, ParOSolReaderRefusal, ::testing::ValuesIn(BadFiles),
  [](const auto& info) { return std::string(info.param.name); });

TEST(ParOSolReader, RefusesForeignAndDamagedFiles)
{
  const File file("damaged");
  vtkNew<vtkParOSolReader> reader;
  Errors errors(reader);
  const auto refused = [&](const char* word)
  {
    errors.clear();
    reader->Modified();
    reader->Update();
    EXPECT_EQ(errors.count(), 1) << errors.text();
    EXPECT_TRUE(contains(errors.text(), word)) << errors.text();
    EXPECT_EQ(reader->GetOutput()->GetNumberOfCells(), 0);
  };
  refused("FileName is empty");
  reader->SetFileName(file.Path.c_str());
  EXPECT_EQ(reader->CanReadFile(file.Path.c_str()), 0);
  refused(file.Path.c_str()); // there is no such file

  std::ofstream(file.Path) << "no HDF5";
  EXPECT_EQ(reader->CanReadFile(file.Path.c_str()), 0);
  refused("cannot be opened");

  // A truncated file.
  file.write(goodContent());
  std::filesystem::resize_file(file.Path, std::filesystem::file_size(file.Path) / 2);
  refused(file.Path.c_str());
}

TEST(ParOSolReader, RefusesDamagedDescriptionsOfNumbers)
{
  using namespace std::string_literals;
  struct Damage
  {
    std::string bytes;
    std::string others;
    std::vector<std::string> words;
  };
  const Damage damages[] = {
    // Position and size of exponent and mantissa in numbers of 64 bits: an exponent of 43 bits.
    { "\x34\x0b\x00\x34"s, "\x34\x2b\x00\x34"s, { "Voxelsize", "bits outside their 8 bytes" } },
    { "\x34\x0b\x00\x34"s, "\x34\x0b\x3f\x34"s, { "Voxelsize", "bits outside their 8 bytes" } },
    // Rank and size of a data set.
    { "\x01\x01\x01\0\0\0\0\0\x03\0\0\0\0"s, "\x01\x01\x01\0\0\0\0\0\x03\0\0\0\x01"s,
      { "Fixed_Displacement_Values", "4294967299", "12 bytes in the file" } }
  };
  const File file("description");
  for (const Damage& damage : damages)
  {
    file.write(goodContent());
    replaceBytes(file.Path, damage.bytes, damage.others);
    vtkNew<vtkParOSolReader> reader;
    const Errors errors(reader);
    reader->SetFileName(file.Path.c_str());
    reader->Update();
    EXPECT_EQ(errors.count(), 1) << errors.text();
    for (const std::string& word : damage.words)
    {
      EXPECT_TRUE(contains(errors.text(), word)) << word << " in " << errors.text();
    }
  }
}

TEST(ParOSolReader, LeavesOtherHdf5FilesToOtherReaders)
{
  const File file("other");
  Content content = goodContent();
  content.group = "VTKHDF";
  file.write(content);
  vtkNew<vtkParOSolReader> reader;
  EXPECT_EQ(reader->CanReadFile(file.Path.c_str()), 0);
}
}
