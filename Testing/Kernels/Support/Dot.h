#ifndef TRABECULA_TESTING_SUPPORT_DOT_H
#define TRABECULA_TESTING_SUPPORT_DOT_H

#include <numeric>
#include <vector>

namespace trabecula::testing
{
inline double dot(const std::vector<double>& a, const std::vector<double>& b)
{
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
}

#endif
