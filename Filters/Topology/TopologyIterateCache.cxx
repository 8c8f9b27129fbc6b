#include "TopologyIterateCache.h"

#include <utility>

namespace trabecula::filters
{
std::size_t TopologyIterate::bytes() const
{
  std::size_t values =
    this->density->GetNumberOfValues() + this->strainEnergyDensity->GetNumberOfValues();
  for (const auto& displacement : this->displacements)
  {
    values += displacement->GetNumberOfValues();
  }
  return values * sizeof(double);
}

void TopologyIterateCache::insert(TopologyIterate iterate, int requested)
{
  const int number = iterate.record.iteration;
  const auto present = this->Iterates.find(number);
  if (present != this->Iterates.end())
  {
    this->Bytes -= present->second.bytes();
  }
  this->Bytes += iterate.bytes();
  this->Iterates.insert_or_assign(number, std::move(iterate));

  for (auto it = this->Iterates.begin();
       this->Bytes > this->Budget && std::next(it) != this->Iterates.end();)
  {
    if (it->first == requested)
    {
      ++it;
      continue;
    }
    this->Bytes -= it->second.bytes();
    it = this->Iterates.erase(it);
  }
}

const TopologyIterate* TopologyIterateCache::find(int number) const
{
  const auto it = this->Iterates.find(number);
  return it == this->Iterates.end() ? nullptr : &it->second;
}

const TopologyIterate* TopologyIterateCache::last() const
{
  return this->Iterates.empty() ? nullptr : &this->Iterates.rbegin()->second;
}

std::vector<int> TopologyIterateCache::numbers() const
{
  std::vector<int> result;
  for (const auto& [number, iterate] : this->Iterates)
  {
    result.push_back(number);
  }
  return result;
}

void TopologyIterateCache::clear()
{
  this->Iterates.clear();
  this->Bytes = 0;
}
}
