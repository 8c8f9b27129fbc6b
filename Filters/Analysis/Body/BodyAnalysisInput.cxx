#include "BodyAnalysisInput.h"

#include "Analysis/Loads/LoadsOnBody.h"
#include "Core/Text.h"

#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkCleanPolyData.h"
#include "vtkNew.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkTriangleFilter.h"

#include <algorithm>
#include <cmath>

namespace trabecula::filters
{
namespace
{
/// The largest distance, in cell diagonals, by which loads on partly solid cells are moved. Beside
/// a curved side of radius r, the cells of width h that are less than half solid, which a surface
/// of densities omits, form a strip of width 0.4 sqrt(r h).
constexpr double MostDiagonals = 4.0;
/// A warning is given if a larger fraction of the enclosed volume lies outside the mesh or is lost
/// by sampling.
constexpr double LostVolume = 0.02;

/// Returns the diagonal of the bounding box of the first cell of the mesh.
double diagonalOfCell(const Mesh& mesh)
{
  double low[3];
  double high[3];
  std::copy_n(&mesh.points[3 * static_cast<std::size_t>(mesh.element(0)[0])], 3, low);
  std::copy_n(low, 3, high);
  for (std::size_t a = 1; a < mesh.nodesOf(0); ++a)
  {
    const double* x = &mesh.points[3 * static_cast<std::size_t>(mesh.element(0)[a])];
    for (int c = 0; c < 3; ++c)
    {
      low[c] = std::min(low[c], x[c]);
      high[c] = std::max(high[c], x[c]);
    }
  }
  return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
}

std::string warningOfLostVolume(double enclosed, double found)
{
  return std::abs(found - enclosed) <= LostVolume * enclosed ? ""
                                                             : "The surface encloses " +
      shortText(enclosed) + ", of which the mesh has " + shortText(found) +
      ": part of the body lies outside of the mesh, or is too thin for its cells. Raise Samples or "
      "Refinement, or take a surface within the design.";
}

TriangleMesh trianglesOf(vtkPolyData* surface)
{
  vtkNew<vtkTriangleFilter> split;
  split->SetInputData(surface);
  split->PassLinesOff();
  split->PassVertsOff();
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputConnection(split->GetOutputPort());
  clean->SetTolerance(0.0);
  clean->ConvertLinesToPointsOff();
  clean->ConvertPolysToLinesOff();
  clean->Update();
  vtkPolyData* result = clean->GetOutput();
  TriangleMesh mesh;
  for (vtkIdType p = 0; p < result->GetNumberOfPoints(); ++p)
  {
    const double* x = result->GetPoint(p);
    mesh.points.insert(mesh.points.end(), x, x + 3);
  }
  const auto corners = vtk::TakeSmartPointer(result->GetPolys()->NewIterator());
  for (corners->GoToFirstCell(); !corners->IsDoneWithTraversal(); corners->GoToNextCell())
  {
    vtkIdType count = 0;
    const vtkIdType* points = nullptr;
    corners->GetCurrentCell(count, points);
    for (vtkIdType i = 0; i < count; ++i)
    {
      mesh.triangles.push_back(static_cast<std::int32_t>(points[i]));
    }
  }
  return mesh;
}

std::string moveLoads(
  const TopologyProblem& design, StructuralProblem& body, const std::vector<double>& solid)
{
  if (design.solidFractions.empty())
  {
    return "";
  }
  // The parts of a cell are numbered consecutively (MeshRefinement).
  const std::size_t parts = solid.size() / design.solidFractions.size();
  std::vector<double> fractions(solid.size());
  for (std::size_t e = 0; e < fractions.size(); ++e)
  {
    fractions[e] = design.solidFractions[e / parts];
  }
  const MovedLoads moved = moveLoadsOntoBody(
    body, solid, LeastSolid, fractions, MostDiagonals * diagonalOfCell(design.structure.mesh));
  return moved.share > 0.0 ? "Of the loads " + shortText(100.0 * moved.share) +
      " % are at corners of partly solid cells outside of the body and act on its nearest nodes, "
      "at most " +
      shortText(moved.distance) + " away."
                           : std::string();
}
}
