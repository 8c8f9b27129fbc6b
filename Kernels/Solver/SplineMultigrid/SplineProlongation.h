#ifndef TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEPROLONGATION_H
#define TRABECULA_SOLVER_SPLINEMULTIGRID_SPLINEPROLONGATION_H

#include <cstdint>
#include <vector>

namespace trabecula
{
/// A matrix whose rows have consecutive entries without zeros at the ends: those of row r, in
/// columns from first[r] on, are values[starts[r]] to values[starts[r + 1] - 1].
struct BandMatrix
{
  std::int32_t columns = 0;
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> starts;
  std::vector<double> values;

  std::int32_t rows() const { return static_cast<std::int32_t>(this->first.size()); }
  BandMatrix transposed() const;
};

BandMatrix identityBand(std::int32_t size);

/// An open knot vector without every second of its simple interior knots, which halves the number
/// of spans; of an odd number the last span remains.
std::vector<double> coarsenKnots(int degree, const std::vector<double>& knots);

/**
 * Computes the matrix from the coefficients in a space of splines to those in a larger one: row i
 * has the discrete B-splines of fine function i (the Oslo algorithm; Cohen, Lyche, Riesenfeld 1980;
 * Lyche and Morken 2008). Exact: both are the same function.
 *
 * @param coarse a subsequence of fine
 */
BandMatrix splineProlongation(
  int degree, const std::vector<double>& fine, const std::vector<double>& coarse);
}

#endif
