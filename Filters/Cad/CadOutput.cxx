#include "CadOutput.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <array>
#include <initializer_list>

namespace trabecula::filters
{
namespace
{
template <class ArrayT>
vtkNew<ArrayT> makeArray(const char* name, std::size_t tuples, int components = 1)
{
  vtkNew<ArrayT> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(tuples));
  return array;
}

void addText(vtkFieldData* to, const char* name, const std::string& text)
{
  const auto array = makeArray<vtkStringArray>(name, 1);
  array->SetValue(0, text);
  to->AddArray(array);
}
}

void writeSurface(const CadDescription& body, const CadSource& source, vtkPolyData* output)
{
  const double scale = 1.0 / source.unit.millimetres;
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(static_cast<vtkIdType>(body.points.size()));
  for (std::size_t i = 0; i < body.points.size(); ++i)
  {
    const std::array<double, 3>& at = body.points[i];
    points->SetPoint(static_cast<vtkIdType>(i), scale * at[0], scale * at[1], scale * at[2]);
  }
  vtkNew<vtkCellArray> triangles;
  const std::size_t count = body.triangles.size();
  const auto faces = makeArray<vtkIdTypeArray>("CadFace", count);
  const auto solids = makeArray<vtkIdTypeArray>("CadSolid", count);
  const auto features = makeArray<vtkIdTypeArray>("CadFeature", count);
  for (std::size_t i = 0; i < count; ++i)
  {
    const std::array<std::int64_t, 3>& of = body.triangles[i];
    const vtkIdType corners[3] = { of[0], of[1], of[2] };
    const auto cell = static_cast<vtkIdType>(i);
    const CadDescription::Face& face = body.faces[static_cast<std::size_t>(body.faceOfTriangle[i])];
    triangles->InsertNextCell(3, corners);
    faces->SetValue(cell, body.faceOfTriangle[i]);
    solids->SetValue(cell, face.solid);
    features->SetValue(cell, face.feature);
  }
  output->SetPoints(points);
  output->SetPolys(triangles);
  output->GetCellData()->AddArray(faces);
  output->GetCellData()->AddArray(solids);
  output->GetCellData()->AddArray(features);
  writeSource(source, output->GetFieldData());
  addText(output->GetFieldData(), "FileUnit", body.unit);
  writeFaceFields(body, scale, output->GetFieldData());
}

void writeFaceFields(const CadDescription& body, double scale, vtkFieldData* output)
{
  const std::size_t count = body.faces.size();
  const auto features = makeArray<vtkIdTypeArray>("CadFaceFeature", count);
  const auto descriptions = makeArray<vtkStringArray>("CadFaceDescription", count);
  const auto radii = makeArray<vtkDoubleArray>("CadHoleRadius", count);
  const auto directions = makeArray<vtkDoubleArray>("CadFaceDirection", count, 3);
  for (std::size_t i = 0; i < count; ++i)
  {
    const auto row = static_cast<vtkIdType>(i);
    features->SetValue(row, body.faces[i].feature);
    descriptions->SetValue(row, wordsOf(body.faces[i], scale));
    radii->SetValue(row, isHole(body.faces[i]) ? scale * body.faces[i].radius : 0.0);
    directions->SetTypedTuple(row, body.faces[i].direction.data());
  }
  output->AddArray(features);
  output->AddArray(descriptions);
  output->AddArray(radii);
  output->AddArray(directions);
}

void writeFaces(const CadDescription& body, double scale, vtkTable* output)
{
  const std::size_t count = body.faces.size();
  const auto faces = makeArray<vtkIdTypeArray>("CadFace", count);
  const auto descriptions = makeArray<vtkStringArray>("Description", count);
  const auto kinds = makeArray<vtkStringArray>("Kind", count);
  const auto names = makeArray<vtkStringArray>("Name", count);
  const auto solids = makeArray<vtkIdTypeArray>("CadSolid", count);
  const auto features = makeArray<vtkIdTypeArray>("CadFeature", count);
  const auto areas = makeArray<vtkDoubleArray>("Area", count);
  const auto centres = makeArray<vtkDoubleArray>("Centre", count, 3);
  const auto directions = makeArray<vtkDoubleArray>("Direction", count, 3);
  const auto radii = makeArray<vtkDoubleArray>("Radius", count);
  for (std::size_t i = 0; i < count; ++i)
  {
    const auto row = static_cast<vtkIdType>(i);
    const CadDescription::Face& face = body.faces[i];
    faces->SetValue(row, row);
    descriptions->SetValue(row, wordsOf(face, scale));
    kinds->SetValue(row, face.kind);
    names->SetValue(row, face.name);
    solids->SetValue(row, face.solid);
    features->SetValue(row, face.feature);
    areas->SetValue(row, scale * scale * face.area);
    radii->SetValue(row, scale * face.radius);
    for (int k = 0; k < 3; ++k)
    {
      centres->SetTypedComponent(row, k, scale * face.centre[static_cast<std::size_t>(k)]);
      directions->SetTypedComponent(row, k, face.direction[static_cast<std::size_t>(k)]);
    }
  }
  for (vtkAbstractArray* column : std::initializer_list<vtkAbstractArray*>{
         faces, descriptions, kinds, names, solids, features, areas, centres, directions, radii })
  {
    output->AddColumn(column);
  }
}
}
