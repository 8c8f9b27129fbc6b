#include "Mesh/Faults/MeshConnections.h"

#include "Core/Error.h"
#include "Mesh/Faults/MeshContacts.h"
#include "Mesh/Faults/RepeatedElements.h"
#include "Mesh/Voxel/VoxelLattice.h"

namespace trabecula
{
namespace
{
/// Images have as many outer faces as elements where they are of bone, and are known without them.
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
