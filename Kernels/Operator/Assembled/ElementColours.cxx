#include "Operator/Assembled/ElementColours.h"

#include <numeric>

namespace trabecula
{
namespace
{
/// Stores the colours of the elements at each node as bits, 64 colours per word.
class ColoursAtNodes
{
public:
  explicit ColoursAtNodes(std::size_t nodes) : Nodes(nodes) {}

  /// Returns the first colour that is not used by an element at any of the nodes.
  std::size_t firstFree(const std::int32_t* nodes, std::size_t count)
  {
    for (std::size_t word = 0;; ++word)
    {
      if (word == this->Words.size())
      {
        this->Words.emplace_back(this->Nodes, 0);
      }
      std::uint64_t used = 0;
      for (std::size_t a = 0; a < count; ++a)
      {
        used |= this->Words[word][static_cast<std::size_t>(nodes[a])];
      }
      if (~used != 0)
      {
        return 64 * word + static_cast<std::size_t>(__builtin_ctzll(~used));
      }
    }
  }
  /// Marks the colour as used at the nodes of an element.
  void use(std::size_t colour, const std::int32_t* nodes, std::size_t count)
  {
    for (std::size_t a = 0; a < count; ++a)
    {
      this->Words[colour / 64][static_cast<std::size_t>(nodes[a])] |= std::uint64_t(1)
        << colour % 64;
    }
  }

private:
  std::size_t Nodes;
  std::vector<std::vector<std::uint64_t>> Words;
};
}

ElementColours colourElements(
  const std::vector<std::int32_t>& connectivity, std::size_t nodes, std::size_t nodesPerElement)
{
  const std::size_t count = connectivity.size() / nodesPerElement;
  ColoursAtNodes used(nodes);
  std::vector<std::size_t> colours(count);
  ElementColours result;
  result.starts.assign(1, 0);
  for (std::size_t e = 0; e < count; ++e)
  {
    const std::int32_t* its = connectivity.data() + nodesPerElement * e;
    colours[e] = used.firstFree(its, nodesPerElement);
    used.use(colours[e], its, nodesPerElement);
    if (colours[e] + 1 >= result.starts.size())
    {
      result.starts.resize(colours[e] + 2, 0);
    }
    ++result.starts[colours[e] + 1];
  }
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  result.elements.resize(count);
  std::vector<std::int64_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t e = 0; e < count; ++e)
  {
    result.elements[static_cast<std::size_t>(next[colours[e]]++)] = static_cast<std::int32_t>(e);
  }
  return result;
}
}
