#ifndef TRABECULA_BENCHMARK_MESHFREE_MESHFREEEXAMPLES_H
#define TRABECULA_BENCHMARK_MESHFREE_MESHFREEEXAMPLES_H

#include "Optimization/Meshfree/MeshfreeProblem.h"

#include <array>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
/// A lattice of nodes of one of the examples of Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021,
/// section 6.
struct MeshfreeExample
{
  std::string name; ///< I, II or III
  std::array<int, 3> nodes;

  std::string label() const;
  int unknowns() const { return 3 * this->nodes[0] * this->nodes[1] * this->nodes[2]; }
  /// E0 = 200 GPa, nu = 0.3, no filter. Dimensions that the paper does not give are ours: of II the
  /// radii 100 and 150 and the thickness 8, of III corner squares of 40.
  MeshfreeProblem make() const;
};

/// Those of tables 1 and 2; on the host the smallest.
std::vector<MeshfreeExample> meshfreeExamples(bool onHost);
}

#endif
