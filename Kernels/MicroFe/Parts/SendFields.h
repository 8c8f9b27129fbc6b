#ifndef TRABECULA_MICROFE_PARTS_SENDFIELDS_H
#define TRABECULA_MICROFE_PARTS_SENDFIELDS_H

#include "Core/Communication/Communicator.h"
#include "Mesh/Distribution/VoxelDivision.h"
#include "MicroFe/VoxelMicroFe.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
/// Copies values of a part to their places in the whole.
void takeRuns(
  const std::vector<NumberRun>& runs, std::int64_t components, const double* values, double* whole);

/// Copies values of all parts to the whole of the first part; called by all parts.
/// @param whole of the first part; not used by others
void sendRunsToFirst(const std::vector<NumberRun>& runs, std::int64_t components,
  const std::vector<double>& values, double* whole, const Communicator& parts);

/// Pointers that are not null for displacements and the wanted fields, and are not to be followed.
VoxelFieldArrays wantedOf(const VoxelMicroFeFields& fields);

/// Copies the fields of a solution to arrays that are not null.
void copyFields(const VoxelMicroFeSolution& solution, const VoxelFieldArrays& to);
}

#endif
