#ifndef TRABECULA_BENCHMARK_PAPER_MESHFREE_MESHFREELATTICES_H
#define TRABECULA_BENCHMARK_PAPER_MESHFREE_MESHFREELATTICES_H

#include "Optimization/Meshfree/MeshfreeExamples.h"

#include <array>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
/// A lattice of nodes of one of the EFG paper's examples, section 6.
struct MeshfreeLattice
{
  MeshfreeExample example;
  std::array<int, 3> nodes; ///< of the annulus in angular and radial direction, then the thickness

  /// Its number in the paper and its nodes: "I_56x29x4".
  std::string label() const;
  int unknowns() const { return 3 * this->nodes[0] * this->nodes[1] * this->nodes[2]; }
  MeshfreeProblem make() const;
};

/// Those of tables 1 and 2; on the host the smallest.
std::vector<MeshfreeLattice> meshfreeLattices(bool onHost);
}

#endif
