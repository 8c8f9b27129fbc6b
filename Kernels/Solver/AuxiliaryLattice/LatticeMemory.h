#ifndef TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEMEMORY_H
#define TRABECULA_SOLVER_AUXILIARYLATTICE_LATTICEMEMORY_H

#include "Mesh/Mesh.h"
#include "Solver/AuxiliaryLattice/LatticeFrame.h"

#include <cstddef>

namespace trabecula
{
/// Upper bound of the bytes of a LatticeMultigrid on the device, during construction and later.
/// @param mesh of a part, with the frame of latticeOfPart(), or the whole one
/// @param bodies number of bodies of the whole mesh: see numberOfBodies()
std::size_t latticeMemory(const Mesh& mesh, const LatticeFrame& frame, std::size_t bodies);
}

#endif
