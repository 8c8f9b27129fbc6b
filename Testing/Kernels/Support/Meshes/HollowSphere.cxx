#include "Support/Meshes/HollowSphere.h"

#include "Support/Meshes/JoinedMeshes.h"

#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace trabecula::testing
{
Mesh eighthOfHollowSphere(CellType type, int n)
{
  using Place = std::array<double, 3>;
  std::vector<Mesh> patches;
  for (std::size_t shift = 0; shift < 3; ++shift)
  {
    patches.push_back(makeBox(type, { n, n, n },
      [shift](const Place& p)
      {
        const double scale = (1.0 + p[2]) / std::hypot(1.0, p[0], p[1]);
        Place position{};
        position[shift] = scale;
        position[(shift + 1) % 3] = scale * p[0];
        position[(shift + 2) % 3] = scale * p[1];
        return position;
      }));
  }
  return joinMeshes(patches, 1e-9);
}
}
