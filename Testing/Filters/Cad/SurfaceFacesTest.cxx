// Faces that are found on the surface of a CAD file without what it knows of them, against those of
// the CAD kernel.

#include "TopologyTestInput.h"

#include "vtkCadReader.h"
#include "vtkSurfaceFaces.h"

#include "vtkIdTypeArray.h"
#include "vtkSTLReader.h"
#include "vtkSTLWriter.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace trabecula::testing
{
namespace
{
vtkSmartPointer<vtkPolyData> readSurface(vtkCadReader* reader)
{
  setenv("TRABECULA_CAD_PROGRAM", TRABECULA_CAD_PROGRAM, 1);
  reader->SetFileName(TRABECULA_CAD_FILES "/bracket.step");
  reader->Update();
  unsetenv("TRABECULA_CAD_PROGRAM");
  return reader->GetOutput();
}

vtkIdTypeArray* idsOf(vtkFieldData* data, const char* name)
{
  return vtkIdTypeArray::SafeDownCast(data->GetAbstractArray(name));
}

std::string textOf(vtkTable* table, const char* column, vtkIdType row)
{
  return vtkStringArray::SafeDownCast(table->GetColumnByName(column))->GetValue(row);
}

double numberOf(vtkTable* table, const char* column, vtkIdType row, int component = 0)
{
  return vtkDataArray::SafeDownCast(table->GetColumnByName(column))->GetComponent(row, component);
}

/// Numbers of planes and of other faces in a table. The union of two boxes has CAD faces in one
/// plane, which are one face of the surface: each plane counts once.
std::pair<std::size_t, std::size_t> countFaces(vtkTable* table)
{
  std::set<std::array<long, 4>> planes;
  std::size_t others = 0;
  for (vtkIdType row = 0; row < table->GetNumberOfRows(); ++row)
  {
    if (textOf(table, "Kind", row) != "plane")
    {
      ++others;
      continue;
    }
    std::array<long, 4> plane = {};
    double offset = 0.0;
    for (int c = 0; c < 3; ++c)
    {
      const double component = numberOf(table, "Direction", row, c);
      offset += component * numberOf(table, "Centre", row, c);
      plane[std::size_t(c)] = std::lround(1e6 * component);
    }
    plane[3] = std::lround(1e6 * offset);
    planes.insert(plane);
  }
  return { planes.size(), others };
}

/// Compares the faces found on a surface with those of a CAD file, triangle by triangle.
void compare(vtkCadReader* reader, vtkSurfaceFaces* faces, double tolerance)
{
  vtkIdTypeArray* numbers = idsOf(faces->GetOutput()->GetCellData(), "CadFace");
  vtkIdTypeArray* cad = idsOf(reader->GetOutput()->GetCellData(), "CadFace");
  ASSERT_TRUE(numbers);
  ASSERT_EQ(numbers->GetNumberOfValues(), cad->GetNumberOfValues());
  std::map<vtkIdType, vtkIdType> foundOf;
  for (vtkIdType cell = 0; cell < cad->GetNumberOfValues(); ++cell)
  {
    const auto known = foundOf.emplace(cad->GetValue(cell), numbers->GetValue(cell)).first;
    ASSERT_EQ(numbers->GetValue(cell), known->second) << cell;
  }
  const auto [planes, others] = countFaces(reader->GetFaces());
  ASSERT_EQ(faces->GetFaces()->GetNumberOfRows(), static_cast<vtkIdType>(planes + others));
  for (const auto& [face, found] : foundOf)
  {
    const std::string words = textOf(reader->GetFaces(), "Description", face);
    EXPECT_EQ(textOf(faces->GetFaces(), "Description", found), words);
    EXPECT_NEAR(numberOf(faces->GetFaces(), "Radius", found),
      numberOf(reader->GetFaces(), "Radius", face), tolerance)
      << words;
  }
}

TEST(SurfaceFacesFilter, FindsTheFacesOfACadFile)
{
  vtkNew<vtkCadReader> reader;
  vtkNew<vtkPolyData> bare;
  bare->CopyStructure(readSurface(reader));
  vtkNew<vtkSurfaceFaces> faces;
  faces->SetInputData(bare);
  faces->Update();
  ASSERT_NO_FATAL_FAILURE(compare(reader, faces, 1e-6));
  const auto [planes, others] = countFaces(reader->GetFaces());
  EXPECT_EQ(others, 4U); // three holes and a fillet
  EXPECT_EQ(std::string(faces->GetStatus()),
    std::to_string(planes + 4) + " faces: " + std::to_string(planes) +
      " planes, 4 cylinders (3 holes), 0 others. 1 connected body.");
  vtkPolyData* surface = faces->GetOutput();
  EXPECT_EQ(surface->GetNumberOfPoints(), bare->GetNumberOfPoints());
  for (const char* name : { "CadFace", "CadSolid", "CadFeature" })
  {
    EXPECT_TRUE(idsOf(surface->GetCellData(), name)) << name;
  }
  vtkFieldData* fields = surface->GetFieldData();
  for (const char* name : { "CadFaceFeature", "CadFaceDescription", "CadHoleRadius" })
  {
    ASSERT_TRUE(fields->GetAbstractArray(name)) << name;
    EXPECT_EQ(
      fields->GetAbstractArray(name)->GetNumberOfTuples(), static_cast<vtkIdType>(planes + others))
      << name;
  }
}

/// The file rounds to single precision and divides the surface into loose triangles.
TEST(SurfaceFacesFilter, FindsTheFacesOfAnStlFile)
{
  const std::string path = (std::filesystem::temp_directory_path() /
    ("trabecula-faces-" + std::to_string(::getpid()) + ".stl"))
                             .string();
  vtkNew<vtkCadReader> reader;
  vtkNew<vtkSTLWriter> writer;
  writer->SetInputData(readSurface(reader));
  writer->SetFileName(path.c_str());
  writer->SetFileTypeToBinary();
  writer->Write();
  vtkNew<vtkSTLReader> file;
  file->SetFileName(path.c_str());
  file->MergingOff();
  vtkNew<vtkSurfaceFaces> faces;
  faces->SetInputConnection(file->GetOutputPort());
  faces->Update();
  std::filesystem::remove(path);
  ASSERT_NO_FATAL_FAILURE(compare(reader, faces, 1e-3));
}

TEST(SurfaceFacesFilter, RefusesBadInput)
{
  vtkNew<vtkPolyData> empty;
  vtkNew<vtkSurfaceFaces> faces;
  faces->SetInputData(empty);
  Errors errors(faces);
  faces->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "no polygons")) << errors.text();
  errors.clear();
  faces->SetFeatureAngle(0.0);
  faces->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Feature Angle")) << errors.text();
}
}
}
