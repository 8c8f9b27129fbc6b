#ifndef TRABECULA_FILTERS_SHAREDFACES_H
#define TRABECULA_FILTERS_SHAREDFACES_H

#include "BodyFaces.h"
#include "BodySurface.h"

#include <memory>

class vtkDataSet;

namespace trabecula::filters
{
/**
 * The surface of a body and its faces as makeBodySurface() and makeBodyFaces() find them, shared by
 * all that ask for those of the same mesh: several conditions behind one another, and the panels in
 * which their faces are picked. Meshes are the same if they share points, cells and those arrays
 * that are read, as the shallow copies of a pipeline do. Kept as long as somebody holds them; from
 * any thread.
 */
///@{
/// @throws Error as makeBodySurface()
std::shared_ptr<const BodySurface> sharedSurface(vtkDataSet* input, const BodyArray& body);

/// @param surface of the input, as sharedSurface() returned it
/// @param angle of edges between faces where the mesh does not know its faces, degrees
/// @throws Error as makeBodyFaces()
std::shared_ptr<const BodyFaces> sharedFaces(
  vtkDataSet* input, const std::shared_ptr<const BodySurface>& surface, double angle);
///@}
}

#endif
