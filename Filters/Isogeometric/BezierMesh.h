#ifndef TRABECULA_FILTERS_BEZIERMESH_H
#define TRABECULA_FILTERS_BEZIERMESH_H

#include "vtkSmartPointer.h"

#include <string>

class vtkDataSet;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Point array of a level set in Bezier form, positive in material.
constexpr const char* LevelSetArray = "LevelSet";
/// Cell array of such a mesh: densities of the Bezier cells, where Density is by the level set.
constexpr const char* ElementDensityArray = "ElementDensity";
/// Field array: 1 where a body is a plane one of thickness 1 in plane stress, given as one layer of
/// hexahedra whose nodes come in pairs along z.
constexpr const char* PlaneStressField = "PlaneStress";

/// Whether an unstructured grid has Bezier quadrilaterals or hexahedra.
bool hasBezierCells(vtkDataSet* data);

/**
 * The result of vtkIsogeometricLevelSet as a mesh that all filters read: a Bezier cell of degree p
 * becomes p hexahedra in each direction, whose nodes are the images of its lattice points, shared
 * between neighbours; quadrilaterals become one layer of hexahedra of thickness 1 along z.
 *
 * - Points have the numbers of the Bezier points; a second layer has those behind. LevelSet and
 *   arrays whose names begin with Displacement are evaluated, others are of lattice points already.
 * - In two dimensions arrays whose names begin with Force, those of the field array LoadCases,
 *   Springs and OutputWeights are halved between the layers and their third component is 0, as that
 *   of Supports.
 * - Density is the solid fraction of each hexahedron by the level set, if there is one, and the
 *   cell's own is ElementDensity; other cell arrays are copied.
 * - Field arrays: those of the grid, and PlaneStress in two dimensions.
 *
 * @param note set to a sentence on what was done
 * @throws Error naming a cell, or an array, that is wrong
 */
vtkSmartPointer<vtkUnstructuredGrid> hexahedraOfBezierMesh(
  vtkUnstructuredGrid* input, std::string& note);

/// Whether a mesh is one of hexahedraOfBezierMesh() whose densities are of a level set.
bool hasLevelSetOfBezierMesh(vtkUnstructuredGrid* hexahedra);
}

#endif
