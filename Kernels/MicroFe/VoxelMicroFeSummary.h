#ifndef TRABECULA_MICROFE_VOXELMICROFESUMMARY_H
#define TRABECULA_MICROFE_VOXELMICROFESUMMARY_H

#include "Core/Communication/Communicator.h"
#include "MicroFe/VoxelConditions.h"
#include "MicroFe/VoxelMicroFe.h"

#include <cstddef>
#include <vector>

namespace trabecula
{
/// The apparent stiffness of the test box from six unit strain cases: from the work of the internal
/// forces of one case on the displacements of another, whose error is of second order in that of
/// the displacements; where that is not known, from the reactions of the nodes on the faces of the
/// box, whose error is of first order.
/// @param reactions of each case, 3 per constrained node
/// @param works u_i.(K u_j) of the cases by rows, energy; NaN where not known; those with i = j are
/// @param strain amplitude of the cases
/// @param parts over which reactions are added; all call the function at the same time
ApparentStiffness apparentStiffnessOf(const VoxelConditions& conditions, const VoxelGrid& grid,
  const std::vector<std::vector<double>>& reactions, const std::vector<double>& works,
  double strain, const Communicator& parts);

/// Place, in ascending order, of the effective strain that a share criticalVolume of the elements
/// exceeds. @param elements at least one
std::size_t placeOfCriticalStrain(std::size_t elements, double criticalVolume);

/// Torsion constant J of a rectangular cross-section, length^4 (Timoshenko, Goodier, Theory of
/// Elasticity, section 109).
double torsionConstant(double width, double height);
}

#endif
