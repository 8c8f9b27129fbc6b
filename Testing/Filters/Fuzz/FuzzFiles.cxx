#include "FuzzFiles.h"

#include "FuzzFilters.h"
#include "FuzzSurfaces.h"
#include "TopologyTestInput.h"
#include "vtkBodyAnalysis.h"
#include "vtkParOSolReader.h"
#include "vtkVoxelMicroFe.h"

#include "vtkCubeSource.h"
#include "vtkNew.h"
#include "vtkSTLReader.h"
#include "vtkSTLWriter.h"
#include "vtkTriangleFilter.h"
#include "vtkXMLUnstructuredGridReader.h"
#include "vtkXMLUnstructuredGridWriter.h"

#include "vtk_hdf5.h"

#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
using Bytes = std::vector<char>;

/// A folder of valid files, and of the damaged file.
class Files
{
public:
  Files() : Folder(fuzzFolder(::getpid()))
  {
    std::filesystem::create_directories(this->Folder);
    for (const bool isBinary : { false, true })
    {
      const std::string end = isBinary ? "Binary" : "Ascii";
      vtkNew<vtkXMLUnstructuredGridWriter> grid;
      grid->SetInputData(hexahedra());
      grid->SetDataMode(isBinary ? vtkXMLWriter::Binary : vtkXMLWriter::Ascii);
      grid->SetCompressorTypeToNone();
      grid->SetFileName(this->path("grid" + end).c_str());
      grid->Write();
      vtkNew<vtkCubeSource> box;
      box->SetBounds(0.0, 6.0, 0.0, 3.0, 0.0, 3.0);
      vtkNew<vtkTriangleFilter> triangles;
      triangles->SetInputConnection(box->GetOutputPort());
      vtkNew<vtkSTLWriter> surface;
      surface->SetInputConnection(triangles->GetOutputPort());
      isBinary ? surface->SetFileTypeToBinary() : surface->SetFileTypeToASCII();
      surface->SetFileName(this->path("surface" + end).c_str());
      surface->Write();
    }
    auto run = filterOf(hexahedra());
    run->SetMaximumIterations(2);
    run->SetCheckpointFile(this->path("checkpoint").c_str());
    run->Update(vtkTopologyOptimize::FINAL_DESIGN);
    this->Design = density(run, vtkTopologyOptimize::FINAL_DESIGN);
    this->writeParOSol();
  }

  std::string path(const std::string& name) const { return (this->Folder / name).string(); }

  Bytes read(const std::string& name) const
  {
    std::ifstream file(this->path(name), std::ios::binary);
    return { std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
  }

  std::string writeDamaged(const Bytes& bytes) const
  {
    std::ofstream file(this->path("damaged"), std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return this->path("damaged");
  }

  std::vector<double> Design; ///< final design of the run of the checkpoint

private:
  void writeParOSol() const
  {
    const hid_t file =
      H5Fcreate(this->path("image").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t group = H5Gcreate2(file, "Image_Data", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const auto write =
      [&](const char* name, const std::vector<hsize_t>& sizes, const std::vector<double>& values)
    {
      const hid_t space = sizes.empty()
        ? H5Screate(H5S_SCALAR)
        : H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr);
      const hid_t set =
        H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      H5Dclose(set);
      H5Sclose(space);
    };
    write("Image", { 3, 3, 3 }, std::vector<double>(27, 1.0));
    write("Voxelsize", {}, { 0.5 });
    write("Poisons_ratio", {}, { 0.3 });
    write("Fixed_Displacement_Coordinates", { 2, 4 }, { 0, 0, 0, 2, 3, 3, 3, 2 });
    write("Fixed_Displacement_Values", { 2 }, { 0.0, -0.1 });
    H5Gclose(group);
    H5Fclose(file);
  }

  std::filesystem::path Folder;
};

std::string damage(Bytes& bytes, FuzzRandom& random)
{
  const std::size_t place = random.index(bytes.size());
  switch (random.index(5))
  {
    case 0:
      bytes.resize(place);
      return "cut off at byte " + std::to_string(place);
    case 1:
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(place), random.index(64) + 1,
        static_cast<char>(random.index(256)));
      return "bytes inserted at " + std::to_string(place);
    case 2:
      for (std::size_t i = place; i < std::min(bytes.size(), place + 1 + random.index(16)); ++i)
      {
        bytes[i] = static_cast<char>(random.index(256));
      }
      return "bytes changed at " + std::to_string(place);
    case 3:
    {
      // Changes a digit of a number in text, which preserves the format.
      std::size_t digit = place;
      while (digit < bytes.size() && (bytes[digit] < '0' || bytes[digit] > '9'))
      {
        ++digit;
      }
      if (digit < bytes.size())
      {
        bytes[digit] = static_cast<char>('0' + random.index(10));
      }
      return "digit changed at " + std::to_string(digit);
    }
    default:
      for (int flips = random.between(1, 4); flips > 0; --flips)
      {
        char& byte = bytes[random.index(bytes.size())];
        byte = static_cast<char>(byte ^ (1 << random.index(8)));
      }
      return "bits flipped";
  }
}

std::string readGrid(
  const std::string& path, const std::string& text, FuzzRandom& random, const FileStep& step)
{
  step(text, true);
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  const Errors errors(reader);
  reader->SetFileName(path.c_str());
  reader->Update();
  FuzzInput input;
  input.data = reader->GetOutput();
  step(text, false);
  std::string description = text;
  return runFuzzCase(
    input, random, description, [&](const std::string& longer) { step(longer, false); });
}

std::string readSurface(
  const std::string& path, const std::string& text, FuzzRandom& random, const FileStep& step)
{
  step(text, true);
  vtkNew<vtkSTLReader> reader;
  const Errors errors(reader);
  reader->SetFileName(path.c_str());
  reader->Update();
  step(text, false);
  if (random.chance(0.5))
  {
    std::string description = text;
    return voxelizeSurface(reader->GetOutput(), random, description);
  }
  vtkNew<vtkBodyAnalysis> filter;
  filter->SetDevice(vtkDeviceAlgorithm::HOST);
  filter->SetInputDataObject(0, hexahedra());
  filter->SetInputDataObject(1, reader->GetOutput());
  const Errors ofFilter(filter);
  filter->Update();
  return ofFilter.count() > 1 ? "several errors, the last: " + ofFilter.text() : "";
}

std::string readImage(const std::string& path)
{
  vtkNew<vtkParOSolReader> reader;
  const Errors errors(reader);
  reader->CanReadFile(path.c_str());
  reader->SetFileName(path.c_str());
  vtkNew<vtkVoxelMicroFe> filter;
  filter->SetDevice(vtkDeviceAlgorithm::HOST);
  filter->SetInputConnection(reader->GetOutputPort());
  const Errors ofFilter(filter);
  filter->Update();
  return errors.count() > 1 ? "several errors, the last: " + errors.text() : "";
}

std::string resume(const std::string& path, const Files& files)
{
  auto filter = filterOf(hexahedra());
  const Errors errors(filter);
  filter->SetMaximumIterations(2);
  filter->SetResumeFrom(path.c_str());
  filter->Update(vtkTopologyOptimize::FINAL_DESIGN);
  if (errors.count() > 1)
  {
    return "several errors, the last: " + errors.text();
  }
  return errors.count() == 0 && density(filter, vtkTopologyOptimize::FINAL_DESIGN) != files.Design
    ? "another design from a damaged checkpoint"
    : "";
}
}

std::string fuzzFolder(pid_t process)
{
  return (std::filesystem::temp_directory_path() / ("trabecula-fuzz-" + std::to_string(process)))
    .string();
}

std::string runFileCase(FuzzRandom& random, const FileStep& step)
{
  static const Files files;
  constexpr std::array<const char*, 6> names = { "gridAscii", "gridBinary", "surfaceAscii",
    "surfaceBinary", "image", "checkpoint" };
  const std::size_t kind = random.index(names.size());
  Bytes bytes = files.read(names[kind]);
  const std::string text = std::string(names[kind]) + ", " + damage(bytes, random);
  const std::string path = files.writeDamaged(bytes);
  step(text, false);
  switch (kind)
  {
    case 0:
    case 1:
      return readGrid(path, text, random, step);
    case 2:
    case 3:
      return readSurface(path, text, random, step);
    case 4:
      return readImage(path);
    default:
      return resume(path, files);
  }
}
}
