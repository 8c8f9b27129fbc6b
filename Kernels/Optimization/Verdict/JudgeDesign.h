#ifndef TRABECULA_OPTIMIZATION_VERDICT_JUDGEDESIGN_H
#define TRABECULA_OPTIMIZATION_VERDICT_JUDGEDESIGN_H

#include "Mesh/Mesh.h"
#include "Optimization/History.h"
#include "Optimization/Verdict/DesignConditions.h"
#include "Optimization/Verdict/DesignVerdict.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * The density of the surface of a design: elements of at least this density have, as nearly as
 * elements allow, the volume of the densities.
 *
 * @param volumes of what can be solid of the elements, length cubed
 */
double solidThreshold(const std::vector<double>& density, const std::vector<double>& volumes);

/// The pieces of material among cells: for each cell the number of its piece, -1 without material.
struct MaterialPieces
{
  std::vector<std::int32_t> pieceOfCell;
  std::size_t count = 0;
};

/// Pieces of the elements marked, connected through faces.
MaterialPieces findMaterialPieces(const Mesh& mesh, const std::vector<std::uint8_t>& isMaterial);

/**
 * Judges the material of a design: pieces, loads, greyness. Bounds and convergence are those of the
 * history, see judgeHistory().
 *
 * @param mesh of the problem
 * @param density one per element, 0 to 1
 */
DesignVerdict judgeElements(
  const DesignConditions& conditions, const Mesh& mesh, const std::vector<double>& density);

/// Judges a row of the history: bounds, change, and the objective against that of the
/// start.
/// @param start the row of the initial design, null if it is not known
/// @param tolerance of convergence on the change of the design
void judgeHistory(DesignVerdict& verdict, const DesignConditions& conditions,
  const HistoryColumns& columns, const HistoryRow& row, const HistoryRow* start, double tolerance);

/// The largest relative excess of a row over the bounds, 0 if all are met.
double boundExcess(
  const std::vector<ColumnBound>& bounds, const HistoryColumns& columns, const HistoryRow& row);

/**
 * Which pieces have a cell around one of some nodes.
 *
 * @param cellsOfNode calls a function with each cell around a node
 * @return one flag per piece
 */
template <class CellsOfNode>
std::vector<std::uint8_t> piecesAt(const std::vector<std::int32_t>& nodes,
  const MaterialPieces& pieces, const CellsOfNode& cellsOfNode)
{
  std::vector<std::uint8_t> isAt(pieces.count, 0);
  for (const std::int32_t node : nodes)
  {
    cellsOfNode(node,
      [&](std::size_t cell)
      {
        if (pieces.pieceOfCell[cell] >= 0)
        {
          isAt[std::size_t(pieces.pieceOfCell[cell])] = 1;
        }
      });
  }
  return isAt;
}

/// The share of the material that is in pieces without the flag. @param volumes of the cells
double shareElsewhere(const MaterialPieces& pieces, const std::vector<std::uint8_t>& isFlagged,
  const std::vector<double>& volumes);

/// Judges which loads act on pieces of material, and which of these carry them to a support.
template <class CellsOfNode>
void judgeLoads(DesignVerdict& verdict, const DesignConditions& conditions,
  const MaterialPieces& pieces, const CellsOfNode& cellsOfNode)
{
  const std::vector<std::uint8_t> isHeld = piecesAt(conditions.held, pieces, cellsOfNode);
  for (const LoadedNodes& load : conditions.loads)
  {
    const std::vector<std::uint8_t> carries =
      load.isDisplacement() ? piecesAt(load.heldBy, pieces, cellsOfNode) : isHeld;
    LoadVerdict result;
    result.name = load.name;
    double total = 0.0;
    for (std::size_t i = 0; i < load.nodes.size(); ++i)
    {
      bool isOnMaterial = false;
      bool isCarried = false;
      cellsOfNode(load.nodes[i],
        [&](std::size_t cell)
        {
          const std::int32_t piece = pieces.pieceOfCell[cell];
          isOnMaterial = isOnMaterial || piece >= 0;
          isCarried = isCarried || (piece >= 0 && carries[std::size_t(piece)]);
        });
      total += load.magnitudes[i];
      result.onMaterial += isOnMaterial ? load.magnitudes[i] : 0.0;
      result.carried += isCarried ? load.magnitudes[i] : 0.0;
    }
    if (load.isDisplacement() && result.onMaterial > 0.0)
    {
      total = result.onMaterial;
    }
    result.onMaterial /= total;
    result.carried /= total;
    verdict.loads.push_back(result);
  }
}

/// Judges which pieces are loose. @param volumes of the cells
template <class CellsOfNode>
void judgePieces(DesignVerdict& verdict, const DesignConditions& conditions,
  const MaterialPieces& pieces, const std::vector<double>& volumes, const CellsOfNode& cellsOfNode)
{
  const std::vector<std::uint8_t> isHeld = piecesAt(conditions.held, pieces, cellsOfNode);
  verdict.pieces = pieces.count;
  verdict.loosePieces = 0;
  for (const std::uint8_t held : isHeld)
  {
    verdict.loosePieces += held ? 0 : 1;
  }
  verdict.looseShare = shareElsewhere(pieces, isHeld, volumes);
}
}

#endif
