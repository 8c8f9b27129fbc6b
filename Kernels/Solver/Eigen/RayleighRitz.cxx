#include "Solver/Eigen/RayleighRitz.h"

#include "Core/SymmetricEigen.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
/// Squares of singular values relative to the largest, below which vectors are dependent.
constexpr double LeastRitzRank = 1e-12;

SmallMatrix product(const SmallMatrix& a, const SmallMatrix& b)
{
  SmallMatrix result(a.rows, b.columns);
  for (int j = 0; j < b.columns; ++j)
  {
    for (int k = 0; k < b.rows; ++k)
    {
      for (int i = 0; i < a.rows; ++i)
      {
        result(i, j) += a(i, k) * b(k, j);
      }
    }
  }
  return result;
}

/// A^T B
SmallMatrix transposedProduct(const SmallMatrix& a, const SmallMatrix& b)
{
  SmallMatrix result(a.columns, b.columns);
  for (int j = 0; j < b.columns; ++j)
  {
    for (int i = 0; i < a.columns; ++i)
    {
      for (int k = 0; k < a.rows; ++k)
      {
        result(i, j) += a(k, i) * b(k, j);
      }
    }
  }
  return result;
}

/// Factors of vectors with the Gram matrix G that make them orthonormal; fewer columns than vectors
/// if these are dependent.
SmallMatrix orthonormalizing(const SmallMatrix& gram)
{
  const int n = gram.rows;
  std::vector<double> scale(static_cast<std::size_t>(n), 0.0);
  double largest = 0.0;
  for (int i = 0; i < n; ++i)
  {
    largest = std::max(largest, gram(i, i));
  }
  for (int i = 0; i < n; ++i)
  {
    // Vectors that are zero to rounding beside the others are left out.
    scale[static_cast<std::size_t>(i)] =
      gram(i, i) > 1e-26 * largest ? 1.0 / std::sqrt(gram(i, i)) : 0.0;
  }
  SmallMatrix scaled(n, n);
  for (int j = 0; j < n; ++j)
  {
    for (int i = 0; i < n; ++i)
    {
      scaled(i, j) = 0.5 * (gram(i, j) + gram(j, i)) * scale[static_cast<std::size_t>(i)] *
        scale[static_cast<std::size_t>(j)];
    }
  }
  const SymmetricEigen eigen = symmetricEigen(scaled.entries.data(), static_cast<std::size_t>(n));
  int dropped = 0;
  while (dropped < n &&
    !(eigen.values[static_cast<std::size_t>(dropped)] > LeastRitzRank * eigen.values.back()))
  {
    ++dropped;
  }
  SmallMatrix factors(n, n - dropped);
  for (int j = 0; j < factors.columns; ++j)
  {
    const auto k = static_cast<std::size_t>(j) + static_cast<std::size_t>(dropped);
    for (int i = 0; i < n; ++i)
    {
      factors(i, j) =
        scale[static_cast<std::size_t>(i)] * eigen.vector(k)[i] / std::sqrt(eigen.values[k]);
    }
  }
  return factors;
}
}

RitzVectors rayleighRitz(const SmallMatrix& ofK, const SmallMatrix& ofM, int wanted, int first,
  const std::vector<int>& improved)
{
  const SmallMatrix basis = orthonormalizing(ofM);
  const SmallMatrix small = transposedProduct(basis, product(ofK, basis));
  const SymmetricEigen eigen =
    symmetricEigen(small.entries.data(), static_cast<std::size_t>(small.rows));
  RitzVectors ritz;
  SmallMatrix chosen(small.rows, std::min(wanted, small.rows));
  std::copy_n(eigen.vectors.begin(), chosen.entries.size(), chosen.entries.begin());
  ritz.values.assign(eigen.values.begin(), eigen.values.begin() + chosen.columns);
  ritz.factors = product(basis, chosen);

  const auto count =
    std::lower_bound(improved.begin(), improved.end(), ritz.factors.columns) - improved.begin();
  if (first >= ritz.factors.rows || count == 0)
  {
    return ritz;
  }
  SmallMatrix outside(ritz.factors.rows, static_cast<int>(count));
  for (int j = 0; j < outside.columns; ++j)
  {
    for (int i = first; i < outside.rows; ++i)
    {
      outside(i, j) = ritz.factors(i, improved[static_cast<std::size_t>(j)]);
    }
  }
  // Twice, so that rounding of nearly parallel vectors does not remain.
  for (int pass = 0; pass < 2; ++pass)
  {
    const SmallMatrix share = transposedProduct(ritz.factors, product(ofM, outside));
    const SmallMatrix along = product(ritz.factors, share);
    for (std::size_t i = 0; i < outside.entries.size(); ++i)
    {
      outside.entries[i] -= along.entries[i];
    }
  }
  ritz.directions =
    product(outside, orthonormalizing(transposedProduct(outside, product(ofM, outside))));
  ritz.energies = transposedProduct(ritz.directions, product(ofK, ritz.directions));
  return ritz;
}
}
