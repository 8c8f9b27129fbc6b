#ifndef TRABECULA_TESTING_KERNELS_LATTICEESTIMATES_H
#define TRABECULA_TESTING_KERNELS_LATTICEESTIMATES_H

#include "Parts/DistributedStructure.h"

#include "Mesh/MeshParts.h"
#include "Solver/AuxiliaryLattice/LatticeMemory.h"
#include "Solver/AuxiliaryLattice/LatticeSettings.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace trabecula::testing
{
inline LatticeFrame frameOf(const WholeStructure& whole)
{
  const auto frame = latticeAround(whole.mesh, LatticeSettings::Edges);
  EXPECT_TRUE(frame.has_value());
  return frame.value();
}

/// Compares bytes of a part with the estimate, from above, too.
inline void expectEstimate(std::size_t needed, const LatticeFrame& frame, const Mesh& part,
  int parts, const Mesh& whole, std::size_t most = 40'000'000)
{
  const std::size_t estimate =
    latticeMemory(part, parts > 1 ? latticeOfPart(part, frame) : frame, numberOfBodies(whole));
  EXPECT_LE(needed, estimate);
  EXPECT_LE(estimate, 3 * needed + most); // the coarsest level requires 30 MB, if it is not thin
}
}

#endif
