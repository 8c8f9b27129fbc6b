#ifndef TRABECULA_FILTERS_TOPOLOGYITERATECACHE_H
#define TRABECULA_FILTERS_TOPOLOGYITERATECACHE_H

#include "Optimization/TopologyOptimizer.h"

#include "vtkDoubleArray.h"
#include "vtkSmartPointer.h"

#include <cstddef>
#include <map>
#include <vector>

namespace trabecula::filters
{
/// One design and its analysis as arrays that outputs can share.
struct TopologyIterate
{
  IterationRecord record;
  vtkSmartPointer<vtkDoubleArray> density;                    ///< one per cell
  vtkSmartPointer<vtkDoubleArray> strainEnergyDensity;        ///< one per cell
  std::vector<vtkSmartPointer<vtkDoubleArray>> displacements; ///< three per point, a load case each

  std::size_t bytes() const;
};

/**
 * Iterates of one run by their number, within a memory budget.
 *
 * The last iterate and the one that is being asked for are always kept, whatever the budget; of the
 * others the earliest go first.
 */
class TopologyIterateCache
{
public:
  /// Budget in bytes; takes effect at the next insert().
  void setBudget(std::size_t bytes) { this->Budget = bytes; }

  /// @param requested number of the iterate that must not be evicted to make room.
  void insert(TopologyIterate iterate, int requested);

  /// Null if it was never there or was evicted.
  const TopologyIterate* find(int number) const;

  /// The iterate of the largest number; null if there is none.
  const TopologyIterate* last() const;

  /// Of the iterates that are there, in order.
  std::vector<int> numbers() const;

  void clear();
  std::size_t bytes() const { return this->Bytes; }
  std::size_t size() const { return this->Iterates.size(); }

private:
  std::map<int, TopologyIterate> Iterates;
  std::size_t Budget = 0;
  std::size_t Bytes = 0;
};
}

#endif
