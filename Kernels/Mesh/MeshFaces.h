#ifndef TRABECULA_MESH_MESHFACES_H
#define TRABECULA_MESH_MESHFACES_H

#include "Core/Context.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace trabecula
{
/// Faces of all elements in an order in which faces with the same corners are consecutive.
struct SortedFaces
{
  SortedFaces() = default;
  /// Values are undefined until written.
  explicit SortedFaces(std::size_t count)
    : context(std::make_unique<Context<HostSpace>>()), keys(*context, count),
      elements(*context, count), faces(*context, count)
  {
  }
  SortedFaces(SortedFaces&&) = default;
  SortedFaces& operator=(SortedFaces&&) = delete; // memory would outlive its context
  SortedFaces(const SortedFaces&) = delete;
  SortedFaces& operator=(const SortedFaces&) = delete;
  ~SortedFaces() = default;

  std::unique_ptr<Context<HostSpace>> context;    ///< of the memory; null without faces
  DeviceVector<std::uint64_t, HostSpace> keys;    ///< ascending; a hash of the corners
  DeviceVector<std::int32_t, HostSpace> elements; ///< element of the face; ascending at one key
  DeviceVector<std::uint8_t, HostSpace> faces;    ///< number of the face in its element
};

SortedFaces sortFaces(const Mesh& mesh);

/**
 * Finds faces of neighbouring cells that do not match, so that displacements would be
 * discontinuous: a quadrilateral against triangles, a linear face against a quadratic one, or
 * different mid-edge nodes.
 *
 * @return a sentence for the user that names the first cell and the number of such faces; empty if
 * there is none
 */
std::string describeMismatch(const Mesh& mesh);
std::string describeMismatch(const Mesh& mesh, const SortedFaces& faces);
}

#endif
