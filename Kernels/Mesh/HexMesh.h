#ifndef TRABECULA_MESH_HEXMESH_H
#define TRABECULA_MESH_HEXMESH_H

#include "Mesh/Mesh.h"

namespace trabecula
{
using HexMesh = Mesh;
}

#endif
