// Tests of the reader of CAD files with files that a program of OpenCASCADE has written, and with
// programs in the place of the one that reads them.

#include "CadTestFiles.h"
#include "TopologyTestInput.h"

#include "vtkCadReader.h"
#include "vtkVoxelizeSurface.h"

#include "vtkFeatureEdges.h"
#include "vtkIdTypeArray.h"
#include "vtkInformation.h"
#include "vtkInformationStringKey.h"
#include "vtkMassProperties.h"
#include "vtkTriangle.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace trabecula::testing
{
namespace
{
/// Base and upright less holes, and the fillet; see CadFilesProgram.cxx. Cubic millimetres.
const double VolumeOfBracket = 48000.0 + 36000.0 + 60.0 * (64.0 - 16.0 * vtkMath::Pi()) -
  10.0 * vtkMath::Pi() * (2.0 * 4.5 * 4.5 + 6.0 * 6.0);

class CadReader : public ::testing::Test
{
protected:
  /// Makes a script the program that reads.
  void useScript(const std::string& commands) { this->Program.set(this->Script.make(commands)); }

  /// Reads a file that must be good.
  void read(const std::string& path)
  {
    this->Reader->SetFileName(path.c_str());
    Errors errors(this->Reader);
    this->Reader->Update();
    ASSERT_EQ(errors.count(), 0) << errors.text();
    this->Surface = this->Reader->GetOutput();
    this->Faces = this->Reader->GetFaces();
  }

  /// Returns the one error of reading a file.
  std::string errorOf(const std::string& path)
  {
    this->Reader->SetFileName(path.c_str());
    this->Reader->Modified();
    Errors errors(this->Reader);
    this->Reader->Update();
    EXPECT_EQ(errors.count(), 1) << path;
    EXPECT_EQ(this->Reader->GetOutput()->GetNumberOfCells(), 0);
    return this->Reader->GetErrorMessage();
  }

  vtkIdType idOf(const char* array, vtkIdType cell) const
  {
    return vtkIdTypeArray::SafeDownCast(this->Surface->GetCellData()->GetArray(array))
      ->GetValue(cell);
  }
  double number(const char* column, vtkIdType row, int component = 0) const
  {
    return vtkDataArray::SafeDownCast(this->Faces->GetColumnByName(column))
      ->GetComponent(row, component);
  }
  std::string text(const char* column, vtkIdType row) const
  {
    return vtkStringArray::SafeDownCast(this->Faces->GetColumnByName(column))->GetValue(row);
  }
  double volume() const
  {
    vtkNew<vtkMassProperties> mass;
    mass->SetInputData(this->Surface);
    return mass->GetVolume();
  }
  bool isClosed() const
  {
    vtkNew<vtkFeatureEdges> edges;
    edges->SetInputData(this->Surface);
    edges->FeatureEdgesOff();
    edges->Update();
    return edges->GetOutput()->GetNumberOfCells() == 0;
  }

  vtkNew<vtkCadReader> Reader;
  vtkPolyData* Surface = nullptr;
  vtkTable* Faces = nullptr;
  Setting Program{ "TRABECULA_CAD_PROGRAM", TRABECULA_CAD_PROGRAM };
  HelperScript Script;
};

TEST_F(CadReader, GivesAClosedSurfaceWithNumbersOfFaces)
{
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.step")));
  EXPECT_TRUE(this->isClosed());
  EXPECT_NEAR(this->volume(), VolumeOfBracket, 1e-3 * VolumeOfBracket);
  ASSERT_EQ(this->Faces->GetNumberOfRows(), 18);
  const auto unit = [this](const char* column)
  {
    return std::string(
      this->Faces->GetColumnByName(column)->GetInformation()->Get(vtkDataArray::UNITS_LABEL()));
  };
  EXPECT_EQ(unit("Area"), "mm^2");
  EXPECT_EQ(unit("Radius"), "mm");

  // Triangles of a face have its area, and normals of planes point outwards.
  std::vector<double> areas(18);
  for (vtkIdType cell = 0; cell < this->Surface->GetNumberOfCells(); ++cell)
  {
    double corners[3][3];
    double normal[3];
    for (int i = 0; i < 3; ++i)
    {
      this->Surface->GetPoint(this->Surface->GetCell(cell)->GetPointId(i), corners[i]);
    }
    vtkTriangle::ComputeNormal(corners[0], corners[1], corners[2], normal);
    const vtkIdType face = this->idOf("CadFace", cell);
    ASSERT_GE(face, 0);
    ASSERT_LT(face, 18);
    areas[static_cast<std::size_t>(face)] +=
      vtkTriangle::TriangleArea(corners[0], corners[1], corners[2]);
    if (this->text("Kind", face) == "plane")
    {
      double cosine = 0.0;
      for (int k = 0; k < 3; ++k)
      {
        cosine += normal[k] * this->number("Direction", face, k);
      }
      EXPECT_NEAR(cosine, 1.0, 1e-6) << "face " << face;
    }
    EXPECT_EQ(this->idOf("CadSolid", cell), 0);
    EXPECT_EQ(this->idOf("CadFeature", cell), this->number("CadFeature", face));
  }
  std::map<std::string, int> descriptions;
  for (vtkIdType face = 0; face < 18; ++face)
  {
    const double area = this->number("Area", face);
    EXPECT_NEAR(areas[static_cast<std::size_t>(face)], area, 0.01 * area) << "face " << face;
    EXPECT_EQ(this->number("CadFace", face), static_cast<double>(face));
    ++descriptions[this->text("Description", face)];
  }
  const std::map<std::string, int> expected = { { "plane", 14 },
    { "cylinder, radius 4.5, hole", 2 }, { "cylinder, radius 6, hole", 1 },
    { "cylinder, radius 8, concave", 1 } };
  EXPECT_EQ(descriptions, expected);
  EXPECT_EQ(std::string(this->Reader->GetStatus()),
    "1 solid, 18 faces, 80 x 60 x 70 mm, volume 82420.8 mm^3. The file is in mm.");
}

TEST_F(CadReader, ConvertsUnits)
{
  // The same numbers, in inch.
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket_inch.stp")));
  const double inch = 25.4;
  EXPECT_NEAR(this->volume(), VolumeOfBracket * inch * inch * inch, 1e-3 * 1.4e9);
  this->Reader->SetLengthUnit(vtkCadReader::INCH);
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket_inch.stp")));
  EXPECT_NEAR(this->volume(), VolumeOfBracket, 1e-3 * VolumeOfBracket);
  EXPECT_EQ(
    vtkStringArray::SafeDownCast(this->Surface->GetFieldData()->GetAbstractArray("LengthUnit"))
      ->GetValue(0),
    "inch");
  EXPECT_EQ(std::string(this->Reader->GetStatus()),
    "1 solid, 18 faces, 80 x 60 x 70 inch, volume 82420.8 inch^3. The file is in inch.");
  this->Reader->SetLengthUnit(vtkCadReader::METRE);
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.brep")));
  EXPECT_NEAR(this->volume(), 1e-9 * VolumeOfBracket, 1e-12 * VolumeOfBracket);
  EXPECT_NE(std::string(this->Reader->GetStatus()).find("no unit and was taken to be in mm"),
    std::string::npos);
  EXPECT_NEAR(this->number("Radius", 17), 0.006, 1e-12);
}

TEST_F(CadReader, SewsFacesAndUnitesSolids)
{
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.iges")));
  EXPECT_TRUE(this->isClosed());
  EXPECT_NEAR(this->volume(), VolumeOfBracket, 1e-3 * VolumeOfBracket);
  EXPECT_NE(
    std::string(this->Reader->GetStatus()).find("18 loose faces were sewn"), std::string::npos);

  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("two_boxes.brep")));
  EXPECT_EQ(this->Faces->GetNumberOfRows(), 12);
  EXPECT_NEAR(this->volume(), 3000.0, 1e-9);
  this->Reader->SetSolids(vtkCadReader::UNITED);
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("two_boxes.brep")));
  EXPECT_NEAR(this->volume(), 3000.0, 1e-9);
  EXPECT_EQ(this->idOf("CadSolid", this->Surface->GetNumberOfCells() - 1), 0);
  EXPECT_TRUE(this->isClosed());
  this->Reader->SetSolids(vtkCadReader::ONE_SOLID);
  this->Reader->SetSolidNumber(1);
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("two_boxes.brep")));
  EXPECT_NEAR(this->volume(), 2000.0, 1e-9);
  this->Reader->SetSolidNumber(2);
  EXPECT_EQ(this->errorOf(pathOf("two_boxes.brep")),
    "\"two_boxes.brep\" was not read. Solid 2 is chosen, but the file has the solids 0 to 1.");
}

TEST_F(CadReader, GivesVoxelsWithFaces)
{
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.step")));
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputConnection(this->Reader->GetOutputPort());
  voxels->SetCells(30);
  voxels->Update();
  vtkDataSet* output = vtkDataSet::SafeDownCast(voxels->GetOutputDataObject(0));
  ASSERT_NE(output, nullptr);
  EXPECT_NEAR(output->GetFieldData()->GetArray("SolidVolume")->GetTuple1(0), VolumeOfBracket,
    1e-3 * VolumeOfBracket);
  double range[2];
  ASSERT_NE(output->GetCellData()->GetArray("CadFace"), nullptr);
  output->GetCellData()->GetArray("CadFace")->GetRange(range);
  EXPECT_EQ(range[0], -1.0);
  EXPECT_EQ(range[1], 17.0);
}

TEST_F(CadReader, TellsWhatIsWrong)
{
  EXPECT_EQ(this->errorOf(""), "FileName is empty. Choose a STEP, IGES or BREP file.");
  EXPECT_EQ(this->errorOf("/none/part.step"), "The file \"/none/part.step\" does not exist.");
  EXPECT_EQ(this->errorOf(pathOf("sheet.brep")),
    "\"sheet.brep\" was not read. The file has no solid: 1 faces, with 4 free edges after sewing. "
    "Export solids.");
  this->Reader->SetDeflection(0.0);
  EXPECT_NE(this->errorOf(pathOf("bracket.step")).find("Deflection"), std::string::npos);
  this->Reader->SetDeflection(1e-3);
  this->Reader->SetAngle(0.5);
  EXPECT_NE(this->errorOf(pathOf("bracket.step")).find("Angle"), std::string::npos);
  this->Reader->SetAngle(20.0);
  this->Reader->SetTimeLimit(0.5);
  EXPECT_EQ(
    this->errorOf(pathOf("bracket.step")), "Time Limit is 0.5 s, but must be at least 1 s.");
  this->Reader->SetTimeLimit(120.0);
  this->Reader->SetSolids(vtkCadReader::ONE_SOLID);
  this->Reader->SetSolidNumber(-1);
  EXPECT_EQ(this->errorOf(pathOf("bracket.step")), "Solid Number is -1, but must be at least 0.");
  this->Reader->SetSolidNumber(0);
  this->Reader->SetSolids(vtkCadReader::ALL_SOLIDS);
  {
    const Setting folder("TMPDIR", "/dev/null");
    EXPECT_NE(this->errorOf(pathOf("bracket.step")).find("Set TMPDIR to a folder that can be"),
      std::string::npos);
  }
  const File other("part.txt", "no CAD");
  EXPECT_NE(this->errorOf(other.path()).find("must end with step"), std::string::npos);

  // Afterwards a good file is read.
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.step")));
}

TEST_F(CadReader, SurvivesItsProgram)
{
  const std::string part = pathOf("bracket.step");
  this->useScript("kill -SEGV $$");
  EXPECT_EQ(this->errorOf(part),
    "\"bracket.step\" cannot be read: the file is damaged, and has ended the CAD kernel.");
  this->useScript("exec sleep 100");
  this->Reader->SetTimeLimit(1.0);
  EXPECT_EQ(this->errorOf(part),
    "Reading \"bracket.step\" was stopped after 1 s, the Time Limit: the file is damaged, or very "
    "large.");
  this->Reader->SetTimeLimit(120.0);
  this->useScript("echo trabecula-cad 2 > $2; echo unit mm >> $2");
  EXPECT_NE(this->errorOf(part).find("incomplete result"), std::string::npos);
  this->Program.set("/none/trabecula_cad");
  EXPECT_NE(this->errorOf(part).find("/none/trabecula_cad"), std::string::npos);

  // A stop ends the program.
  this->useScript("exec sleep 100");
  vtkNew<vtkCallbackCommand> stop;
  stop->SetCallback([](vtkObject* caller, unsigned long, void*, void*)
    { vtkAlgorithm::SafeDownCast(caller)->SetAbortExecute(1); });
  const unsigned long tag = this->Reader->AddObserver(vtkCommand::ProgressEvent, stop);
  EXPECT_EQ(this->errorOf(part), "Reading \"bracket.step\" was stopped. Apply reads it again.");
  this->Reader->RemoveObserver(tag);
  this->Reader->SetAbortExecute(0);
  this->Program.set(TRABECULA_CAD_PROGRAM);
  ASSERT_NO_FATAL_FAILURE(this->read(part));
}

TEST_F(CadReader, SurvivesDamagedFiles)
{
  std::mt19937 random(5);
  const auto below = [&](std::size_t count)
  { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
  const std::vector<std::string> names = { "bracket.step", "bracket.iges", "bracket.brep" };
  this->Reader->SetTimeLimit(3.0);
  for (int i = 0; i < 12; ++i)
  {
    const std::string& name = names[static_cast<std::size_t>(i) % names.size()];
    std::string content = contentOf(pathOf(name));
    ASSERT_FALSE(content.empty());
    if (i % 2 == 0)
    {
      content.resize(below(content.size()));
    }
    else
    {
      for (int k = 0; k < 40; ++k)
      {
        content[below(content.size())] = static_cast<char>('0' + below(10));
      }
    }
    const File file(name, content);
    this->Reader->SetFileName(file.path().c_str());
    this->Reader->Modified();
    Errors errors(this->Reader);
    this->Reader->Update();
    const bool isRead = this->Reader->GetOutput()->GetNumberOfCells() > 0;
    EXPECT_EQ(errors.count(), isRead ? 0 : 1) << name << " " << i;
  }
}
}
}
