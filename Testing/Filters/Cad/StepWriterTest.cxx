// Tests of the writer of faceted STEP files, which CAD Reader reads again.

#include "CadTestFiles.h"
#include "TopologyTestInput.h"

#include "vtkCadReader.h"
#include "vtkStepWriter.h"

#include "vtkAppendPolyData.h"
#include "vtkCubeSource.h"
#include "vtkMassProperties.h"
#include "vtkReverseSense.h"
#include "vtkSphereSource.h"
#include "vtkTriangleFilter.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace trabecula::testing
{
namespace
{
constexpr const char* Variable = "TRABECULA_CAD_PROGRAM";

vtkSmartPointer<vtkPolyData> cube(double edge, double x, bool isInverted = false)
{
  vtkNew<vtkCubeSource> source;
  source->SetXLength(edge);
  source->SetYLength(edge);
  source->SetZLength(edge);
  source->SetCenter(x, 0.0, 0.0);
  vtkNew<vtkTriangleFilter> triangles;
  triangles->SetInputConnection(source->GetOutputPort());
  vtkNew<vtkReverseSense> reverse;
  reverse->SetInputConnection(triangles->GetOutputPort());
  vtkAlgorithm* last = isInverted ? static_cast<vtkAlgorithm*>(reverse) : triangles;
  last->Update();
  return vtkPolyData::SafeDownCast(last->GetOutputDataObject(0));
}

vtkSmartPointer<vtkPolyData> together(const std::vector<vtkSmartPointer<vtkPolyData>>& surfaces)
{
  vtkNew<vtkAppendPolyData> append;
  for (const auto& surface : surfaces)
  {
    append->AddInputData(surface);
  }
  append->Update();
  return append->GetOutput();
}

class StepWriter : public ::testing::Test
{
protected:
  StepWriter()
    : Path((std::filesystem::temp_directory_path() /
        ("trabecula-" + std::to_string(::getpid()) + "-facets.step"))
             .string())
  {
    setenv(Variable, TRABECULA_CAD_PROGRAM, 1);
    this->Writer->SetFileName(this->Path.c_str());
  }
  ~StepWriter() override
  {
    unsetenv(Variable);
    std::filesystem::remove(this->Path);
  }

  /// Writes a surface and reads the file.
  vtkPolyData* writeAndRead(vtkPolyData* surface)
  {
    this->Writer->SetInputData(surface);
    Errors errors(this->Writer);
    EXPECT_EQ(this->Writer->Write(), 1) << errors.text();
    this->Reader->SetFileName(this->Path.c_str());
    this->Reader->Modified();
    Errors errorsOfReader(this->Reader);
    this->Reader->Update();
    EXPECT_EQ(errorsOfReader.count(), 0) << errorsOfReader.text();
    return this->Reader->GetOutput();
  }
  std::string errorOf(vtkPolyData* surface)
  {
    this->Writer->SetInputData(surface);
    Errors errors(this->Writer);
    EXPECT_EQ(this->Writer->Write(), 0);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_FALSE(std::filesystem::exists(this->Path));
    return this->Writer->GetErrorMessage();
  }
  static double volumeOf(vtkPolyData* surface)
  {
    vtkNew<vtkMassProperties> mass;
    mass->SetInputData(surface);
    return mass->GetVolume();
  }

  vtkNew<vtkStepWriter> Writer;
  vtkNew<vtkCadReader> Reader;
  std::string Path;
};

TEST_F(StepWriter, WritesASolidWithAFaceForEachTriangle)
{
  vtkNew<vtkSphereSource> sphere;
  sphere->SetRadius(10.0);
  sphere->SetThetaResolution(16);
  sphere->SetPhiResolution(12);
  sphere->Update();
  const double volume = volumeOf(sphere->GetOutput());
  vtkPolyData* read = this->writeAndRead(sphere->GetOutput());
  EXPECT_EQ(this->Reader->GetFaces()->GetNumberOfRows(), sphere->GetOutput()->GetNumberOfCells());
  EXPECT_EQ(read->GetNumberOfCells(), sphere->GetOutput()->GetNumberOfCells());
  EXPECT_NEAR(volumeOf(read), volume, 1e-6 * volume); // points are in single precision
  const std::string status = this->Reader->GetStatus();
  EXPECT_TRUE(contains(status, "1 solid,")) << status;
  EXPECT_TRUE(contains(status, "The file is in mm.")) << status;
  EXPECT_FALSE(contains(status, "invalid") || contains(status, "sewn")) << status;
}

TEST_F(StepWriter, KeepsUnitsSolidsAndCavities)
{
  // A hollow cube and another one; inch.
  const auto surface = together({ cube(3.0, 0.0), cube(1.0, 0.25, true), cube(2.0, 5.0) });
  this->Writer->SetLengthUnit(vtkStepWriter::INCH);
  this->Reader->SetLengthUnit(vtkCadReader::INCH);
  vtkPolyData* read = this->writeAndRead(surface);
  const std::string status = this->Reader->GetStatus();
  EXPECT_TRUE(contains(status, "2 solids, 36 faces, 7.5 x 3 x 3 inch, volume 34 inch^3."))
    << status;
  EXPECT_TRUE(contains(status, "The file is in inch.")) << status;
  EXPECT_NEAR(volumeOf(read), 27.0 - 1.0 + 8.0, 1e-5);
}

TEST_F(StepWriter, RefusesTooManyTriangles)
{
  vtkNew<vtkSphereSource> sphere;
  sphere->SetThetaResolution(72);
  sphere->SetPhiResolution(72);
  sphere->Update();
  const std::string message = this->errorOf(sphere->GetOutput());
  EXPECT_TRUE(contains(message,
    "The surface has " + std::to_string(sphere->GetOutput()->GetNumberOfCells()) +
      " triangles, and a STEP file takes 10000 at most"))
    << message;
}

TEST_F(StepWriter, RefusesOpenSurfacesAndMissingPrograms)
{
  const auto open = cube(1.0, 0.0);
  vtkNew<vtkCellArray> one;
  vtkIdType corners[3] = { 0, 1, 2 };
  one->InsertNextCell(3, corners);
  open->SetPolys(one);
  EXPECT_TRUE(contains(this->errorOf(open), "The surface is not closed"));

  setenv(Variable, "/nonexistent/trabecula_cad", 1);
  EXPECT_TRUE(contains(this->errorOf(cube(1.0, 0.0)), "/nonexistent/trabecula_cad"));
  setenv(Variable, "/bin/false", 1);
  EXPECT_TRUE(contains(this->errorOf(cube(1.0, 0.0)), "The STEP file was not written"));
  HelperScript script;
  setenv(Variable, script.make("kill -SEGV $$").c_str(), 1);
  EXPECT_TRUE(contains(this->errorOf(cube(1.0, 0.0)), "The CAD kernel ended unexpectedly"));
}

TEST_F(StepWriter, RefusesWhatTheKernelCannotTellApart)
{
  // Edges of 1e-9 mm are below the tolerance of the CAD kernel.
  const std::string message = this->errorOf(cube(1e-9, 0.0));
  EXPECT_TRUE(contains(message, "1e-7 mm")) << message;
}
}
}
