#include "Mesh/Faults/MeshConnections.h"

#include "Core/Error.h"
#include "Mesh/Faults/MeshContacts.h"
#include "Mesh/Faults/RepeatedElements.h"
#include "Mesh/Voxel/VoxelLattice.h"

namespace trabecula
{
namespace
{
/// Returns whether the mesh is a voxel lattice, which cannot have such faults. Voxel meshes of bone
/// have about as many outer faces as elements, so that a search would take long.
bool isLattice(const Mesh& mesh)
{
  return isHexahedral(mesh) && findVoxelLattice(mesh).has_value();
}

void require(const std::string& fault)
{
  if (!fault.empty())
  {
    throw Error(fault);
  }
}
}

void checkRepeatedElements(const Mesh& mesh, const SortedFaces& faces)
{
  require(describeRepeatedElements(mesh, faces));
}

void checkConnections(const Mesh& mesh, const SortedFaces& faces)
{
  checkRepeatedElements(mesh, faces);
  if (!isLattice(mesh))
  {
    require(describeHanging(mesh, findContacts(mesh, faces)));
  }
}

std::string warningOfContacts(const Mesh& mesh)
{
  return isLattice(mesh) ? "" : describeTouching(findContacts(mesh, sortFaces(mesh)));
}
}
