#include "Geometry/ElementTetrahedra.h"

namespace trabecula
{
CentreWeights weightsInElement(const CellShape& shape)
{
  if (!shape.isQuadratic())
  {
    return { 1.0 / shape.corners, 0.0 };
  }
  return shape.corners == 4 ? CentreWeights{ -0.125, 0.25 } : CentreWeights{ -0.25, 0.25 };
}

CentreWeights weightsInFace(std::size_t nodes, bool isQuadratic)
{
  if (!isQuadratic)
  {
    return { 1.0 / static_cast<double>(nodes), 0.0 };
  }
  return nodes == 6 ? CentreWeights{ -1.0 / 9.0, 4.0 / 9.0 } : CentreWeights{ -0.25, 0.5 };
}

ElementPositions positionsOf(const Mesh& mesh, std::size_t element)
{
  const CellShape& shape = mesh.shape(element);
  const CentreWeights ofElement = weightsInElement(shape);
  ElementPositions result;
  result.loops = &faceLoops(shape.type);
  for (std::size_t i = 0; i < mesh.nodesOf(element); ++i)
  {
    const double* p = &mesh.points[3 * std::size_t(mesh.element(element)[i])];
    const double weight = i < std::size_t(shape.corners) ? ofElement.corner : ofElement.middle;
    for (std::size_t c = 0; c < 3; ++c)
    {
      result.nodes[i][c] = p[c];
      result.centre[c] += weight * p[c];
    }
  }
  for (std::size_t f = 0; f < std::size_t(shape.faces); ++f)
  {
    const FaceLoop<int>& loop = (*result.loops)[f];
    const CentreWeights ofFace = weightsInFace(loop.size(), shape.isQuadratic());
    for (const int node : loop)
    {
      const double weight = node < shape.corners ? ofFace.corner : ofFace.middle;
      for (std::size_t c = 0; c < 3; ++c)
      {
        result.faces[f][c] += weight * result.nodes[std::size_t(node)][c];
      }
    }
  }
  return result;
}
}
