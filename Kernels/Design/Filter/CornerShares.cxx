#include "Design/Filter/CornerShares.h"

#include "Element/Elements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace trabecula
{
namespace
{
/// Shares of the corners of an element, and whether entries beside the diagonal of its Laplacian
/// are positive.
struct SharesOfElement
{
  std::array<double, 8> shares = {};
  bool isObtuse = false;
  double trace = 0.0; ///< of its Laplacian
};

template <class Element>
SharesOfElement sharesOf(const Mesh& mesh, std::size_t element)
{
  constexpr double rounding = 1e-10;
  constexpr int nodes = Element::Nodes;
  static_assert(nodes <= 8);
  double x[3 * nodes];
  for (int c = 0; c < 3; ++c)
  {
    for (int a = 0; a < nodes; ++a)
    {
      x[nodes * c + a] = mesh.points[3 * std::size_t(mesh.element(element)[a]) + std::size_t(c)];
    }
  }
  SharesOfElement result;
  double laplacian[nodes][nodes] = {};
  for (int q = 0; q < Element::QuadraturePoints; ++q)
  {
    double shapes[nodes];
    double gradients[3 * nodes];
    Element::shapes(q, shapes);
    const double weight = Element::gradients(x, q, gradients);
    for (int a = 0; a < nodes; ++a)
    {
      result.shares[std::size_t(a)] += weight * shapes[a];
      for (int b = 0; b < nodes; ++b)
      {
        for (int c = 0; c < 3; ++c)
        {
          laplacian[a][b] += weight * gradients[3 * a + c] * gradients[3 * b + c];
        }
      }
    }
  }
  for (int a = 0; a < nodes; ++a)
  {
    result.trace += laplacian[a][a];
    for (int b = 0; b < a; ++b)
    {
      result.isObtuse = result.isObtuse || laplacian[a][b] > rounding * laplacian[a][a];
    }
  }
  return result;
}

SharesOfElement sharesAt(const Mesh& mesh, std::size_t element)
{
  return mesh.type(element) == CellType::Tetrahedron ? sharesOf<Tet4Element>(mesh, element)
                                                     : sharesOf<Hex8Element>(mesh, element);
}
}

Mesh meshOfCorners(const Mesh& mesh)
{
  Mesh linear;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    linear.append(
      mesh.shape(e).corners == 4 ? CellType::Tetrahedron : CellType::Hexahedron, mesh.element(e));
  }
  linear.points = mesh.points;
  return linear;
}

CornerShares cornerShares(const Mesh& linear, bool areCongruent)
{
  constexpr double rounding = 1e-12;
  const std::size_t n = linear.numberOfElements();
  CornerShares result;
  result.corners = linear.isMixed() ? 8 : linear.nodesPerElement();
  if (areCongruent && n > 0)
  {
    const SharesOfElement first = sharesAt(linear, 0);
    result.hasObtuseElements = first.isObtuse;
    result.volumes.assign(n, 8.0 * first.shares[0]);
    result.traceOfLaplacian = static_cast<double>(n) * first.trace;
    return result;
  }
  result.volumes.assign(n, 0.0);
  result.shares.assign(n * result.corners, 0.0);
  bool isEqual = true;
  bool hasObtuse = false;
  std::vector<double> traces(n, 0.0);
#pragma omp parallel for schedule(static) reduction(&& : isEqual) reduction(|| : hasObtuse)
  for (std::size_t e = 0; e < n; ++e)
  {
    const SharesOfElement own = sharesAt(linear, e);
    hasObtuse = hasObtuse || own.isObtuse;
    traces[e] = own.trace;
    for (std::size_t a = 0; a < linear.nodesOf(e); ++a)
    {
      result.shares[e * result.corners + a] = own.shares[a];
      result.volumes[e] += own.shares[a];
    }
    for (std::size_t a = 0; a < result.corners; ++a)
    {
      const double mean = result.volumes[e] / static_cast<double>(result.corners);
      isEqual = isEqual && std::abs(own.shares[a] - mean) <= rounding * mean;
    }
  }
  result.hasObtuseElements = hasObtuse;
  // In one order for any number of threads, as a choice depends on it.
  result.traceOfLaplacian = std::accumulate(traces.begin(), traces.end(), 0.0);
  if (isEqual)
  {
    result.shares.clear();
    result.shares.shrink_to_fit();
  }
  return result;
}
}
