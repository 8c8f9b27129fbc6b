#ifndef TRABECULA_ANALYSIS_PARTS_FITONDEVICES_H
#define TRABECULA_ANALYSIS_PARTS_FITONDEVICES_H

#include "Analysis/Preconditioning/ConductionSystem.h"
#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Communication/Parts.h"

#include <cstddef>
#include <functional>

namespace trabecula
{
/// How a problem is divided among devices with the present choice of its preconditioner.
struct DeviceDivision
{
  std::function<void()> divide; ///< may be called twice
  /// Required bytes of a part of this process, by its rank.
  std::function<std::size_t(std::size_t part)> estimate;
};

/**
 * Divides a structure among several devices and checks the estimates of memory, as fitOnDevice()
 * does for one: drops multigrid if the parts fit only without it and it was chosen automatically.
 * Called by all processes at the same time.
 *
 * @param choice of the whole
 * @param parts with the devices of this process, some of which may be equal
 * @throws Error if a part does not fit, or if devices do not support the settings or are of several
 * kinds
 */
void fitOnDevices(const StructuralProblem& problem, MultigridChoice& choice, Parts& parts,
  const DeviceDivision& division);
/// The same for a system of heat conduction with its mesh.
void fitOnDevices(const ConductionSystem& system, ConductionMultigrid& choice, Parts& parts,
  const DeviceDivision& division);
}

#endif
