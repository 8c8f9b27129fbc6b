#ifndef TRABECULA_FILTERS_DIVIDEPIECES_H
#define TRABECULA_FILTERS_DIVIDEPIECES_H

#include "PieceTypes.h"

namespace trabecula::filters
{
/**
 * Divides results among ranks.
 *
 * A result that has the cells of the gathered input in the same order, as grids and images of
 * designs and of conditions have, is divided as the input was: each rank gets its own cells, with
 * its points in their order. Cells may have further nodes, as those made quadratic. A grid of
 * voxels of an input image, as that of its solid voxels, is divided by the blocks of the image.
 * Where blocks overlap, a voxel is given to its owner only. An image remains a block, whose cells
 * that are another rank's are marked as duplicates in vtkGhostType.
 * Another image or structured grid is divided into blocks as VTK's sources do it. All else remains
 * whole, on rank 0.
 */
class ResultDivision
{
public:
  /// @param input may be null; it and the result must remain until the division is destroyed
  ResultDivision(vtkDataSet* result, const GatheredPieces* input, int ranks);

  /// Whether ranks after the first get a part.
  bool isDivided() const { return this->How != Manner::Whole; }

  /// The part of a rank; a dataset of the same type.
  vtkSmartPointer<vtkDataSet> part(int rank);

private:
  enum class Manner
  {
    Whole,
    Cells,   ///< a grid, by the cells of the input's pieces
    Voxels,  ///< a grid of some voxels of an image, by the extents of its pieces
    Extents, ///< an image or structured grid, by the extents of the input's pieces
    Blocks   ///< another image or structured grid
  };

  Manner findManner();
  /// Whether the result has the cells of the input with nodes in the same places.
  bool hasCellsOfInput() const;
  /// Fills VoxelsOf. @return false if a cell is no voxel of the image
  bool divideVoxels();
  /// The cells of the result that are those of a rank.
  std::vector<vtkIdType> cellsOf(int rank) const;
  vtkSmartPointer<vtkDataSet> partOfExtent(int rank);
  vtkSmartPointer<vtkDataSet> partOfCells(int rank);

  vtkDataSet* Result;
  const GatheredPieces* Input;
  int Ranks;
  Manner How = Manner::Whole;
  std::vector<std::vector<vtkIdType>> VoxelsOf; ///< cells of the result by rank, for Voxels
  std::vector<vtkIdType> Numbers; ///< of points of the result in the part; -1 for those outside
};
}

#endif
