#ifndef TRABECULA_OPERATOR_MESHFREE_LATTICE_LATTICETABLE_H
#define TRABECULA_OPERATOR_MESHFREE_LATTICE_LATTICETABLE_H

#include "Operator/Meshfree/Lattice/MeshfreeLattice.h"
#include "Operator/Meshfree/MeshfreeDiscretization.h"

#include <cstdint>

namespace trabecula
{
/// One table as kernels see it: entries of each class. Those of a class of points are nodes,
/// relative to the lowest node of their cell; those of a class of nodes are points, whose cells are
/// relative to the cell above the node, with x fastest.
struct LatticeEntries
{
  const std::int64_t* starts;
  const std::int32_t* relative;
  const std::int32_t* pointInCell; ///< of classes of nodes
  const double* gradients;         ///< 3 per entry, 1 / length
};

/// The lattice as kernels see it.
struct LatticeView
{
  MeshfreeLattice lattice;
  int perCell;
  const std::int32_t* cellClass[3]; ///< of each coordinate
  const std::int32_t* nodeClass[3];
  std::int32_t cellClasses[3]; ///< their numbers
  std::int32_t nodeClasses[3];
  LatticeEntries points;
  LatticeEntries nodes;

  TRABECULA_FUNCTION std::int64_t cells() const
  {
    return std::int64_t(this->lattice.cells[0]) * this->lattice.cells[1] * this->lattice.cells[2];
  }
  TRABECULA_FUNCTION std::int64_t numberOfNodes() const
  {
    return std::int64_t(this->lattice.cells[0] + 1) * (this->lattice.cells[1] + 1) *
      (this->lattice.cells[2] + 1);
  }
  /// Coordinates of a cell from its place with x fastest.
  TRABECULA_FUNCTION void cellAt(std::int64_t place, std::int32_t* c) const
  {
    c[0] = static_cast<std::int32_t>(place % this->lattice.cells[0]);
    c[1] = static_cast<std::int32_t>(place / this->lattice.cells[0] % this->lattice.cells[1]);
    c[2] = static_cast<std::int32_t>(place / this->lattice.cells[0] / this->lattice.cells[1]);
  }
  TRABECULA_FUNCTION void nodeAt(std::int64_t place, std::int32_t* c) const
  {
    const std::int32_t x = this->lattice.cells[0] + 1;
    const std::int32_t y = this->lattice.cells[1] + 1;
    c[0] = static_cast<std::int32_t>(place % x);
    c[1] = static_cast<std::int32_t>(place / x % y);
    c[2] = static_cast<std::int32_t>(place / x / y);
  }
  /// The place of a cell with x fastest; also for coordinates one past the last.
  TRABECULA_FUNCTION std::int64_t placeOfCell(const std::int32_t* c) const
  {
    return (std::int64_t(c[2]) * this->lattice.cells[1] + c[1]) * this->lattice.cells[0] + c[0];
  }
  TRABECULA_FUNCTION std::int64_t cellNumber(const std::int32_t* c) const
  {
    std::int64_t number = this->lattice.firstCell;
    for (int d = 0; d < 3; ++d)
    {
      number += std::int64_t(c[d]) * this->lattice.cellStrides[d];
    }
    return number;
  }
  TRABECULA_FUNCTION std::int64_t nodeNumber(const std::int32_t* c) const
  {
    std::int64_t number = this->lattice.firstNode;
    for (int d = 0; d < 3; ++d)
    {
      number += std::int64_t(c[d]) * this->lattice.strides[d];
    }
    return number;
  }
  TRABECULA_FUNCTION std::int64_t classOfCell(const std::int32_t* c) const
  {
    return (std::int64_t(this->cellClass[2][c[2]]) * this->cellClasses[1] +
             this->cellClass[1][c[1]]) *
      this->cellClasses[0] +
      this->cellClass[0][c[0]];
  }
  TRABECULA_FUNCTION std::int64_t classOfNode(const std::int32_t* c) const
  {
    return (std::int64_t(this->nodeClass[2][c[2]]) * this->nodeClasses[1] +
             this->nodeClass[1][c[1]]) *
      this->nodeClasses[0] +
      this->nodeClass[0][c[0]];
  }
};

/**
 * Gradients of shape functions on a uniform lattice, which depend only on the distances of a cell
 * to the boundary, in cells, as far as domains of influence extend: a table of a few hundred points
 * and nodes, copied from the lists of representatives.
 */
template <class Space>
class LatticeTable
{
public:
  LatticeTable(const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization,
    const MeshfreeLattice& lattice, double supportRadius);

  LatticeView view() const;
  /// Whether the lists of all points are those of the table, up to rounding.
  bool isExact(
    const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization) const;

private:
  /// Classes of coordinates along an axis and a coordinate of each class.
  struct Classes
  {
    DeviceVector<std::int32_t, Space> ofCoordinate;
    DeviceVector<std::int32_t, Space> representatives;
  };
  struct Entries
  {
    DeviceVector<std::int64_t, Space> starts;
    DeviceVector<std::int32_t, Space> relative;
    DeviceVector<std::int32_t, Space> pointInCell;
    DeviceVector<double, Space> gradients;

    LatticeEntries view() const
    {
      return { this->starts.data(), this->relative.data(), this->pointInCell.data(),
        this->gradients.data() };
    }
  };

  void copyPoints(
    const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization);
  void copyNodes(
    const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization);

  MeshfreeLattice Lattice;
  int PerCell;
  Classes CellClasses[3];
  Classes NodeClasses[3];
  Entries Points;
  Entries Nodes;
};
}

#endif
