#ifndef TRABECULA_FILTERS_RIGIDBODYARRAYS_H
#define TRABECULA_FILTERS_RIGIDBODYARRAYS_H

#include "Analysis/Rigid/RigidFaces.h"

#include "vtkType.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// Names of the arrays of rigid faces: a point array with the number of the face of each point,
/// from 1, or 0; and a field array with a tuple for each prescribed motion: number of the face, a
/// point, a direction and an axis of three components each, and the value of
/// direction.displacement(point)
/// + axis.rotation.
constexpr const char* RigidBodyName = "RigidBody";
constexpr const char* RigidBodyMotionsName = "RigidBodyMotions";

/// Makes points of a dataset move as a rigid body, together with those of faces that have points in
/// common with them. Their numbers become one.
/// @param motions to be prescribed; their numbers of faces are set
/// @return the number of the face
std::int32_t addRigidBody(
  vtkDataSet* data, const std::vector<vtkIdType>& points, std::vector<RigidFaceMotion> motions);

/// Writes the numbers of rigid faces, if there are any.
void setRigidBodyNumbers(vtkDataSet* data, const RigidFaces& faces);

/// @throws Error if a dataset has rigid faces @param what takes none, as in "Voxel Micro-FE"
void requireNoRigidBodies(vtkDataSet* data, const std::string& what);

/// Reads the rigid faces of a dataset; there are none if it has no such arrays.
/// @throws Error with the name of the array and its fault
RigidFaces readRigidBodies(vtkDataSet* data);

/// Returns the numbers of a point array of rigid faces. @throws Error for values other than whole
/// numbers of at least 0
std::vector<std::int32_t> readRigidBodyNumbers(vtkDataSet* data);
}

#endif
