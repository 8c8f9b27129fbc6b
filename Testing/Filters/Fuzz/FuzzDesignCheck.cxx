#include "FuzzDesignCheck.h"

#include "vtkCell.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkTable.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVariant.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <utility>

namespace trabecula::testing
{
namespace
{
/// Excess of a bound that optimizers may leave without a verdict.
constexpr double LeastExcess = 0.01;
constexpr double LeastIncrease = 0.001;
/// Fraction of a load that must be carried.
constexpr double LeastLost = 0.1;
constexpr double LeastLostOfLevelSet = 0.5;

using Vector3 = std::array<double, 3>;

Vector3 pointOf(vtkDataSet* data, vtkIdType i)
{
  Vector3 x;
  data->GetPoint(i, x.data());
  return x;
}

double tetrahedron(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d)
{
  double e[3][3];
  for (int i = 0; i < 3; ++i)
  {
    e[0][i] = b[i] - a[i];
    e[1][i] = c[i] - a[i];
    e[2][i] = d[i] - a[i];
  }
  return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
    6.0;
}

double volumeOf(vtkDataSet* data, vtkIdType cell)
{
  vtkNew<vtkIdList> ids;
  data->GetCellPoints(cell, ids);
  const int type = data->GetCellType(cell);
  const auto x = [&](vtkIdType i) { return pointOf(data, ids->GetId(i)); };
  if (type == VTK_TETRA || type == VTK_QUADRATIC_TETRA)
  {
    return std::abs(tetrahedron(x(0), x(1), x(2), x(3)));
  }
  // Six tetrahedra around the diagonal from the first corner to the opposite one.
  const std::array<int, 8> corner = type == VTK_VOXEL
    ? std::array<int, 8>{ 0, 1, 3, 2, 4, 5, 7, 6 }
    : std::array<int, 8>{ 0, 1, 2, 3, 4, 5, 6, 7 };
  constexpr std::array<int, 7> around = { 1, 2, 3, 7, 4, 5, 1 };
  double volume = 0.0;
  for (std::size_t i = 0; i < 6; ++i)
  {
    volume += std::abs(
      tetrahedron(x(corner[0]), x(corner[6]), x(corner[around[i]]), x(corner[around[i + 1]])));
  }
  return volume;
}

bool isHidden(vtkDataSet* data, vtkIdType cell)
{
  vtkUnsignedCharArray* ghosts = data->GetCellGhostArray();
  return ghosts && (ghosts->GetValue(cell) & vtkDataSetAttributes::HIDDENCELL) != 0;
}

/// Returns the length of the vector of an array at a point; 0 without the array.
double lengthAt(vtkDataSet* data, const std::string& name, vtkIdType point)
{
  vtkDataArray* array = data->GetPointData()->GetArray(name.c_str());
  double square = 0.0;
  for (int c = 0; array && c < array->GetNumberOfComponents(); ++c)
  {
    square += array->GetComponent(point, c) * array->GetComponent(point, c);
  }
  return std::sqrt(square);
}

bool isHeldAt(vtkDataSet* data, vtkIdType point)
{
  return lengthAt(data, "Supports", point) > 0.0;
}

std::string shareText(double share)
{
  return std::to_string(static_cast<int>(std::round(100.0 * share))) + " %";
}

/// Adds a load if a fraction of it is not carried.
/// @param carries whether material at a point carries loads
template <class Carries>
void checkLoads(vtkDataSet* data, const std::vector<std::string>& loads, double leastLost,
  const Carries& carries, DesignFindings& findings)
{
  for (const std::string& load : loads)
  {
    double total = 0.0;
    double lost = 0.0;
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
    {
      const double length = lengthAt(data, load, i);
      total += length;
      lost += length > 0.0 && !carries(i) ? length : 0.0;
    }
    if (lost > leastLost * total)
    {
      findings.add(shareText(lost / total) + " of " + load + " is not carried");
    }
  }
}
}

std::string DesignFindings::text() const
{
  std::string all;
  for (const std::string& fault : this->faults)
  {
    all += (all.empty() ? "" : "; ") + fault;
  }
  return all;
}

double volumeFractionOf(vtkDataSet* design)
{
  vtkDataArray* density = design->GetCellData()->GetArray("Density");
  double total = 0.0;
  double solid = 0.0;
  for (vtkIdType e = 0; density && e < design->GetNumberOfCells(); ++e)
  {
    const double volume = isHidden(design, e) ? 0.0 : volumeOf(design, e);
    total += volume;
    solid += volume * density->GetComponent(e, 0);
  }
  return total > 0.0 ? solid / total : 0.0;
}

void checkTable(vtkTable* convergence, const std::string& objective,
  const std::vector<DesignBound>& bounds, DesignFindings& findings)
{
  const vtkIdType last = convergence->GetNumberOfRows() - 1;
  const auto valueOf = [&](const std::string& column, vtkIdType row)
  { return convergence->GetValueByName(row, column.c_str()).ToDouble(); };
  bool meets = true;
  for (const DesignBound& bound : bounds)
  {
    const double scale = std::max(std::abs(bound.bound), 1e-12);
    const double excess = (valueOf(bound.column, last) - bound.bound) / scale;
    if (!(excess <= LeastExcess))
    {
      findings.add(bound.column + " is " + std::to_string(valueOf(bound.column, last)) + " for " +
        std::to_string(bound.bound));
    }
    meets = meets && valueOf(bound.column, 0) <= bound.bound + 1e-6 * scale;
  }
  const double first = valueOf(objective, 0);
  const double increase = (valueOf(objective, last) - first) / std::max(std::abs(first), 1e-300);
  if (meets && !(increase <= LeastIncrease))
  {
    findings.add(objective + " grew by " + shareText(increase));
  }
}

void checkCells(vtkDataSet* design, const std::vector<std::string>& loads, DesignFindings& findings)
{
  vtkDataArray* density = design->GetCellData()->GetArray("Density");
  std::vector<std::pair<double, double>> sorted; // density and volume
  double wanted = 0.0;
  for (vtkIdType e = 0; e < design->GetNumberOfCells(); ++e)
  {
    if (!isHidden(design, e))
    {
      sorted.emplace_back(density->GetComponent(e, 0), volumeOf(design, e));
      wanted += sorted.back().first * sorted.back().second;
    }
  }
  std::sort(sorted.rbegin(), sorted.rend());
  double threshold = 1.0;
  for (std::size_t i = 0; i < sorted.size() && wanted > 0.0; ++i)
  {
    threshold = sorted[i].first;
    wanted -= sorted[i].second;
  }
  // The threshold is lowered so that material is found detached regardless of rounding.
  threshold *= 0.95;

  std::vector<vtkIdType> parents(static_cast<std::size_t>(design->GetNumberOfCells()));
  std::iota(parents.begin(), parents.end(), vtkIdType(0));
  const auto rootOf = [&parents](vtkIdType e)
  {
    while (parents[static_cast<std::size_t>(e)] != e)
    {
      e = parents[static_cast<std::size_t>(e)];
    }
    return e;
  };
  std::map<std::vector<vtkIdType>, vtkIdType> faces;
  std::vector<vtkIdType> cellsAt(static_cast<std::size_t>(design->GetNumberOfPoints()), -1);
  std::vector<std::vector<vtkIdType>> around(static_cast<std::size_t>(design->GetNumberOfPoints()));
  for (vtkIdType e = 0; e < design->GetNumberOfCells(); ++e)
  {
    if (isHidden(design, e) || density->GetComponent(e, 0) < threshold)
    {
      continue;
    }
    vtkCell* cell = design->GetCell(e);
    for (vtkIdType a = 0; a < cell->GetNumberOfPoints(); ++a)
    {
      around[static_cast<std::size_t>(cell->GetPointId(a))].push_back(e);
    }
    for (int f = 0; f < cell->GetNumberOfFaces(); ++f)
    {
      vtkCell* face = cell->GetFace(f);
      std::vector<vtkIdType> key;
      for (vtkIdType a = 0; a < face->GetNumberOfEdges(); ++a) // as many as corners
      {
        key.push_back(face->GetPointId(a));
      }
      std::sort(key.begin(), key.end());
      const auto [other, isNew] = faces.emplace(key, e);
      if (!isNew)
      {
        parents[static_cast<std::size_t>(rootOf(e))] = rootOf(other->second);
      }
    }
  }
  std::set<vtkIdType> held;
  for (vtkIdType i = 0; i < design->GetNumberOfPoints(); ++i)
  {
    for (const vtkIdType e : around[static_cast<std::size_t>(i)])
    {
      if (isHeldAt(design, i))
      {
        held.insert(rootOf(e));
      }
    }
  }
  checkLoads(
    design, loads, LeastLost,
    [&](vtkIdType i)
    {
      const auto& cells = around[static_cast<std::size_t>(i)];
      return std::any_of(
        cells.begin(), cells.end(), [&](vtkIdType e) { return held.count(rootOf(e)) > 0; });
    },
    findings);
}

void checkLevelSet(vtkUnstructuredGrid* design, vtkImageData* image,
  const std::vector<std::string>& loads, DesignFindings& findings)
{
  // Samples lie on a lattice over the box, several per element of the patch.
  std::array<int, 3> counts{};
  image->GetDimensions(counts.data());
  const bool isPlane = counts[2] == 1;
  // With this number of samples, a bridge between them would be negligible.
  const int samples = isPlane ? 12 : 6;
  std::array<int, 3> n{};
  std::array<double, 3> step{};
  for (std::size_t d = 0; d < 3; ++d)
  {
    n[d] = std::max(1, counts[d] - 1) * (d == 2 && isPlane ? 1 : samples);
    step[d] = image->GetSpacing()[d] / samples;
  }
  const auto numberOf = [&n](int i, int j, int k)
  {
    return static_cast<std::size_t>(i) +
      std::size_t(n[0]) * (std::size_t(j) + std::size_t(n[1]) * std::size_t(k));
  };
  std::vector<char> inside(std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]), 0);
  vtkDataArray* levels = design->GetPointData()->GetArray("LevelSet");
  for (vtkIdType e = 0; e < design->GetNumberOfCells(); ++e)
  {
    vtkCell* cell = design->GetCell(e);
    std::vector<double> weights(static_cast<std::size_t>(cell->GetNumberOfPoints()));
    for (int s = 0; s < samples * samples * (isPlane ? 1 : samples); ++s)
    {
      const double at[3] = { (s % samples + 0.5) / samples, (s / samples % samples + 0.5) / samples,
        isPlane ? 0.0 : (s / (samples * samples) + 0.5) / samples };
      cell->InterpolateFunctions(at, weights.data());
      double level = 0.0;
      Vector3 place{};
      for (vtkIdType a = 0; a < cell->GetNumberOfPoints(); ++a)
      {
        const Vector3 x = pointOf(design, cell->GetPointId(a));
        level +=
          weights[static_cast<std::size_t>(a)] * levels->GetComponent(cell->GetPointId(a), 0);
        for (std::size_t d = 0; d < 3; ++d)
        {
          place[d] += weights[static_cast<std::size_t>(a)] * x[d];
        }
      }
      std::array<int, 3> at3{};
      for (std::size_t d = 0; d < 3; ++d)
      {
        at3[d] = std::clamp(
          static_cast<int>(std::floor((place[d] - image->GetOrigin()[d]) / step[d])), 0, n[d] - 1);
      }
      inside[numberOf(at3[0], at3[1], at3[2])] = level > 0.0 ? 1 : 0;
    }
  }

  /// Calls a function with the material within an element's edge of a point.
  const auto forEachNear = [&](vtkIdType point, const auto& visit)
  {
    const Vector3 x = pointOf(image, point);
    std::array<std::array<int, 2>, 3> range{};
    for (std::size_t d = 0; d < 3; ++d)
    {
      const int middle = static_cast<int>(std::round((x[d] - image->GetOrigin()[d]) / step[d]));
      range[d] = { std::max(0, middle - samples), std::min(n[d], middle + samples) };
    }
    for (int k = range[2][0]; k < std::max(range[2][1], isPlane ? 1 : 0); ++k)
    {
      for (int j = range[1][0]; j < range[1][1]; ++j)
      {
        for (int i = range[0][0]; i < range[0][1]; ++i)
        {
          if (inside[numberOf(i, j, k)])
          {
            visit(std::array<int, 3>{ i, j, k });
          }
        }
      }
    }
  };
  std::vector<char> reached(inside.size(), 0);
  std::queue<std::array<int, 3>> open;
  const auto reach = [&](const std::array<int, 3>& at)
  {
    char& mark = reached[numberOf(at[0], at[1], at[2])];
    if (inside[numberOf(at[0], at[1], at[2])] && !std::exchange(mark, char(1)))
    {
      open.push(at);
    }
  };
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    if (isHeldAt(image, i))
    {
      forEachNear(i, reach);
    }
  }
  while (!open.empty())
  {
    const std::array<int, 3> at = open.front();
    open.pop();
    for (std::size_t d = 0; d < 3; ++d)
    {
      for (const int by : { -1, 1 })
      {
        std::array<int, 3> next = at;
        next[d] += by;
        if (next[d] >= 0 && next[d] < n[d])
        {
          reach(next);
        }
      }
    }
  }
  checkLoads(
    image, loads, LeastLostOfLevelSet,
    [&](vtkIdType i)
    {
      bool carries = false;
      forEachNear(i,
        [&](const std::array<int, 3>& at)
        { carries = carries || reached[numberOf(at[0], at[1], at[2])]; });
      return carries;
    },
    findings);
}
}
