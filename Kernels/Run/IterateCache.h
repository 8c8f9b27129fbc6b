#ifndef TRABECULA_RUN_ITERATECACHE_H
#define TRABECULA_RUN_ITERATECACHE_H

#include "Run/RunIterate.h"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * Iterates of one run by their number, within a memory budget.
 *
 * The last and the requested iterate are always kept; the earliest of the others are evicted first.
 */
class IterateCache
{
public:
  using Iterate = std::shared_ptr<const RunIterate>;

  /// Budget in bytes; takes effect at the next insert().
  void setBudget(std::size_t bytes) { this->Budget = bytes; }

  /// @param requested number of the iterate that must not be evicted to make room
  void insert(Iterate iterate, int requested);

  /// Null if it was not inserted or was evicted.
  Iterate find(int number) const;

  /// The iterate with the largest number; null if there is none.
  Iterate last() const;

  /// All kept iterates, in order.
  std::vector<Iterate> all() const;

  void clear();
  std::size_t bytes() const { return this->Bytes; }
  std::size_t size() const { return this->Iterates.size(); }

private:
  std::map<int, Iterate> Iterates;
  std::size_t Budget = std::size_t(1) << 31;
  std::size_t Bytes = 0;
};
}

#endif
