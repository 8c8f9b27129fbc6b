#ifndef TRABECULA_TESTING_FILTERS_FUZZRANDOM_H
#define TRABECULA_TESTING_FILTERS_FUZZRANDOM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>

namespace trabecula::testing
{
/// Random numbers of a case: the same for one seed on every machine.
class FuzzRandom
{
public:
  explicit FuzzRandom(std::uint64_t seed) : Engine(seed) { this->IsOdd = this->chance(0.5); }

  /// Whether settings of this case have unusual values; otherwise only inputs do.
  bool isOdd() const { return this->IsOdd; }

  /// Returns a random index in [0, count).
  std::size_t index(std::size_t count) { return static_cast<std::size_t>(this->Engine() % count); }
  int between(int low, int high)
  {
    return low + static_cast<int>(this->index(static_cast<std::size_t>(high - low) + 1));
  }
  bool chance(double probability) { return this->uniform() < probability; }
  double uniform() { return static_cast<double>(this->Engine() >> 11U) * 0x1p-53; }

  template <class T, std::size_t N>
  T choose(const std::array<T, N>& values)
  {
    return values[this->index(N)];
  }

  /// Returns an unusual number for settings and arrays.
  double oddNumber()
  {
    constexpr double inf = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 18> odd = { 0.0, -0.0, 1.0, -1.0, 0.3, 0.5, 2.0, 1e-12, -1e-3,
      1e-300, 1e300, -1e300, 1e15, inf, -inf, std::numeric_limits<double>::quiet_NaN(),
      std::numeric_limits<double>::denorm_min(), 37.0 };
    return this->choose(odd);
  }

private:
  std::mt19937_64 Engine;
  bool IsOdd = false;
};
}

#endif
