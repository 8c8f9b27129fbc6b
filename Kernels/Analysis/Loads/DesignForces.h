#ifndef TRABECULA_ANALYSIS_LOADS_DESIGNFORCES_H
#define TRABECULA_ANALYSIS_LOADS_DESIGNFORCES_H

#include "Analysis/Loads/ElementForces.h"
#include "Core/Vectors/Vector.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace trabecula
{
namespace detail
{
/// Where the nodes of elements are in memory of a space: the entries of connectivity.
struct ElementEntries
{
  const std::int32_t* nodes;
  const std::int64_t* elementStarts;
  const std::int64_t* nodeStarts; ///< of the entries at each node
  const std::int64_t* entries;
  const std::int32_t* entryElements; ///< the elements of these
};
}

/**
 * Forces that are linear in a value of each element, f = sum of s_e w_e, with the element's forces
 * w_e on its nodes: of weight, where s are densities, and of thermal strain, where s are moduli. A
 * single part.
 *
 * Without elements, material points stand for them, and the nodes that influence a point for its
 * nodes.
 */
template <class Space>
class DesignForces
{
public:
  /// @param unknowns layout of displacements, three components of the nodes of the mesh
  /// @param elements layout of s, one component of the elements of the mesh
  DesignForces(const LayoutPointer<Space>& unknowns, const LayoutPointer<Space>& elements,
    const Mesh& mesh, const ElementForces& forces);
  /// For any material points. @param points layout of s, one component
  /// @param entries of the points; must remain valid
  /// @param forces w of the points, 3 for each entry
  DesignForces(const LayoutPointer<Space>& unknowns, const LayoutPointer<Space>& points,
    const detail::ElementEntries& entries, DeviceVector<double, Space> forces);

  /// forces += sum of s_e w_e
  void add(const Vector<Space>& scales, Vector<Space>& forces) const;
  /// result_e += factor w_e.u, the derivative of factor f.u with respect to s_e.
  void addWork(const Vector<Space>& u, double factor, Vector<Space>& result) const;

  ///@{
  /// The forces w_e, 3 for each entry of connectivity, which may be replaced, and these entries.
  double* forcesOfElements() { return this->Forces.data(); }
  std::size_t numberOfEntries() const { return this->Forces.size() / 3; }
  detail::ElementEntries entries() const
  {
    return this->Given
      ? *this->Given
      : detail::ElementEntries{ this->Nodes.data(), this->ElementStarts.data(),
          this->NodeStarts.data(), this->Entries.data(), this->EntryElements.data() };
  }
  ///@}

  /// Bytes of an instance. @param entries length of the mesh's connectivity
  static std::size_t memory(std::size_t entries, std::size_t nodes, std::size_t elements);

private:
  LayoutPointer<Space> Unknowns;
  LayoutPointer<Space> Elements;
  DeviceVector<double, Space> Forces;          ///< in the order of connectivity
  std::optional<detail::ElementEntries> Given; ///< if the following are empty
  DeviceVector<std::int32_t, Space> Nodes;
  DeviceVector<std::int64_t, Space> ElementStarts;
  ///@{
  /// Entries of connectivity at each node, and the elements of these.
  DeviceVector<std::int64_t, Space> NodeStarts;
  DeviceVector<std::int64_t, Space> Entries;
  DeviceVector<std::int32_t, Space> EntryElements;
  ///@}
};

/// target += factor values
template <class Space>
void addScaled(double factor, const Vector<Space>& values, Vector<Space>& target);
}

#endif
