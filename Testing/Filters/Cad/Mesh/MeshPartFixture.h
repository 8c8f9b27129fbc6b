#ifndef TRABECULA_TESTING_FILTERS_MESHPARTFIXTURE_H
#define TRABECULA_TESTING_FILTERS_MESHPARTFIXTURE_H

#include "CadTestFiles.h"
#include "TopologyTestInput.h"

#include "vtkCadReader.h"
#include "vtkMeshPart.h"

#include "vtkIdTypeArray.h"
#include "vtkTriangle.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace trabecula::testing
{
/// Gmsh's file of the cube of two_boxes.brep, whose edge is 10: five tetrahedra, the solid 1, and
/// triangles on the faces in the order of the CAD kernel, x = 0, x = 10, y = 0 and so on.
struct CubeFile
{
  int solid = 1;
  std::vector<int> faces = { 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6 };
  std::size_t tetrahedra = 5;
  double height = 10.0;

  std::string text() const
  {
    std::ostringstream out;
    out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n8\n";
    for (int i = 0; i < 8; ++i)
    {
      out << i + 1 << " " << 10 * (i % 2) << " " << 10 * (i / 2 % 2) << " "
          << this->height * (i / 4) << "\n";
    }
    // Corners of faces with the diagonals that the tetrahedra have.
    const int triangles[12][3] = { { 1, 3, 7 }, { 1, 7, 5 }, { 2, 4, 6 }, { 4, 8, 6 }, { 1, 2, 6 },
      { 1, 6, 5 }, { 3, 4, 7 }, { 4, 8, 7 }, { 1, 2, 4 }, { 1, 4, 3 }, { 5, 6, 7 }, { 6, 8, 7 } };
    const int cells[5][4] = { { 1, 2, 4, 6 }, { 1, 4, 3, 7 }, { 1, 6, 7, 5 }, { 4, 6, 8, 7 },
      { 1, 4, 7, 6 } };
    out << "$EndNodes\n$Elements\n" << 12 + this->tetrahedra << "\n";
    for (std::size_t i = 0; i < 12; ++i)
    {
      out << i + 1 << " 2 2 0 " << this->faces[i];
      for (const int node : triangles[i])
      {
        out << " " << node;
      }
      out << "\n";
    }
    for (std::size_t i = 0; i < this->tetrahedra; ++i)
    {
      out << i + 13 << " 4 2 0 " << this->solid;
      for (const int node : cells[i])
      {
        out << " " << node;
      }
      out << "\n";
    }
    out << "$EndElements\n";
    return out.str();
  }
};

/// Commands of a script that writes a file where Gmsh would.
inline std::string leaving(const std::string& text)
{
  return "while [ \"$1\" != -o ]; do shift; done\ncat > \"$2\" <<'END'\n" + text + "END";
}

class MeshPart : public ::testing::Test
{
protected:
  MeshPart()
  {
    this->Filter->SetInputConnection(this->Reader->GetOutputPort());
    this->Filter->SetTimeLimit(60.0);
  }

  void read(const std::string& path)
  {
    this->Reader->SetFileName(path.c_str());
    this->Reader->Update();
    ASSERT_STREQ(this->Reader->GetErrorMessage(), "");
  }
  /// Meshes what must be good.
  void mesh()
  {
    Errors errors(this->Filter);
    Errors warnings(this->Filter, vtkCommand::WarningEvent);
    this->Filter->Continue();
    this->Filter->Update();
    ASSERT_EQ(errors.count(), 0) << errors.text();
    this->Warnings = warnings.text();
    this->Grid = this->Filter->GetOutput();
    ASSERT_GT(this->Grid->GetNumberOfCells(), 0);
  }
  /// Returns the one error of meshing.
  std::string error()
  {
    Errors errors(this->Filter);
    this->Filter->Continue();
    this->Filter->Update();
    EXPECT_EQ(errors.count(), 1);
    return this->Filter->GetErrorMessage();
  }
  /// The cube, and a script for Gmsh.
  void useCube()
  {
    this->Reader->SetSolids(vtkCadReader::ONE_SOLID);
    ASSERT_NO_FATAL_FAILURE(this->read(pathOf("two_boxes.brep")));
    this->Filter->SetOrder(vtkMeshPart::LINEAR);
  }
  void useScript(const std::string& commands)
  {
    this->Filter->SetMesher(this->Script.make(commands).c_str());
  }

  const vtkIdTypeArray* ids(const char* name)
  {
    return vtkIdTypeArray::SafeDownCast(this->Grid->GetFieldData()->GetArray(name));
  }
  double volume() const { return this->Grid->GetFieldData()->GetArray("Volume")->GetTuple1(0); }

  Setting Program{ "TRABECULA_CAD_PROGRAM", TRABECULA_CAD_PROGRAM };
  vtkNew<vtkCadReader> Reader;
  vtkNew<vtkMeshPart> Filter;
  HelperScript Script;
  vtkUnstructuredGrid* Grid = nullptr;
  std::string Warnings;
};

/// Areas of the triangles that the mesh lists for each CAD face, by their corners.
inline std::vector<double> areasOfFaces(vtkUnstructuredGrid* grid, std::size_t count)
{
  auto* triangles =
    vtkIdTypeArray::SafeDownCast(grid->GetFieldData()->GetArray("BoundaryTriangle"));
  auto* faces = vtkIdTypeArray::SafeDownCast(grid->GetFieldData()->GetArray("CadFaceOfBoundary"));
  std::vector<double> areas(count);
  for (vtkIdType i = 0; i < triangles->GetNumberOfTuples(); ++i)
  {
    double x[3][3];
    for (int k = 0; k < 3; ++k)
    {
      grid->GetPoint(triangles->GetTypedComponent(i, k), x[k]);
    }
    areas.at(static_cast<std::size_t>(faces->GetValue(i))) +=
      vtkTriangle::TriangleArea(x[0], x[1], x[2]);
  }
  return areas;
}
}

#endif
