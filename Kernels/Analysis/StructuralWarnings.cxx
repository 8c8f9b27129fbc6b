#include "Analysis/StructuralWarnings.h"

#include "Mesh/Faults/MeshConnections.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>

namespace trabecula
{
namespace
{
/// For larger Poisson's ratios, linear elements are too stiff (volumetric locking).
constexpr double LockingRatio = 0.45;

/// Returns whether all corners of a face are supported in a direction, but none of its mid-edge
/// nodes. Where two supported regions meet, some mid-edge nodes are supported.
bool isHalfHeld(const CellShape& shape, int face, const std::int32_t* nodes,
  const std::vector<std::uint8_t>& supports)
{
  const auto& numbers = shape.faceNodes[static_cast<std::size_t>(face)];
  const auto corners = numbers.begin() + shape.cornersOfFace(face);
  const auto end = numbers.begin() + shape.nodesOfFace[static_cast<std::size_t>(face)];
  for (std::size_t c = 0; c < 3; ++c)
  {
    const auto isHeld = [&](int a)
    { return supports[3 * static_cast<std::size_t>(nodes[a]) + c] != 0; };
    if (std::all_of(numbers.begin(), corners, isHeld) && std::none_of(corners, end, isHeld))
    {
      return true;
    }
  }
  return false;
}

std::string halfHeldFaces(const StructuralProblem& problem)
{
  const Mesh& mesh = problem.mesh;
  const std::size_t elements = mesh.numberOfElements();
  std::size_t count = 0;
  std::size_t first = elements;
#pragma omp parallel for schedule(static) reduction(+ : count) reduction(min : first)
  for (std::size_t e = 0; e < elements; ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (int face = 0; shape.isQuadratic() && face < shape.faces; ++face)
    {
      if (isHalfHeld(shape, face, mesh.element(e), problem.supports))
      {
        first = std::min(first, e);
        ++count;
        break;
      }
    }
  }
  if (count == 0)
  {
    return "";
  }
  std::ostringstream text;
  text << "Supports hold the corners of a face of element " << first
       << ", but not the nodes in the middle of its edges, which can move between them; "
       << (count == 1 ? "1 element is" : std::to_string(count) + " elements are")
       << " held so. Mark these nodes as well.";
  return text.str();
}
}

std::vector<std::string> warningsOf(const StructuralProblem& problem)
{
  std::size_t linear = 0;
  std::size_t tetrahedra = 0;
  const std::size_t elements = problem.mesh.numberOfElements();
#pragma omp parallel for schedule(static) reduction(+ : linear, tetrahedra)
  for (std::size_t e = 0; e < elements; ++e)
  {
    linear += problem.mesh.shape(e).isQuadratic() ? 0 : 1;
    tetrahedra += problem.mesh.type(e) == CellType::Tetrahedron ? 1 : 0;
  }
  std::vector<std::string> warnings;
  const std::vector<double>& ratios = problem.poissonsRatios;
  const double largest = ratios.empty() ? problem.material.poissonsRatio
                                        : *std::max_element(ratios.begin(), ratios.end());
  if (linear > 0 && largest > LockingRatio)
  {
    std::ostringstream text;
    text << "Poisson's ratio is " << largest
         << ": linear elements are much too stiff for a material that hardly changes its volume "
            "(locking). Make them quadratic.";
    warnings.push_back(text.str());
  }
  if (tetrahedra > 0)
  {
    warnings.push_back(
      (tetrahedra == 1 ? "1 cell is a" : std::to_string(tetrahedra) + " cells are") +
      std::string(" four-node ") + (tetrahedra == 1 ? "tetrahedron" : "tetrahedra") +
      ", which are too stiff, above all in bending: displacements and stresses come out too small. "
      "Make them quadratic, or refine.");
  }
  const std::string faces = halfHeldFaces(problem);
  if (!faces.empty())
  {
    warnings.push_back(faces);
  }
  const std::string contacts = warningOfContacts(problem.mesh);
  if (!contacts.empty())
  {
    warnings.push_back(contacts);
  }
  return warnings;
}
}
