#ifndef TRABECULA_FILTERS_PIECETYPES_H
#define TRABECULA_FILTERS_PIECETYPES_H

#include "vtkDataSet.h"
#include "vtkSmartPointer.h"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::filters
{
using Pieces = std::vector<vtkSmartPointer<vtkDataSet>>; ///< by rank; null where there is none

/// Whether point arrays of a name must have equal values at points that pieces share.
using AgreementTest = std::function<bool(const std::string& name)>;

/// Indices in a whole: for each point or cell of each piece, by rank; -1 for those that are another
/// piece's own.
using PlacesInWhole = std::vector<std::vector<vtkIdType>>;

/// The part of a whole that a piece is. Images and structured grids have an extent, and the indices
/// of its cells if not all of them are the piece's own; other datasets have indices.
struct PiecePlace
{
  std::vector<vtkIdType> points; ///< of the whole, for each point of the piece
  /// The same for cells; of images and structured grids, the piece's own in ascending order.
  std::vector<vtkIdType> cells;
  std::array<int, 6> extent = { 0, -1, 0, -1, 0, -1 }; ///< around the piece's own cells
};

/// One dataset made of the pieces of several ranks, with cells in the order of ranks, and where its
/// parts came from.
struct GatheredPieces
{
  vtkSmartPointer<vtkDataSet> whole;
  std::vector<PiecePlace> places; ///< by rank
  int holders = 0;                ///< number of ranks that have points or cells
};

inline bool hasNothing(vtkDataSet* piece)
{
  return !piece || (piece->GetNumberOfPoints() == 0 && piece->GetNumberOfCells() == 0);
}

/// "rank 1", for messages.
inline std::string nameOfRank(std::size_t rank)
{
  return "rank " + std::to_string(rank);
}
}

#endif
