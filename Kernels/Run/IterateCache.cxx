#include "Run/IterateCache.h"

#include <iterator>
#include <utility>

namespace trabecula
{
void IterateCache::insert(Iterate iterate, int requested)
{
  const int number = iterate->number();
  const auto present = this->Iterates.find(number);
  if (present != this->Iterates.end())
  {
    this->Bytes -= present->second->bytes();
  }
  this->Bytes += iterate->bytes();
  this->Iterates.insert_or_assign(number, std::move(iterate));

  for (auto it = this->Iterates.begin();
       this->Bytes > this->Budget && std::next(it) != this->Iterates.end();)
  {
    if (it->first == requested)
    {
      ++it;
      continue;
    }
    this->Bytes -= it->second->bytes();
    it = this->Iterates.erase(it);
  }
}

IterateCache::Iterate IterateCache::find(int number) const
{
  const auto it = this->Iterates.find(number);
  return it == this->Iterates.end() ? nullptr : it->second;
}

IterateCache::Iterate IterateCache::last() const
{
  return this->Iterates.empty() ? nullptr : this->Iterates.rbegin()->second;
}

std::vector<IterateCache::Iterate> IterateCache::all() const
{
  std::vector<Iterate> result;
  result.reserve(this->Iterates.size());
  for (const auto& [number, iterate] : this->Iterates)
  {
    result.push_back(iterate);
  }
  return result;
}

void IterateCache::clear()
{
  this->Iterates.clear();
  this->Bytes = 0;
}
}
