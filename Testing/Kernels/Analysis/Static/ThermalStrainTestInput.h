#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_STATIC_THERMALSTRAINTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_STATIC_THERMALSTRAINTESTINPUT_H

#include "Mesh/Mesh.h"

namespace trabecula::testing
{
/// The section of NAFEMS LE11 by three patches, turned by a quarter around z.
/// @param m cells across a patch over two
Mesh le11Mesh(CellType type, int m);
}

#endif
