#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEMEMORY_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEMEMORY_H

#include "Mesh/Mesh.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"

#include <cstddef>

namespace trabecula
{
/// Upper bound of the bytes of a LatticeMultigrid on the device, during construction and later.
/// @param parts number of connected parts of the mesh
std::size_t latticeMemory(const Mesh& mesh, const LatticeFrame& frame, std::size_t parts);
}

#endif
