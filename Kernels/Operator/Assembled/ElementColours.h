#ifndef TRABECULA_OPERATOR_ASSEMBLED_ELEMENTCOLOURS_H
#define TRABECULA_OPERATOR_ASSEMBLED_ELEMENTCOLOURS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Elements in an order in which those of one colour, which share no node, follow each other.
struct ElementColours
{
  std::vector<std::int32_t> elements;
  std::vector<std::int64_t> starts; ///< of each colour; one more than colours
};

/// Each element gets the first colour that no element with one of its nodes has.
/// @param connectivity nodes of each element, element after element
ElementColours colourElements(
  const std::vector<std::int32_t>& connectivity, std::size_t nodes, std::size_t nodesPerElement);
}

#endif
