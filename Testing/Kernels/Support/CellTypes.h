#ifndef TRABECULA_TESTING_KERNELS_CELLTYPES_H
#define TRABECULA_TESTING_KERNELS_CELLTYPES_H

#include "Support/Problems.h"

#include "Analysis/Loads/SurfaceLoads.h"
#include "Mesh/Generators/BoxMeshes.h"

#include <array>
#include <functional>
#include <vector>

namespace trabecula::testing
{
/// All types of cells, in the order in which tables of known answers have them.
constexpr std::array<CellType, 4> AllCellTypes = { CellType::Tetrahedron,
  CellType::QuadraticTetrahedron, CellType::Hexahedron, CellType::QuadraticHexahedron };

inline bool isAt(double value, double place)
{
  return std::abs(value - place) < 1e-9;
}

/// Faces of elements all of whose nodes satisfy a condition.
FaceSurface facesWhere(const Mesh& mesh, const std::function<bool(const Point&)>& condition);

using Traction = std::function<Vector3(const Vector3& position, const Vector3& normal)>;

/// A box of one type, mapped, with supports and a load on faces; see makeBox().
TopologyProblem structureOf(Mesh mesh, const ElasticMaterial& material,
  const std::function<bool(const Point&)>& loaded, const Traction& traction);

/// Constrains one component of the nodes that satisfy a condition.
void hold(TopologyProblem& problem, const std::function<bool(const Point&)>& where, int component);

/// The node at a position.
std::size_t nodeAt(const Mesh& mesh, const Point& position);
}

#endif
