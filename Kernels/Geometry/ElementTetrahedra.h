#ifndef TRABECULA_GEOMETRY_ELEMENTTETRAHEDRA_H
#define TRABECULA_GEOMETRY_ELEMENTTETRAHEDRA_H

#include "Geometry/Triangles/Position.h"
#include "Mesh/ElementFaces.h"

#include <array>
#include <cstddef>

namespace trabecula
{
/// Values of the shape functions at the centre of an element or of a face.
struct CentreWeights
{
  double corner;
  double middle; ///< of a mid-edge node
};

CentreWeights weightsInElement(const CellShape& shape);
/// @param nodes number of nodes of the face
CentreWeights weightsInFace(std::size_t nodes, bool isQuadratic);

inline double tetrahedronVolume(
  const Position& a, const Position& b, const Position& c, const Position& d)
{
  return dotProduct(minus(b, a), crossProduct(minus(c, a), minus(d, a))) / 6.0;
}

/// The positions of an element's nodes, of the centres of its faces, and of its centre.
struct ElementPositions
{
  std::array<Position, CellShape::MostNodes> nodes{};
  std::array<Position, CellShape::MostFaces> faces{};
  Position centre{};
  const FaceLoops* loops = nullptr;
};

ElementPositions positionsOf(const Mesh& mesh, std::size_t element);

/// Calls body(a, b, c, d) with the corners of each tetrahedron of an element: its centre, two
/// successive nodes around a face, and the centre of the face. Their volumes are positive in a
/// sufficiently convex element that is not inverted.
template <class Body>
void forTetrahedra(const ElementPositions& element, const Body& body)
{
  for (std::size_t f = 0; f < static_cast<std::size_t>(element.loops->faces); ++f)
  {
    const FaceLoop<int>& loop = (*element.loops)[f];
    for (std::size_t i = 0; i < loop.size(); ++i)
    {
      body(element.centre, element.nodes[static_cast<std::size_t>(loop[i])],
        element.nodes[static_cast<std::size_t>(loop.next(i))], element.faces[f]);
    }
  }
}
}

#endif
