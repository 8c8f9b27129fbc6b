#ifndef TRABECULA_FILTERS_BEZIERMESH_H
#define TRABECULA_FILTERS_BEZIERMESH_H

#include "vtkSmartPointer.h"

#include <string>

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Point array of a level set in Bezier form, which is positive in material.
constexpr const char* LevelSetArray = "LevelSet";
/// Cell array of such a mesh: the densities of the Bezier cells, if Density follows from the level
/// set.
constexpr const char* ElementDensityArray = "ElementDensity";
/// Field array: 1 if a body is a plane body of thickness 1 in plane stress, given as one layer of
/// hexahedra whose nodes come in pairs along z.
constexpr const char* PlaneStressField = "PlaneStress";

/// Whether an unstructured grid has Bezier quadrilaterals or hexahedra.
bool hasBezierCells(vtkDataSet* data);

/**
 * Converts a result of vtkIsogeometricLevelSet to a mesh that all filters read. A Bezier cell of
 * degree p becomes p hexahedra in each direction, whose nodes are the images of its lattice points,
 * shared between neighbours; quadrilaterals become one layer of hexahedra of thickness 1 along z.
 *
 * - Points have the indices of the Bezier points; those of a second layer follow. LevelSet and
 *   arrays whose names begin with Displacement are evaluated; other arrays are already values at
 *   lattice points.
 * - In two dimensions, arrays whose names begin with Force, those of the field array LoadCases,
 *   Springs and OutputWeights are halved between the layers; their third component is 0, as is that
 *   of Supports.
 * - Density is the solid fraction of each hexahedron according to the level set, if there is one,
 *   and the density of the Bezier cell becomes ElementDensity; other cell arrays are copied.
 * - Field arrays: those of the grid, and PlaneStress in two dimensions.
 *
 * @param note set to a sentence on the conversion
 * @throws Error with the index of a cell, or the name of an array, that is invalid
 */
vtkSmartPointer<vtkUnstructuredGrid> hexahedraOfBezierMesh(
  vtkUnstructuredGrid* input, std::string& note);

/// Whether a mesh is a result of hexahedraOfBezierMesh() whose densities follow from a level set.
bool hasLevelSetOfBezierMesh(vtkUnstructuredGrid* hexahedra);
}

#endif
