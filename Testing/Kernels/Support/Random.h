#ifndef TRABECULA_TESTING_KERNELS_RANDOM_H
#define TRABECULA_TESTING_KERNELS_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace trabecula::testing
{
/// Random test data that are the same on every machine: the standard defines the engine, but not
/// the distributions, which are therefore implemented here.
class Random
{
public:
  explicit Random(std::uint64_t seed) : Engine(seed) {}

  /// Returns a uniform random number in [low, high).
  double uniform(double low, double high)
  {
    return low + (high - low) * (static_cast<double>(this->Engine() >> 11) * 0x1p-53);
  }

  /// Returns a uniform random integer in [0, count).
  std::size_t index(std::size_t count) { return static_cast<std::size_t>(this->Engine() % count); }

  std::vector<double> vector(std::size_t size, double low, double high)
  {
    std::vector<double> values(size);
    for (double& value : values)
    {
      value = this->uniform(low, high);
    }
    return values;
  }

  /// A random order of 0 .. size - 1.
  std::vector<std::size_t> permutation(std::size_t size)
  {
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i)
    {
      order[i] = i;
    }
    for (std::size_t i = size; i > 1; --i)
    {
      std::swap(order[i - 1], order[this->index(i)]);
    }
    return order;
  }

private:
  std::mt19937_64 Engine;
};
}

#endif
