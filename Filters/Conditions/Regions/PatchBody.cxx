#include "PatchBody.h"

#include "ControlNetConverter.h"
#include "SolidMeshConverter.h"

#include "Mesh/Nurbs/NurbsValidation.h"

#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPoints.h"
#include "vtkStructuredGrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trabecula::filters
{
namespace
{
constexpr int DefaultDegree = 2;

Vector3 unitNormal(const std::array<Vector3, 4>& x)
{
  Vector3 a;
  Vector3 b;
  for (std::size_t c = 0; c < 3; ++c)
  {
    a[c] = x[2][c] - x[0][c];
    b[c] = x[3][c] - x[1][c];
  }
  Vector3 n = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
  const double length = std::hypot(n[0], n[1], n[2]);
  for (double& component : n)
  {
    component /= length > 0.0 ? length : 1.0;
  }
  return n;
}
}

PatchBody::PatchBody(vtkStructuredGrid* net)
  : Patch(readControlNet(net, DefaultDegree)), Grid(vtkSmartPointer<vtkStructuredGrid>::New())
{
  validate(this->Patch);
  for (std::size_t d = 0; d < 3; ++d)
  {
    this->Greville[d] = grevillePoints(this->Patch.degrees[d], this->Patch.knots[d]);
  }
  this->Grid->ShallowCopy(net);
  vtkNew<vtkPoints> places;
  places->SetDataTypeToDouble();
  for (const double zeta : this->Greville[2])
  {
    for (const double eta : this->Greville[1])
    {
      for (const double xi : this->Greville[0])
      {
        places->InsertNextPoint(evaluateAt(this->Patch, { xi, eta, zeta }).position.data());
      }
    }
  }
  this->Grid->SetPoints(places);

  const vtkIdType count = net->GetNumberOfPoints();
  const int layers = this->Patch.dimension == 2 ? 2 : 1;
  for (int layer = 0; layer < layers; ++layer)
  {
    for (vtkIdType i = 0; i < count; ++i)
    {
      Vector3 x;
      places->GetPoint(i, x.data());
      x[2] += layer;
      this->Surface.faces.points.insert(this->Surface.faces.points.end(), x.begin(), x.end());
      this->Surface.points.push_back(i);
    }
  }
  this->Surface.hasPoint.assign(static_cast<std::size_t>(count), 1);
  this->Surface.hasCell.assign(static_cast<std::size_t>(net->GetNumberOfCells()), 1);
  for (int d = 0; d < this->Patch.dimension; ++d)
  {
    this->addSide(d, 0);
    this->addSide(d, 1);
  }
}

void PatchBody::addSide(int direction, int end)
{
  const std::array<int, 3> n = this->Patch.counts();
  const auto d = static_cast<std::size_t>(direction);
  const std::size_t a = d == 0 ? 1 : 0;
  const std::size_t b = d == 2 ? 1 : 2;
  const bool isPlane = this->Patch.dimension == 2;
  // The corners of a plane patch are taken from its two layers.
  const auto layerSize = static_cast<std::int32_t>(n[0]) * n[1];
  const auto pointAt = [&](const std::array<int, 3>& at)
  { return static_cast<std::int32_t>(at[0] + n[0] * (at[1] + n[1] * at[2])); };
  const bool isReversed = (d == 1) == (end == 1);
  for (int v = 0; v < std::max(1, n[b] - 1); ++v)
  {
    for (int u = 0; u + 1 < n[a]; ++u)
    {
      std::array<std::int32_t, 4> corners{};
      for (int corner = 0; corner < 4; ++corner)
      {
        const int du = corner == 1 || corner == 2 ? 1 : 0;
        const int dv = corner >= 2 ? 1 : 0;
        std::array<int, 3> at{};
        at[d] = end == 0 ? 0 : n[d] - 1;
        at[a] = u + du;
        at[b] = isPlane ? 0 : v + dv;
        corners[static_cast<std::size_t>(corner)] = pointAt(at) + (isPlane ? dv * layerSize : 0);
      }
      if (isReversed)
      {
        std::swap(corners[1], corners[3]);
      }
      std::array<Vector3, 4> x;
      for (std::size_t i = 0; i < 4; ++i)
      {
        std::copy_n(
          &this->Surface.faces.points[3 * static_cast<std::size_t>(corners[i])], 3, x[i].begin());
      }
      this->Surface.faces.append(corners.data(), 4);
      this->Surface.normals.push_back(unitNormal(x));
      std::array<int, 3> cell{};
      cell[d] = end == 0 ? 0 : n[d] - 2;
      cell[a] = u;
      cell[b] = v;
      this->Surface.cells.push_back(
        cell[0] + vtkIdType(n[0] - 1) * (cell[1] + vtkIdType(n[1] - 1) * (isPlane ? 0 : cell[2])));
      PatchFacePiece piece;
      piece.direction = direction;
      piece.end = end;
      piece.low[0] = this->Greville[a][static_cast<std::size_t>(u)];
      piece.high[0] = this->Greville[a][static_cast<std::size_t>(u) + 1];
      if (!isPlane)
      {
        piece.low[1] = this->Greville[b][static_cast<std::size_t>(v)];
        piece.high[1] = this->Greville[b][static_cast<std::size_t>(v) + 1];
      }
      this->Pieces.push_back(piece);
    }
  }
}

double PatchBody::volumeOf(const std::vector<vtkIdType>& cells) const
{
  vtkNew<vtkIdList> buffer;
  double sum = 0.0;
  for (const vtkIdType cell : cells)
  {
    if (this->Patch.dimension == 3)
    {
      sum += solidCellVolume(this->Grid, cell, buffer);
      continue;
    }
    this->Grid->GetCellPoints(cell, buffer);
    std::array<Vector3, 4> x;
    for (std::size_t i = 0; i < 4; ++i)
    {
      this->Grid->GetPoint(buffer->GetId(static_cast<vtkIdType>(i)), x[i].data());
    }
    sum += 0.5 *
      std::abs(
        (x[2][0] - x[0][0]) * (x[3][1] - x[1][1]) - (x[2][1] - x[0][1]) * (x[3][0] - x[1][0]));
  }
  return sum;
}

std::vector<PatchFacePiece> PatchBody::pieces(const std::vector<vtkIdType>& faces) const
{
  std::vector<PatchFacePiece> pieces;
  pieces.reserve(faces.size());
  for (const vtkIdType face : faces)
  {
    pieces.push_back(this->Pieces[static_cast<std::size_t>(face)]);
  }
  return pieces;
}

std::vector<std::array<double, 3>> PatchBody::parameters(const std::vector<vtkIdType>& points) const
{
  const std::array<int, 3> n = this->Patch.counts();
  std::vector<std::array<double, 3>> result;
  result.reserve(points.size());
  for (const vtkIdType point : points)
  {
    result.push_back({ this->Greville[0][static_cast<std::size_t>(point % n[0])],
      this->Greville[1][static_cast<std::size_t>(point / n[0] % n[1])],
      this->Greville[2][static_cast<std::size_t>(point / n[0] / n[1])] });
  }
  return result;
}
}
