#ifndef TRABECULA_ANALYSIS_PARTS_FITONDEVICES_H
#define TRABECULA_ANALYSIS_PARTS_FITONDEVICES_H

#include "Analysis/Preconditioning/MultigridChoice.h"
#include "Analysis/StructuralProblem.h"
#include "Core/Device.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace trabecula
{
/**
 * Divides a structure among several devices and checks the estimates of memory, as fitOnDevice()
 * does for one: drops multigrid if the parts fit only without it and it was chosen automatically.
 *
 * @param choice of the whole; changed to one of restrictToParts()
 * @param devices one for each part, some of which may be equal
 * @param divide divides the structure with the present choice; may be called twice
 * @param estimate required bytes of a part with the present choice
 * @throws Error if a part does not fit, or if devices do not support the settings or are of several
 * kinds
 */
void fitOnDevices(const StructuralProblem& problem, MultigridChoice& choice,
  const std::vector<Device>& devices, const std::function<void()>& divide,
  const std::function<std::size_t(std::size_t part)>& estimate);
}

#endif
