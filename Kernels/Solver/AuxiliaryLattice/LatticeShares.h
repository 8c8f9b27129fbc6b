#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICESHARES_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICESHARES_H

// The cells of a lattice that an element overlaps, and the parts of their volume that it fills, for
// MeshLattice and kernels of every space.

#include "Core/Space.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"

#include <cstdint>

namespace trabecula
{
namespace detail
{
/// Number of sample points along an edge for each cell of its length, and the least and largest
/// number.
constexpr double LatticeSamplesOfCell = 2.5;
constexpr int LeastLatticeSamples = 3;
constexpr int MostLatticeSamples = 16;
/// Distance of the outermost points from an element's faces over the length of its edges.
constexpr double LatticeSampleInset = 0.02;
/// Weight of outermost points in each direction, and of nodes.
constexpr double LatticeSampleEnd = 0.5;
constexpr double LatticeNodeWeight = LatticeSampleEnd * LatticeSampleEnd * LatticeSampleEnd;

/// The elements of a mesh, in memory of a space.
struct LatticeElements
{
  const double* points;
  const std::int32_t* connectivity;
  const std::int64_t* offsets; ///< null if all are of one type
  int nodesOfAll;

  TRABECULA_FUNCTION int nodesOf(std::int64_t e) const
  {
    return this->offsets ? static_cast<int>(this->offsets[e + 1] - this->offsets[e])
                         : this->nodesOfAll;
  }
  /// The position of a node in units of cells of a lattice.
  TRABECULA_FUNCTION void place(
    std::int64_t e, int node, const LatticeFrame& frame, double (&x)[3]) const
  {
    const std::int64_t begin = this->offsets ? this->offsets[e] : e * this->nodesOfAll;
    const double* point = this->points + 3 * std::int64_t(this->connectivity[begin + node]);
    for (int d = 0; d < 3; ++d)
    {
      x[d] = frame.local(point, d);
    }
  }
};

/// The number of the cell that contains a coordinate, which is in units of cells.
TRABECULA_FUNCTION int cellAt(const LatticeFrame& frame, double at, int direction)
{
  const int cell = static_cast<int>(at); // coordinates that are negative by rounding become 0
  return cell < 0 ? 0 : cell < frame.cells[direction] ? cell : frame.cells[direction] - 1;
}

/// The cells that an element overlaps, and the part of each cell's volume that it fills.
struct LatticeShares
{
  std::int64_t cells[MostCellsOfElement];
  float parts[MostCellsOfElement];
  int count = 0;

  TRABECULA_FUNCTION void add(const LatticeFrame& frame, const double (&point)[3], double part)
  {
    const std::int64_t cell = frame.index(
      cellAt(frame, point[0], 0), cellAt(frame, point[1], 1), cellAt(frame, point[2], 2));
    int k = 0;
    while (k < this->count && this->cells[k] != cell)
    {
      ++k;
    }
    if (k == MostCellsOfElement)
    {
      return; // impossible for elements of a mesh that latticeAround() accepts
    }
    if (k == this->count)
    {
      this->cells[k] = cell;
      this->parts[k] = 0.0F;
      ++this->count;
    }
    this->parts[k] += static_cast<float>(part);
  }
};

TRABECULA_FUNCTION double determinant(
  const double (&a)[3], const double (&b)[3], const double (&c)[3])
{
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// Number of sample points along an edge, which is in units of cells.
TRABECULA_FUNCTION int latticeSamples(const double (&edge)[3])
{
  double longest = 0.0;
  for (const double x : edge)
  {
    const double length = x < 0.0 ? -x : x;
    longest = longest < length ? length : longest;
  }
  const double wanted = LatticeSamplesOfCell * longest + 1.0;
  return wanted > MostLatticeSamples ? MostLatticeSamples
    : wanted < LeastLatticeSamples   ? LeastLatticeSamples
                                     : static_cast<int>(wanted);
}

/// Adds the sample points of a hexahedron, without those at nodes. @param x corners in units of
/// cells @param nodes number of nodes, which are sample points, too @return the part of a cell for
/// each node
TRABECULA_FUNCTION double shareHexahedron(
  const double (&x)[8][3], int nodes, const LatticeFrame& frame, LatticeShares& shares)
{
  // Edges through the middle.
  double edges[3][3];
  int count[3];
  double points = 1.0;
  for (int i = 0; i < 3; ++i)
  {
    for (int d = 0; d < 3; ++d)
    {
      edges[i][d] = 0.0;
      for (int a = 0; a < 8; ++a)
      {
        const int along = i == 0 ? (a ^ a >> 1) & 1 : a >> i & 1; // as in Mesh/HexCorners.h
        edges[i][d] += along ? 0.25 * x[a][d] : -0.25 * x[a][d];
      }
    }
    count[i] = latticeSamples(edges[i]);
    points *= count[i] - 2 + 2 * LatticeSampleEnd;
  }
  const double volume = determinant(edges[0], edges[1], edges[2]);
  const double part = (volume < 0.0 ? -volume : volume) / (points + LatticeNodeWeight * nodes);
  double at[3];
  double weights[3];
  const auto go = [&](int i, int place)
  {
    at[i] = LatticeSampleInset + (1.0 - 2.0 * LatticeSampleInset) * place / double(count[i] - 1);
    weights[i] = place == 0 || place == count[i] - 1 ? LatticeSampleEnd : 1.0;
  };
  for (int k = 0; k < count[2]; ++k)
  {
    go(2, k);
    for (int j = 0; j < count[1]; ++j)
    {
      go(1, j);
      // Interpolated along x between the middles of faces.
      double low[3];
      double high[3];
      for (int d = 0; d < 3; ++d)
      {
        const double below = x[0][d] + at[1] * (x[3][d] - x[0][d]);
        const double above = x[4][d] + at[1] * (x[7][d] - x[4][d]);
        low[d] = below + at[2] * (above - below);
        const double belowHigh = x[1][d] + at[1] * (x[2][d] - x[1][d]);
        const double aboveHigh = x[5][d] + at[1] * (x[6][d] - x[5][d]);
        high[d] = belowHigh + at[2] * (aboveHigh - belowHigh);
      }
      for (int i = 0; i < count[0]; ++i)
      {
        go(0, i);
        double point[3];
        for (int d = 0; d < 3; ++d)
        {
          point[d] = low[d] + at[0] * (high[d] - low[d]);
        }
        shares.add(frame, point, part * weights[0] * weights[1] * weights[2]);
      }
    }
  }
  return LatticeNodeWeight * part;
}

/// The same for a tetrahedron.
TRABECULA_FUNCTION double shareTetrahedron(
  const double (&x)[8][3], int nodes, const LatticeFrame& frame, LatticeShares& shares)
{
  double edges[3][3];
  int most = 0;
  for (int i = 0; i < 3; ++i)
  {
    for (int d = 0; d < 3; ++d)
    {
      edges[i][d] = x[i + 1][d] - x[0][d];
    }
    const int samples = latticeSamples(edges[i]);
    most = most < samples ? samples : most;
  }
  const int order = most - 1;
  const double volume = determinant(edges[0], edges[1], edges[2]) / 6.0;
  const double points = double((order + 1) * (order + 2) * (order + 3)) / 6.0;
  const double part = (volume < 0.0 ? -volume : volume) / (points + nodes);
  const double step = (1.0 - 4.0 * LatticeSampleInset) / order;
  for (int k = 0; k <= order; ++k)
  {
    for (int j = 0; j + k <= order; ++j)
    {
      for (int i = 0; i + j + k <= order; ++i)
      {
        double point[3];
        for (int d = 0; d < 3; ++d)
        {
          point[d] = x[0][d] + (LatticeSampleInset + step * i) * edges[0][d] +
            (LatticeSampleInset + step * j) * edges[1][d] +
            (LatticeSampleInset + step * k) * edges[2][d];
        }
        shares.add(frame, point, part);
      }
    }
  }
  return part;
}

/// Adds all sample points of an element.
TRABECULA_FUNCTION void shareElement(
  const LatticeElements& elements, std::int64_t e, const LatticeFrame& frame, LatticeShares& shares)
{
  const int nodes = elements.nodesOf(e);
  const bool isHexahedron = nodes == 8 || nodes == 20;
  double x[8][3];
  const int corners = isHexahedron ? 8 : 4;
  for (int a = 0; a < corners; ++a)
  {
    elements.place(e, a, frame, x[a]);
  }
  const double part = isHexahedron ? shareHexahedron(x, nodes, frame, shares)
                                   : shareTetrahedron(x, nodes, frame, shares);
  for (int a = 0; a < nodes; ++a)
  {
    double point[3];
    elements.place(e, a, frame, point);
    shares.add(frame, point, part);
  }
}
}
}

#endif
