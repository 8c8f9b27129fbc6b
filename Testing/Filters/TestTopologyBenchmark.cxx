// The Topology Benchmark source: mesh, supports and loads of the cantilever, pieces, bad
// properties.

#include "vtkTopologyBenchmark.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkCommand.h"
#include "vtkDataArray.h"
#include "vtkExecutive.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>

namespace
{
int Failures = 0;

void Expect(bool condition, const std::string& what)
{
  if (!condition)
  {
    std::cerr << "FAILED: " << what << "\n";
    ++Failures;
  }
}

bool HasTuple(vtkDataArray* array, vtkIdType row, double x, double y, double z)
{
  double tuple[3];
  array->GetTuple(row, tuple);
  return tuple[0] == x && tuple[1] == y && tuple[2] == z;
}

/// Hears errors, so that they do not reach the output of the test.
class ErrorListener : public vtkCommand
{
public:
  static ErrorListener* New() { return new ErrorListener; }
  void Execute(vtkObject*, unsigned long, void* text) override
  {
    ++this->Count;
    this->Text = static_cast<const char*>(text);
  }

  int Count = 0;
  std::string Text;
};

//----------------------------------------------------------------------------
void TestCantilever()
{
  const int n = 3;
  const double h = 0.5;
  vtkNew<vtkTopologyBenchmark> source;
  source->SetResolution(n);
  source->SetElementLength(h);
  source->SetNodalForce(4.0);
  source->Update();
  vtkUnstructuredGrid* grid = source->GetOutput();
  Expect(grid->GetNumberOfCells() == 2 * n * n * n, "2n x n x n elements");
  Expect(grid->GetNumberOfPoints() == (2 * n + 1) * (n + 1) * (n + 1), "number of nodes");

  // The corners of a VTK_HEXAHEDRON that is a cube, in order.
  const double corners[8][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1 },
    { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } };
  vtkNew<vtkIdList> nodes;
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    Expect(grid->GetCellType(cell) == VTK_HEXAHEDRON, "every cell is a hexahedron");
    grid->GetCellPoints(cell, nodes);
    double origin[3];
    grid->GetPoint(nodes->GetId(0), origin);
    for (int a = 0; a < 8; ++a)
    {
      double point[3];
      grid->GetPoint(nodes->GetId(a), point);
      for (int d = 0; d < 3; ++d)
      {
        Expect(point[d] == origin[d] + h * corners[a][d], "every cell is a cube in VTK's order");
      }
    }
  }

  vtkDataArray* supports = grid->GetPointData()->GetArray("Supports");
  vtkDataArray* force = grid->GetPointData()->GetArray("Force");
  vtkDataArray* region = grid->GetCellData()->GetArray("DesignRegion");
  if (!supports || !force || !region)
  {
    Expect(false, "arrays Supports, Force and DesignRegion");
    return;
  }
  Expect(supports->GetDataType() == VTK_UNSIGNED_CHAR && supports->GetNumberOfComponents() == 3,
    "Supports is three unsigned char");
  Expect(force->GetDataType() == VTK_DOUBLE && force->GetNumberOfComponents() == 3,
    "Force is three double");
  Expect(region->GetDataType() == VTK_UNSIGNED_CHAR && region->GetNumberOfComponents() == 1,
    "DesignRegion is one unsigned char");

  int fixedNodes = 0;
  int loadedNodes = 0;
  for (vtkIdType node = 0; node < grid->GetNumberOfPoints(); ++node)
  {
    double point[3];
    grid->GetPoint(node, point);
    const bool fixed = point[0] == 0.0;
    const bool loaded = point[0] == 2 * n * h && point[2] == 0.0;
    fixedNodes += fixed;
    loadedNodes += loaded;
    Expect(HasTuple(supports, node, fixed, fixed, fixed), "fixed exactly at x = 0");
    Expect(HasTuple(force, node, 0.0, 0.0, loaded ? -4.0 : 0.0),
      "loaded exactly on the lower edge of the right face");
  }
  Expect(fixedNodes == (n + 1) * (n + 1), "number of fixed nodes");
  Expect(loadedNodes == n + 1, "number of loaded nodes");
  double range[2];
  region->GetRange(range);
  Expect(range[0] == 0.0 && range[1] == 0.0, "everything is design region");
}

//----------------------------------------------------------------------------
// Ratnakar, Sanfui and Sharma, table 1, CB1 to CB5.
void TestPaperSizes()
{
  const int resolutions[] = { 25, 35, 45, 60, 80 };
  const vtkIdType elements[] = { 31250, 85750, 182250, 432000, 1024000 };
  vtkNew<vtkTopologyBenchmark> source;
  for (int i = 0; i < 5; ++i)
  {
    source->SetResolution(resolutions[i]);
    source->Update();
    Expect(source->GetOutput()->GetNumberOfCells() == elements[i],
      "elements of mesh CB" + std::to_string(i + 1));
  }
}

//----------------------------------------------------------------------------
void TestPieces()
{
  vtkNew<vtkTopologyBenchmark> source;
  source->SetResolution(2);
  source->UpdatePiece(1, 2, 0);
  Expect(source->GetOutput()->GetNumberOfCells() == 0, "the second piece is empty");
  source->UpdatePiece(0, 2, 0);
  Expect(source->GetOutput()->GetNumberOfCells() == 16, "the first piece has the whole mesh");
}

//----------------------------------------------------------------------------
template <typename BreakT, typename MendT>
void TestRefusal(const std::string& word, BreakT breakIt, MendT mendIt)
{
  vtkNew<ErrorListener> errors;
  vtkNew<vtkTopologyBenchmark> source;
  source->SetResolution(2);
  source->AddObserver(vtkCommand::ErrorEvent, errors);
  source->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, vtkNew<ErrorListener>());
  breakIt(source);
  source->Update();
  Expect(errors->Count == 1, word + ": one message");
  Expect(errors->Text.find(word) != std::string::npos, word + ": the message names it");
  Expect(source->GetOutput()->GetNumberOfCells() == 0, word + ": no mesh");
  mendIt(source);
  source->Update();
  Expect(source->GetOutput()->GetNumberOfCells() == 16, word + ": usable afterwards");
}

void TestRefusals()
{
  using Source = vtkTopologyBenchmark;
  auto resolution = [](int value) { return [value](Source* s) { s->SetResolution(value); }; };
  auto length = [](double value) { return [value](Source* s) { s->SetElementLength(value); }; };
  auto force = [](double value) { return [value](Source* s) { s->SetNodalForce(value); }; };
  auto example = [](int value) { return [value](Source* s) { s->SetExample(value); }; };
  const double nan = std::numeric_limits<double>::quiet_NaN();

  TestRefusal("Resolution", resolution(0), resolution(2));
  TestRefusal("Resolution", resolution(-5), resolution(2));
  TestRefusal("Resolution", resolution(2000), resolution(2));
  TestRefusal("ElementLength", length(0.0), length(1.0));
  TestRefusal("ElementLength", length(-1.0), length(1.0));
  TestRefusal("ElementLength", length(nan), length(1.0));
  TestRefusal("NodalForce", force(nan), force(1.0));
  TestRefusal("example", example(7), example(Source::CANTILEVER_3D));
}
}

//----------------------------------------------------------------------------
int TestTopologyBenchmark(int, char*[])
{
  TestCantilever();
  TestPaperSizes();
  TestPieces();
  TestRefusals();
  return Failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
