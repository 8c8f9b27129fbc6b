#ifndef TRABECULA_TESTING_FILTERS_ELASTICTESTINPUT_H
#define TRABECULA_TESTING_FILTERS_ELASTICTESTINPUT_H

#include "Mesh/Mesh.h"

#include "vtkElasticAnalysis.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::testing
{
using Point = std::array<double, 3>;

constexpr std::array<CellType, 4> ElasticTypes = { CellType::Tetrahedron,
  CellType::QuadraticTetrahedron, CellType::Hexahedron, CellType::QuadraticHexahedron };

bool isAt(double value, double place);

/// Returns a grid of the library's mesh.
vtkSmartPointer<vtkUnstructuredGrid> gridOf(const Mesh& mesh);

/// Sets the point array Supports from held(x, component) at each point.
void hold(vtkDataSet* data, const std::function<bool(const Point&, int component)>& held);

/// Returns a box that is held at x = 0 and pulled at the other end.
vtkSmartPointer<vtkUnstructuredGrid> bar(
  CellType type, const std::array<int, 3>& cells, const Point& size, const Point& traction);

/// Returns a box of 3 x 1 x 1 that is held at x = 0 and pushed down at the other end.
vtkSmartPointer<vtkUnstructuredGrid> smallBar(CellType type = CellType::QuadraticTetrahedron);

/// Holds x = 0, and applies a force of one in y to each node at the largest x.
void holdAndPush(vtkDataSet* data);

vtkSmartPointer<vtkElasticAnalysis> elasticAnalysisOf(vtkDataSet* data);

vtkDataSet* elasticResult(vtkElasticAnalysis* filter, int port = vtkElasticAnalysis::RESULT);

/// Returns a value of the summary; NaN if there is none.
double elasticQuantity(
  vtkElasticAnalysis* filter, const std::string& name, const char* column = "Result");
}

#endif
