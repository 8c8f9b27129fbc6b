#include "Benchmark/Paper/Meshfree/MeshfreeLattices.h"

#include <cstddef>
#include <utility>

namespace trabecula::benchmarks
{
std::string MeshfreeLattice::label() const
{
  return std::string(std::size_t(this->example) + 1, 'I') + "_" + std::to_string(this->nodes[0]) +
    "x" + std::to_string(this->nodes[1]) + "x" + std::to_string(this->nodes[2]);
}

MeshfreeProblem MeshfreeLattice::make() const
{
  std::array<int, 3> cells = { this->nodes[0] - 1, this->nodes[1] - 1, this->nodes[2] - 1 };
  if (this->example == MeshfreeExample::QuarterAnnulus)
  {
    std::swap(cells[0], cells[1]);
  }
  return makeMeshfreeExample(this->example, cells);
}

std::vector<MeshfreeLattice> meshfreeLattices(bool onHost)
{
  constexpr MeshfreeExample cantilever = MeshfreeExample::Cantilever;
  std::vector<MeshfreeLattice> lattices = { { cantilever, { 29, 15, 3 } },
    { cantilever, { 56, 29, 4 } }, { cantilever, { 81, 41, 5 } } };
  if (!onHost)
  {
    lattices.push_back({ cantilever, { 101, 51, 5 } });
    lattices.push_back({ cantilever, { 112, 55, 6 } });
    lattices.push_back({ MeshfreeExample::QuarterAnnulus, { 106, 28, 5 } });
    lattices.push_back({ MeshfreeExample::Cube, { 31, 31, 30 } });
  }
  return lattices;
}
}
