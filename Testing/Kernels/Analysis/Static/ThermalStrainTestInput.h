#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_STATIC_THERMALSTRAINTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_STATIC_THERMALSTRAINTESTINPUT_H

#include "Mesh/Mesh.h"

namespace trabecula::testing
{
/// Returns the section of NAFEMS LE11, divided into three patches and extruded by a quarter turn
/// around z.
/// @param m number of cells across a patch, divided by two
Mesh le11Mesh(CellType type, int m);
}

#endif
