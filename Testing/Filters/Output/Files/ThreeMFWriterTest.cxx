// Tests of the writer of 3MF files: what it writes is read again as a zip container of XML, and
// surfaces that are no boundary of a solid are refused.

#include "TopologyTestInput.h"

#include "vtkThreeMFWriter.h"

#include "vtkIdList.h"

#include <gtest/gtest.h>

#include <minizip/unzip.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include <unistd.h>

namespace trabecula::testing
{
namespace
{
/// A box from the origin, whose faces share points or not; quadrangles, as polygons have to be
/// divided.
vtkSmartPointer<vtkPolyData> box(double a, double b, double c, bool sharesPoints)
{
  const int faces[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 }, { 2, 6, 7, 3 },
    { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  const auto corner = [&](int i)
  { return points->InsertNextPoint((i & 1) * a, (i >> 1 & 1) * b, (i >> 2 & 1) * c); };
  for (int i = 0; sharesPoints && i < 8; ++i)
  {
    corner(i);
  }
  vtkNew<vtkCellArray> polygons;
  for (const auto& face : faces)
  {
    polygons->InsertNextCell(4);
    for (const int i : face)
    {
      polygons->InsertCellPoint(sharesPoints ? i : corner(i));
    }
  }
  auto surface = vtkSmartPointer<vtkPolyData>::New();
  surface->SetPoints(points);
  surface->SetPolys(polygons);
  return surface;
}

void setUnit(vtkPolyData* surface, const char* unit)
{
  vtkNew<vtkStringArray> array;
  array->SetName("LengthUnit");
  array->InsertNextValue(unit);
  surface->GetFieldData()->AddArray(array);
}

/// An entry of a zip container; empty if there is none.
std::string entryOf(const std::string& path, const char* name)
{
  unzFile zip = unzOpen64(path.c_str());
  std::string text;
  if (zip && unzLocateFile(zip, name, 1) == UNZ_OK && unzOpenCurrentFile(zip) == UNZ_OK)
  {
    char buffer[4096];
    for (int size = 1; size > 0;)
    {
      size = unzReadCurrentFile(zip, buffer, sizeof(buffer));
      text.append(buffer, static_cast<std::size_t>(std::max(size, 0)));
    }
    EXPECT_EQ(unzCloseCurrentFile(zip), UNZ_OK); // compares the checksum
  }
  unzClose(zip);
  return text;
}

struct Model
{
  std::string unit;
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<std::size_t, 3>> triangles;

  double volume() const
  {
    double sum = 0.0;
    for (const auto& t : this->triangles)
    {
      const auto& a = this->points.at(t[0]);
      const auto& b = this->points.at(t[1]);
      const auto& c = this->points.at(t[2]);
      sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6.0;
    }
    return sum;
  }
};

Model read(const std::string& path)
{
  Model model;
  const std::string text = entryOf(path, "3D/3dmodel.model");
  std::smatch found;
  std::regex_search(text, found, std::regex("<model unit=\"([a-z]+)\""));
  model.unit = found[1];
  const std::regex vertex("<vertex x=\"([^\"]+)\" y=\"([^\"]+)\" z=\"([^\"]+)\"/>");
  for (std::sregex_iterator i(text.begin(), text.end(), vertex), end; i != end; ++i)
  {
    model.points.push_back({ std::stod((*i)[1]), std::stod((*i)[2]), std::stod((*i)[3]) });
  }
  const std::regex triangle("<triangle v1=\"([0-9]+)\" v2=\"([0-9]+)\" v3=\"([0-9]+)\"/>");
  for (std::sregex_iterator i(text.begin(), text.end(), triangle), end; i != end; ++i)
  {
    model.triangles.push_back({ std::stoul((*i)[1]), std::stoul((*i)[2]), std::stoul((*i)[3]) });
  }
  return model;
}

class ThreeMFWriter : public ::testing::Test
{
protected:
  ThreeMFWriter()
    : Path((std::filesystem::temp_directory_path() /
        ("trabecula-" + std::to_string(::getpid()) + ".3mf"))
             .string())
  {
    this->Writer->SetFileName(this->Path.c_str());
  }
  ~ThreeMFWriter() override { std::filesystem::remove(this->Path); }

  Model write(vtkPolyData* surface)
  {
    this->Writer->SetInputData(surface);
    Errors errors(this->Writer);
    EXPECT_EQ(this->Writer->Write(), 1) << errors.text();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_FALSE(std::filesystem::exists(this->Path + ".part"));
    return read(this->Path);
  }

  /// Returns the one error of writing a surface, which must leave the file as it was.
  std::string errorOf(vtkPolyData* surface)
  {
    std::ofstream(this->Path) << "before";
    this->Writer->SetInputData(surface);
    Errors errors(this->Writer);
    EXPECT_EQ(this->Writer->Write(), 0);
    EXPECT_EQ(errors.count(), 1);
    std::string content;
    std::ifstream(this->Path) >> content;
    EXPECT_EQ(content, "before");
    EXPECT_FALSE(std::filesystem::exists(this->Path + ".part"));
    return this->Writer->GetErrorMessage();
  }

  vtkNew<vtkThreeMFWriter> Writer;
  std::string Path;
};

TEST_F(ThreeMFWriter, WritesASolid)
{
  const Model model = this->write(box(3.0, 2.0, 1.5, true));
  EXPECT_EQ(model.unit, "millimeter");
  EXPECT_EQ(model.points.size(), 8U);
  EXPECT_EQ(model.triangles.size(), 12U);
  EXPECT_NEAR(model.volume(), 9.0, 1e-12);
  EXPECT_TRUE(contains(entryOf(this->Path, "[Content_Types].xml"),
    "application/vnd.ms-package.3dmanufacturing-"
    "3dmodel+xml"));
  EXPECT_TRUE(contains(entryOf(this->Path, "_rels/.rels"), "Target=\"/3D/3dmodel.model\""));
}

TEST_F(ThreeMFWriter, MergesPointsOfSeparateFaces)
{
  const Model model = this->write(box(3.0, 2.0, 1.5, false));
  EXPECT_EQ(model.points.size(), 8U);
  EXPECT_NEAR(model.volume(), 9.0, 1e-12);
}

TEST_F(ThreeMFWriter, LeavesOutTrianglesWithoutArea)
{
  const auto surface = box(1.0, 1.0, 1.0, true);
  const vtkIdType point = surface->GetPoints()->InsertNextPoint(1.0, 1.0, 1.0); // a corner again
  vtkIdType sliver[3] = { 7, point, 7 };
  surface->GetPolys()->InsertNextCell(3, sliver);
  const Model model = this->write(surface);
  EXPECT_EQ(model.points.size(), 8U);
  EXPECT_EQ(model.triangles.size(), 12U);
}

TEST_F(ThreeMFWriter, StatesTheUnit)
{
  const auto surface = box(1.0, 1.0, 1.0, true);
  for (const auto& [unit, name] : std::vector<std::pair<const char*, const char*>>{
         { "mm", "millimeter" }, { "cm", "centimeter" }, { "m", "meter" }, { "inch", "inch" } })
  {
    setUnit(surface, unit);
    EXPECT_EQ(this->write(surface).unit, name);
  }
  surface->GetFieldData()->RemoveArray("LengthUnit");
  vtkNew<vtkStringArray> units;
  units->SetName("Units");
  units->InsertNextValue("in, lbf, psi");
  surface->GetFieldData()->AddArray(units);
  EXPECT_EQ(this->write(surface).unit, "inch");
  this->Writer->SetLengthUnit(vtkThreeMFWriter::METRE);
  const Model model = this->write(surface);
  EXPECT_EQ(model.unit, "meter");
  EXPECT_NEAR(model.volume(), 1.0, 1e-12); // nothing is converted
}

TEST_F(ThreeMFWriter, RefusesWhatIsNoSolid)
{
  EXPECT_TRUE(contains(this->errorOf(vtkNew<vtkPolyData>()), "has no polygons"));

  const auto open = box(1.0, 1.0, 1.0, true);
  vtkNew<vtkCellArray> five;
  vtkNew<vtkIdList> corners;
  for (vtkIdType i = 0; i < 5; ++i)
  {
    open->GetPolys()->GetCellAtId(i, corners);
    five->InsertNextCell(corners);
  }
  open->SetPolys(five);
  EXPECT_TRUE(contains(this->errorOf(open), "The surface is not closed: it has 4 open edges"));

  const auto inverted = box(1.0, 1.0, -1.0, true);
  EXPECT_TRUE(contains(this->errorOf(inverted), "The surface is inside out"));

  const auto turned = box(1.0, 1.0, 1.0, true);
  turned->GetPolys()->ReverseCellAtId(2);
  EXPECT_TRUE(contains(this->errorOf(turned), "turned inside out: 4 edges"));

  // Two cubes that share an edge.
  const auto pair = box(1.0, 1.0, 1.0, false);
  const auto other = box(1.0, 1.0, 1.0, false);
  const vtkIdType first = pair->GetNumberOfPoints();
  for (vtkIdType i = 0; i < other->GetNumberOfPoints(); ++i)
  {
    const double* x = other->GetPoint(i);
    pair->GetPoints()->InsertNextPoint(x[0] + 1.0, x[1] + 1.0, x[2]);
  }
  for (vtkIdType i = 0; i < 6; ++i)
  {
    other->GetPolys()->GetCellAtId(i, corners);
    pair->GetPolys()->InsertNextCell(4);
    for (vtkIdType c = 0; c < 4; ++c)
    {
      pair->GetPolys()->InsertCellPoint(first + corners->GetId(c));
    }
  }
  EXPECT_TRUE(contains(this->errorOf(pair), "At 1 edge of the surface more than two triangles"));

  const auto endless = box(1.0, 1.0, 1.0, true);
  endless->GetPoints()->SetPoint(3, 1.0, std::numeric_limits<double>::quiet_NaN(), 0.0);
  EXPECT_TRUE(contains(this->errorOf(endless), "is NaN at point 3"));

  const auto unknown = box(1.0, 1.0, 1.0, true);
  setUnit(unknown, "furlong");
  EXPECT_TRUE(contains(this->errorOf(unknown), "\"furlong\""));
}

TEST_F(ThreeMFWriter, SaysThatAFileCannotBeWritten)
{
  this->Writer->SetFileName("/nonexistent/folder/part.3mf");
  this->Writer->SetInputData(box(1.0, 1.0, 1.0, true));
  Errors errors(this->Writer);
  EXPECT_EQ(this->Writer->Write(), 0);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "/nonexistent/folder/part.3mf")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "cannot be written")) << errors.text();
}
}
}
