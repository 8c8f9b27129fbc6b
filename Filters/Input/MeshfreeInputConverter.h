#ifndef TRABECULA_FILTERS_MESHFREEINPUTCONVERTER_H
#define TRABECULA_FILTERS_MESHFREEINPUTCONVERTER_H

#include "TopologyInputConverter.h"

#include "Optimization/Meshfree/MeshfreeProblem.h"

class vtkDataSet;

namespace trabecula::filters
{
/// Refuses inputs for which the advice of solidCellsOf() on meshes would be wrong.
/// @throws Error for a set of points without cells
void requireBackgroundCells(vtkDataSet* input);

/**
 * Reads the background cells with the arrays of their points, and the nodes, into a problem; see
 * readTopologyInput().
 *
 * The design region is a point array of the nodes. If the nodes are the points of the cells and the
 * point array is missing and optional, a cell array of that name is used instead: points of solid
 * cells are solid, points all of whose cells are void are void.
 *
 * @param cells of solidCellsOf()
 * @param nodes dataset whose points are the nodes; null for the points of the cells
 * @throws Error with the name of the array, its fault and the available arrays
 */
void readMeshfreeInput(
  vtkDataSet* cells, vtkDataSet* nodes, const TopologyArrays& arrays, MeshfreeProblem& problem);
}

#endif
