#ifndef TRABECULA_FILTERS_MESHFREEINPUTCONVERTER_H
#define TRABECULA_FILTERS_MESHFREEINPUTCONVERTER_H

#include "TopologyInputConverter.h"

#include "Optimization/Meshfree/MeshfreeProblem.h"

class vtkDataSet;

namespace trabecula::filters
{
/// Checks what solidCellsOf() would refuse with advice for meshes.
/// @throws Error for a set of points without cells
void requireBackgroundCells(vtkDataSet* input);

/**
 * Reads the background cells with the arrays of their points, and the nodes, into a problem; see
 * readTopologyInput().
 *
 * The design region is a point array of the nodes. If the nodes are the points of the cells, a cell
 * array of that name is taken where there is no point array and a missing one means none: points of
 * solid cells are solid, points of nothing but void cells void.
 *
 * @param cells of solidCellsOf()
 * @param nodes dataset whose points are the nodes; null for the points of the cells
 * @throws Error naming the array, what is wrong with it and the arrays that exist.
 */
void readMeshfreeInput(
  vtkDataSet* cells, vtkDataSet* nodes, const TopologyArrays& arrays, MeshfreeProblem& problem);
}

#endif
