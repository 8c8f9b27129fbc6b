#ifndef TRABECULA_MESH_FAULTS_OUTERFACES_H
#define TRABECULA_MESH_FAULTS_OUTERFACES_H

#include "Mesh/Mesh.h"
#include "Mesh/MeshFaces.h"

#include <array>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A face that belongs to one element only.
struct OuterFace
{
  std::int32_t element;
  std::uint8_t face;
};

/// All outer faces, in ascending order of elements and faces.
std::vector<OuterFace> findOuterFaces(const SortedFaces& faces);

/// The nodes of a face and its shape, linear or quadratic.
class FacePatch
{
public:
  FacePatch(const Mesh& mesh, const OuterFace& face);

  int count() const { return this->Count; }
  std::int32_t node(int i) const { return this->Nodes[static_cast<std::size_t>(i)]; }
  bool has(std::int32_t node) const;
  /// Position of the face's node i.
  const std::array<double, 3>& place(int i) const
  {
    return this->Places[static_cast<std::size_t>(i)];
  }
  /// Length of the shortest side, between corners.
  double shortestSide() const;
  /// Whether a point is at most this far from a point of the face.
  bool isNear(const std::array<double, 3>& x, double distance) const;

private:
  int Count = 0;
  int Corners = 0;
  std::array<std::int32_t, CellShape::MostFaceNodes> Nodes{};
  std::array<std::array<double, 3>, CellShape::MostFaceNodes> Places{};
};
}

#endif
