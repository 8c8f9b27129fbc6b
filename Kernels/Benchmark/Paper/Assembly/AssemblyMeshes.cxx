#include "Benchmark/Paper/Assembly/AssemblyMeshes.h"

#include "Benchmark/Paper/Assembly/HollowCylinder.h"
#include "Mesh/Generators/PlateMeshes.h"
#include "Mesh/Generators/QuadPatches.h"
#include "Mesh/Generators/QuadraticMesh.h"

#include <algorithm>
#include <cmath>

namespace trabecula::benchmarks
{
namespace
{
constexpr CellType Tet4 = CellType::Tetrahedron;
constexpr CellType Tet10 = CellType::QuadraticTetrahedron;
constexpr CellType Hex8 = CellType::Hexahedron;
constexpr CellType Hex20 = CellType::QuadraticHexahedron;

/// Makes a cylinder with equal numbers of cells in each direction, except for the last, whose
/// number is chosen to approximate the wanted number of elements.
Mesh makeCylinder(CellType type, std::int64_t elements)
{
  const double cells = double(elements) / (cellShape(type).corners == 4 ? 6.0 : 1.0);
  const int n = std::max(3, static_cast<int>(std::lround(std::cbrt(cells))));
  const int last = std::max(1, static_cast<int>(std::lround(cells / n / n)));
  return makeHollowCylinder(type, { n, n, last });
}

/// Makes the rod's plate with layers that are about as high as elements are long, as in the
/// library's example.
Mesh makeRod(std::int64_t elements)
{
  constexpr double Thickness = 18.0;
  for (int resolution = ConnectingRodPlate::LeastResolution;; ++resolution)
  {
    const ConnectingRodPlate plate = makeConnectingRodPlate(resolution);
    const int layers = std::max(
      1, static_cast<int>(std::lround(Thickness * resolution / ConnectingRodPlate::Height)));
    const auto perLayer = static_cast<std::int64_t>(plate.mesh.numberOfElements());
    if (perLayer * layers >= elements)
    {
      const auto needed =
        std::max(1, static_cast<int>(std::lround(double(elements) / double(perLayer))));
      return extrude(plate.mesh, Thickness, needed);
    }
  }
}
}

std::string shortName(CellType type)
{
  const CellShape& shape = cellShape(type);
  return (shape.corners == 4 ? "TET" : "HEX") + std::to_string(shape.nodes);
}

std::string AssemblyMesh::name() const
{
  return this->example + "_" + shortName(this->type) + "_" + std::to_string(this->elements);
}

Mesh AssemblyMesh::make() const
{
  return this->example == "rod" ? makeQuadratic(makeRod(this->elements)).mesh
                                : makeCylinder(this->type, this->elements);
}

std::vector<AssemblyMesh> paperMeshes()
{
  std::vector<AssemblyMesh> meshes;
  for (const int n : { 40, 50, 60, 70, 80, 90, 100 })
  {
    meshes.push_back({ "cylinder", Hex20, std::int64_t(n) * n * n, "3" });
  }
  meshes.push_back({ "cylinder", Hex20, 175550, "1" });
  // These meshes have 30,000, 1,000,000 and 2,000,000 nodes.
  meshes.push_back({ "cylinder", Hex20, 19 * 19 * 19, "2" });
  meshes.push_back({ "cylinder", Hex20, 62 * 62 * 62, "2" });
  meshes.push_back({ "cylinder", Hex20, 79 * 79 * 79, "2" });
  meshes.push_back({ "cylinder", Tet4, 90630, "3" });
  meshes.push_back({ "cylinder", Tet4, 311963, "3" });
  meshes.push_back({ "cylinder", Tet4, 732007, "13" });
  meshes.push_back({ "cylinder", Tet4, 1568610, "3" });
  meshes.push_back({ "cylinder", Tet10, 732129, "1" });
  meshes.push_back({ "cylinder", Hex8, 1000000, "" });
  for (const std::int64_t elements : { 4134, 11988, 13958, 15483, 18163, 23547 })
  {
    meshes.push_back({ "rod", Hex20, elements, elements == 11988 ? "45" : "5" });
  }
  // These meshes have 15,318 and 2,020,284 nodes.
  meshes.push_back({ "rod", Hex20, 2700, "4" });
  meshes.push_back({ "rod", Hex20, 480000, "4" });
  return meshes;
}

std::vector<AssemblyMesh> hostMeshes()
{
  return { { "cylinder", Tet4, 750, "" }, { "cylinder", Tet4, 30000, "" },
    { "cylinder", Tet10, 6000, "" }, { "cylinder", Hex8, 8000, "" },
    { "cylinder", Hex20, 1000, "" }, { "rod", Hex20, 4134, "5" } };
}
}
