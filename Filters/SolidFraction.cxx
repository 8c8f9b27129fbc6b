#include "SolidFraction.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include "vtkBoundingBox.h"
#include "vtkCellArray.h"
#include "vtkCleanPolyData.h"
#include "vtkFeatureEdges.h"
#include "vtkIdList.h"
#include "vtkMassProperties.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkSMPTools.h"
#include "vtkSelectEnclosedPoints.h"
#include "vtkStaticCellLocator.h"
#include "vtkTriangleFilter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace trabecula::filters
{
namespace
{
using Vector = std::array<double, 3>;

/// A trilinear hexahedron; local coordinates run from 0 to 1.
class Hexahedron
{
public:
  Hexahedron(const HexMesh& mesh, std::size_t element)
  {
    for (std::size_t a = 0; a < 8; ++a)
    {
      const auto node = static_cast<std::size_t>(mesh.connectivity[8 * element + a]);
      std::copy_n(&mesh.points[3 * node], 3, this->Corners[a].begin());
    }
  }

  vtkBoundingBox box() const
  {
    vtkBoundingBox result;
    for (const Vector& corner : this->Corners)
    {
      result.AddPoint(corner[0], corner[1], corner[2]);
    }
    return result;
  }

  Vector point(double r, double s, double t) const
  {
    Vector result{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      const double weight =
        (isRight(a) ? r : 1.0 - r) * (isBack(a) ? s : 1.0 - s) * (a >= 4 ? t : 1.0 - t);
      for (std::size_t c = 0; c < 3; ++c)
      {
        result[c] += weight * this->Corners[a][c];
      }
    }
    return result;
  }

  /// Volume per local volume.
  double density(double r, double s, double t) const
  {
    std::array<Vector, 3> J{};
    for (std::size_t a = 0; a < 8; ++a)
    {
      const double x = isRight(a) ? r : 1.0 - r;
      const double y = isBack(a) ? s : 1.0 - s;
      const double z = a >= 4 ? t : 1.0 - t;
      const Vector slopes = { (isRight(a) ? 1.0 : -1.0) * y * z, (isBack(a) ? 1.0 : -1.0) * x * z,
        (a >= 4 ? 1.0 : -1.0) * x * y };
      for (std::size_t k = 0; k < 3; ++k)
      {
        for (std::size_t c = 0; c < 3; ++c)
        {
          J[k][c] += slopes[k] * this->Corners[a][c];
        }
      }
    }
    return J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
      J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
      J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
  }

private:
  static bool isRight(std::size_t a) { return a == 1 || a == 2 || a == 5 || a == 6; }
  static bool isBack(std::size_t a) { return a == 2 || a == 3 || a == 6 || a == 7; }

  std::array<Vector, 8> Corners{};
};

/// Whether any triangle comes near each hexahedron's box.
std::vector<std::uint8_t> nearSurface(const HexMesh& mesh, vtkPolyData* surface)
{
  vtkNew<vtkStaticCellLocator> locator;
  locator->SetDataSet(surface);
  locator->BuildLocator();
  std::vector<std::uint8_t> result(mesh.numberOfElements());
  vtkNew<vtkIdList> found;
  for (std::size_t e = 0; e < result.size(); ++e)
  {
    std::array<double, 6> bounds{};
    Hexahedron(mesh, e).box().GetBounds(bounds.data());
    locator->FindCellsWithinBounds(bounds.data(), found);
    result[e] = found->GetNumberOfIds() > 0;
  }
  return result;
}
}

std::optional<std::vector<double>> solidFractions(
  const HexMesh& mesh, vtkPolyData* surface, int samples, Observer& observer)
{
  observer.progress(0.0, "Finding cells at the surface");
  const std::vector<std::uint8_t> cut = nearSurface(mesh, surface);
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  observer.progress(0.3, "Measuring cells inside");
  const std::size_t elements = cut.size();
  const auto perCut = static_cast<std::size_t>(samples) * samples * samples;
  std::vector<vtkIdType> starts(elements + 1, 0);
  for (std::size_t e = 0; e < elements; ++e)
  {
    starts[e + 1] = starts[e] + static_cast<vtkIdType>(cut[e] ? perCut : 1);
  }
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetNumberOfPoints(starts.back());
  std::vector<double> weights(static_cast<std::size_t>(starts.back()));
  vtkSMPTools::For(0, static_cast<vtkIdType>(elements),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (vtkIdType e = begin; e < end; ++e)
      {
        const Hexahedron hexahedron(mesh, static_cast<std::size_t>(e));
        const int count = cut[e] ? samples : 1;
        vtkIdType next = starts[e];
        for (int i = 0; i < count * count * count; ++i, ++next)
        {
          const double r = (i % count + 0.5) / count;
          const double s = (i / count % count + 0.5) / count;
          const double t = (i / count / count + 0.5) / count;
          points->SetPoint(next, hexahedron.point(r, s, t).data());
          weights[next] = hexahedron.density(r, s, t);
        }
      }
    });
  vtkNew<vtkPolyData> cloud;
  cloud->SetPoints(points);
  vtkNew<vtkSelectEnclosedPoints> select;
  select->SetInputData(cloud);
  select->SetSurfaceData(surface);
  // The tolerance is relative to the whole surface, and cells are small.
  select->SetTolerance(1e-7);
  select->Update();
  if (observer.stopRequested())
  {
    return std::nullopt;
  }
  std::vector<double> result(elements);
  vtkSMPTools::For(0, static_cast<vtkIdType>(elements),
    [&](vtkIdType begin, vtkIdType end)
    {
      for (vtkIdType e = begin; e < end; ++e)
      {
        double inside = 0.0;
        double all = 0.0;
        for (vtkIdType i = starts[e]; i < starts[e + 1]; ++i)
        {
          inside += select->IsInside(i) ? weights[i] : 0.0;
          all += weights[i];
        }
        result[e] = inside / all;
      }
    });
  observer.progress(1.0, "Measured cells inside");
  return result;
}

vtkPolyData* requireClosedSurface(vtkPolyData* input, vtkPolyData* triangles)
{
  vtkNew<vtkTriangleFilter> split;
  split->SetInputData(input);
  split->PassLinesOff();
  split->PassVertsOff();
  // An STL has a point of its own for each corner of each triangle.
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputConnection(split->GetOutputPort());
  clean->SetTolerance(0.0);
  clean->ConvertLinesToPointsOff();
  clean->ConvertPolysToLinesOff();
  clean->Update();
  triangles->SetPoints(clean->GetOutput()->GetPoints());
  triangles->SetPolys(clean->GetOutput()->GetPolys());
  if (triangles->GetNumberOfPolys() == 0)
  {
    throw Error("The surface has no polygons. Connect a closed surface, such as that of Topology "
                "Surface or of an STL file, to the input Surface.");
  }
  const auto count = [&](bool boundary)
  {
    vtkNew<vtkFeatureEdges> edges;
    edges->SetInputData(triangles);
    edges->SetBoundaryEdges(boundary);
    edges->SetNonManifoldEdges(!boundary);
    edges->FeatureEdgesOff();
    edges->ManifoldEdgesOff();
    edges->ColoringOff();
    edges->Update();
    return static_cast<std::int64_t>(edges->GetOutput()->GetNumberOfLines());
  };
  const std::int64_t open = count(true);
  if (open > 0)
  {
    throw Error("The surface is not closed: it has " + countText(open, "open edge") +
      ", so that it has no inside. Take the output of Topology Surface, or close it, for example "
      "with Fill Holes.");
  }
  const std::int64_t crowded = count(false);
  if (crowded > 0)
  {
    throw Error("The surface is not a manifold: more than two of its polygons meet at " +
      countText(crowded, "edge") + ". Take the output of Topology Surface.");
  }
  return triangles;
}

double enclosedVolume(vtkPolyData* triangles)
{
  vtkNew<vtkMassProperties> mass;
  mass->SetInputData(triangles);
  mass->Update();
  return mass->GetVolume();
}
}
