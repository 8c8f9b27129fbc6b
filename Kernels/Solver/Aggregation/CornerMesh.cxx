#include "Solver/Aggregation/CornerMesh.h"

#include "Core/Execution/HostLoops.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace trabecula
{
namespace
{
CellType linearType(CellType type)
{
  return cellShape(type).corners == 4 ? CellType::Tetrahedron : CellType::Hexahedron;
}
}

bool hasQuadraticElements(const Mesh& mesh)
{
  const std::vector<CellType> types = mesh.allTypes();
  return std::any_of(
    types.begin(), types.end(), [](CellType type) { return cellShape(type).isQuadratic(); });
}

namespace
{
constexpr std::int32_t NoElement = -1;

/// last = max(last, e), also with concurrent updates by other threads.
void raiseTo(std::int32_t& last, std::int32_t e)
{
  std::int32_t seen = __atomic_load_n(&last, __ATOMIC_RELAXED);
  while (seen < e &&
    !__atomic_compare_exchange_n(&last, &seen, e, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
  {
  }
}

/// Stores for each node the last element that has it as a corner, and the last that has it as a
/// mid-edge node.
struct LastElements
{
  std::vector<std::int32_t> atCorner;
  std::vector<std::int32_t> atMiddle;

  explicit LastElements(const Mesh& mesh)
    : atCorner(mesh.numberOfNodes(), NoElement), atMiddle(mesh.numberOfNodes(), NoElement)
  {
    const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
    // The loop is in descending order, so that most elements change nothing.
#pragma omp parallel for schedule(static)
    for (std::int64_t i = 0; i < elements; ++i)
    {
      const auto e = static_cast<std::size_t>(elements - 1 - i);
      const int corners = mesh.shape(e).corners;
      for (int a = 0; a < mesh.shape(e).nodes; ++a)
      {
        const auto node = static_cast<std::size_t>(mesh.element(e)[a]);
        raiseTo(
          (a < corners ? this->atCorner : this->atMiddle)[node], static_cast<std::int32_t>(e));
      }
    }
  }
};

/// Numbers the corners in the order of nodes, and copies their positions.
/// @param numbers of the corners; -1 of other nodes
void numberCorners(const Mesh& mesh, const std::vector<std::int32_t>& elementAtCorner,
  std::vector<std::int32_t>& numbers, CornerMesh& result)
{
  const auto nodes = static_cast<std::int64_t>(mesh.numberOfNodes());
  const std::int64_t slices = hostThreads();
  std::vector<std::int32_t> starts(static_cast<std::size_t>(slices) + 1, 0);
  forEachSlice(slices, nodes,
    [&](std::int64_t slice, std::int64_t first, std::int64_t end)
    {
      const std::int32_t* elements = elementAtCorner.data();
      starts[static_cast<std::size_t>(slice) + 1] = static_cast<std::int32_t>(
        end - first - std::count(elements + first, elements + end, NoElement));
    });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  result.mesh.points.resize(3 * static_cast<std::size_t>(starts.back()));
  forEachSlice(slices, nodes,
    [&](std::int64_t slice, std::size_t first, std::size_t end)
    {
      std::int32_t next = starts[static_cast<std::size_t>(slice)];
      for (std::size_t n = first; n < end; ++n)
      {
        if (elementAtCorner[n] != NoElement)
        {
          std::copy_n(
            &mesh.points[3 * n], 3, result.mesh.points.begin() + std::ptrdiff_t(3) * next);
          numbers[n] = next++;
          result.ends[n] = { numbers[n], numbers[n] };
        }
      }
    });
}
}

CornerMesh makeCornerMesh(const Mesh& mesh)
{
  const std::size_t nodes = mesh.numberOfNodes();
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  const LastElements last(mesh);
  CornerMesh result;
  result.ends.assign(nodes, { -1, -1 });
  std::vector<std::int32_t> numbers(nodes, -1);
  numberCorners(mesh, last.atCorner, numbers, result);
  const auto linearElement = [&mesh, &numbers](std::size_t e)
  {
    std::array<std::int32_t, CellShape::MostNodes> linear{};
    for (int a = 0; a < mesh.shape(e).corners; ++a)
    {
      linear[static_cast<std::size_t>(a)] = numbers[static_cast<std::size_t>(mesh.element(e)[a])];
    }
    return linear;
  };
  for (std::int64_t e = 0; mesh.isMixed() && e < elements; ++e)
  {
    const auto number = static_cast<std::size_t>(e);
    result.mesh.append(linearType(mesh.type(number)), linearElement(number).data());
  }
  if (!mesh.isMixed())
  {
    result.mesh.cellType = linearType(mesh.cellType);
    result.mesh.connectivity.resize(
      mesh.numberOfElements() * static_cast<std::size_t>(cellShape(mesh.cellType).corners));
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < elements; ++i)
  {
    const auto e = static_cast<std::size_t>(i);
    const std::int32_t* element = mesh.element(e);
    const CellShape& shape = mesh.shape(e);
    const auto corners = static_cast<std::size_t>(shape.corners);
    const auto linear = linearElement(e);
    if (!mesh.isMixed())
    {
      std::copy_n(linear.begin(), corners,
        result.mesh.connectivity.begin() + static_cast<std::ptrdiff_t>(corners * e));
    }
    for (int a = shape.corners; a < shape.nodes; ++a)
    {
      const auto node = static_cast<std::size_t>(element[a]);
      const auto& ends = shape.edgeCorners[static_cast<std::size_t>(a - shape.corners)];
      if (last.atMiddle[node] == static_cast<std::int32_t>(e))
      {
        result.ends[node] = { linear[static_cast<std::size_t>(ends[0])],
          linear[static_cast<std::size_t>(ends[1])] };
      }
    }
  }
  return result;
}

namespace
{
/// Returns the number of unknowns per node, given the total number.
std::size_t componentsOf(const CornerMesh& corners, std::size_t unknowns)
{
  return unknowns / std::max<std::size_t>(corners.ends.size(), 1);
}
}

std::vector<std::uint8_t> cornerSupports(
  const CornerMesh& corners, const std::vector<std::uint8_t>& supports)
{
  const std::size_t components = componentsOf(corners, supports.size());
  std::vector<std::uint8_t> result(components * corners.mesh.numberOfNodes(), 0);
  for (std::size_t n = 0; n < corners.ends.size(); ++n)
  {
    const auto [first, second] = corners.ends[n];
    for (std::size_t c = 0; c < components && first >= 0 && first == second; ++c)
    {
      result[components * static_cast<std::size_t>(first) + c] = supports[components * n + c];
    }
  }
  return result;
}

std::vector<double> cornerSprings(const CornerMesh& corners, const std::vector<double>& springs)
{
  if (springs.empty())
  {
    return {};
  }
  const std::size_t components = componentsOf(corners, springs.size());
  std::vector<double> result(components * corners.mesh.numberOfNodes(), 0.0);
  for (std::size_t n = 0; n < corners.ends.size(); ++n)
  {
    for (const std::int32_t end : corners.ends[n])
    {
      for (std::size_t c = 0; c < components && end >= 0; ++c)
      {
        result[components * static_cast<std::size_t>(end) + c] += 0.5 * springs[components * n + c];
      }
    }
  }
  return result;
}

HostMatrix cornerMatrix(const CornerMesh& corners, const HostMatrix& matrix)
{
  HostMatrix result;
  if (matrix.values.empty())
  {
    return result;
  }
  const std::size_t rows = corners.mesh.numberOfNodes();
  std::vector<std::map<std::int32_t, double>> sums(rows);
  for (std::size_t n = 0; n < corners.ends.size(); ++n)
  {
    for (auto k = static_cast<std::size_t>(matrix.offsets[n]);
         k < static_cast<std::size_t>(matrix.offsets[n + 1]); ++k)
    {
      for (const std::int32_t row : corners.ends[n])
      {
        for (const std::int32_t column : corners.ends[static_cast<std::size_t>(matrix.columns[k])])
        {
          if (row >= 0 && column >= 0)
          {
            sums[static_cast<std::size_t>(row)][column] += 0.25 * matrix.values[k];
          }
        }
      }
    }
  }
  result.offsets.reserve(rows + 1);
  result.offsets.push_back(0);
  for (const std::map<std::int32_t, double>& row : sums)
  {
    for (const auto& [column, value] : row)
    {
      result.columns.push_back(column);
      result.values.push_back(value);
    }
    result.offsets.push_back(static_cast<std::int64_t>(result.columns.size()));
  }
  return result;
}
}
