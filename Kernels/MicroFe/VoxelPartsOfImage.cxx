#include "MicroFe/VoxelPartsOfImage.h"

#include "Core/Requirements.h"

#include <algorithm>
#include <limits>
#include <string>

namespace trabecula
{
namespace
{
std::string layersText(std::int32_t first, std::int32_t last)
{
  return first == last ? "layer " + std::to_string(first)
                       : "layers " + std::to_string(first) + " to " + std::to_string(last);
}

/// Throws an error that describes the gap between two ends that no part connects. Layers are those
/// of voxels.
[[noreturn]] void failAtGap(
  const LabelledParts& parts, const LatticeBox& box, int axis, const VoxelMicroFeProblem& problem)
{
  const char name = "xyz"[axis];
  const std::int32_t first = box[axis][0];
  const std::int32_t last = box[axis][1] - 1;
  std::int32_t lowest = std::numeric_limits<std::int32_t>::max();
  std::int32_t highest = -1;
  std::int32_t fromBelow = -1; // highest layer that is connected to the lower end
  std::int32_t fromAbove = std::numeric_limits<std::int32_t>::max();
  bool connected = false;
  for (const LatticeBox& part : parts.boxes)
  {
    lowest = std::min(lowest, part[axis][0]);
    highest = std::max(highest, part[axis][1] - 1);
    const bool below = part[axis][0] <= first;
    const bool above = part[axis][1] - 1 >= last;
    fromBelow = below ? std::max(fromBelow, part[axis][1] - 1) : fromBelow;
    fromAbove = above ? std::min(fromAbove, part[axis][0]) : fromAbove;
    connected |= below && above;
  }
  const std::string remedy = problem.box == TestBox::Solid
    ? " Choose the box of the voxels that are kept to test these alone."
    : "";
  if (lowest > first || highest < last)
  {
    fail("The ends of the test along ", name, " are the image's, but its solid voxels lie in ",
      layersText(lowest, highest), " of ", layersText(first, last),
      " only. Crop the image, or choose the box of the solid voxels.");
  }
  if (connected)
  {
    fail("The largest part does not connect the ends of the test along ", name,
      ", but a smaller one does. Remove what is not to be tested from the image.", remedy);
  }
  if (fromBelow < fromAbove)
  {
    fail("Nothing connects the ends of the test along ", name, ": there is a gap between ",
      layersText(fromBelow, fromBelow), " and ", layersText(fromAbove, fromAbove), " of ",
      layersText(first, last), ". What joins the lower end through faces of voxels goes up to ",
      layersText(fromBelow, fromBelow), ", what joins the upper end down to ",
      layersText(fromAbove, fromAbove), ".", remedy);
  }
  fail("Nothing connects the ends of the test along ", name,
    ": what joins the lower end through faces of voxels goes up to ",
    layersText(fromBelow, fromBelow), ", what joins the upper end down to ",
    layersText(fromAbove, fromAbove), ", and they pass each other without a common face.", remedy);
}
}

LabelledParts partsOfImage(const VoxelImage& image)
{
  LabelledParts parts;
  parts.cells = image.cells;
  std::vector<std::uint8_t> solid(image.moduli.size());
  std::transform(image.moduli.begin(), image.moduli.end(), solid.begin(),
    [](double modulus) { return std::uint8_t(modulus > 0.0); });
  parts.sizes = labelParts(image.cells, solid, parts.labels);
  constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
  parts.boxes.assign(parts.sizes.size(), { { { far, 0 }, { far, 0 }, { far, 0 } } });
  std::size_t v = 0;
  for (int k = 0; k < image.cells[2]; ++k)
  {
    for (int j = 0; j < image.cells[1]; ++j)
    {
      for (int i = 0; i < image.cells[0]; ++i, ++v)
      {
        if (parts.labels[v] == 0)
        {
          continue;
        }
        LatticeBox& box = parts.boxes[static_cast<std::size_t>(parts.labels[v]) - 1];
        const std::int32_t p[3] = { i, j, k };
        for (int d = 0; d < 3; ++d)
        {
          box[d][0] = std::min(box[d][0], p[d]);
          box[d][1] = std::max(box[d][1], p[d] + 1);
        }
      }
    }
  }
  return parts;
}

LabelledParts onePart(const VoxelGrid& grid)
{
  LabelledParts parts;
  parts.cells = grid.cells();
  parts.sizes = { grid.numberOfElements() };
  parts.boxes = { boxOfGrid(grid) };
  return parts;
}

void requireConnected(
  const VoxelMicroFeProblem& problem, const LabelledParts& kept, const LatticeBox& box, int axis)
{
  const bool connected = std::any_of(kept.boxes.begin(), kept.boxes.end(),
    [&](const LatticeBox& part)
    { return part[axis][0] <= box[axis][0] && part[axis][1] >= box[axis][1]; });
  if (!connected)
  {
    failAtGap(partsOfImage(problem.image), box, axis, problem);
  }
}
}
