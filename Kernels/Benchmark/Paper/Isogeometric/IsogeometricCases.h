#ifndef TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_ISOGEOMETRICCASES_H
#define TRABECULA_BENCHMARK_PAPER_ISOGEOMETRIC_ISOGEOMETRICCASES_H

#include "Optimization/LevelSet/LevelSetExamples.h"

#include <array>
#include <string>
#include <vector>

namespace trabecula::benchmarks
{
/// An example of Xia et al. 2017, or the box, on a mesh.
struct IsogeometricCase
{
  LevelSetExample example;
  std::array<int, 3> elements;
  int degree = 2;

  std::string label() const; ///< as "cantilever_32x16" or "box_16x8x8_p3"
  LevelSetProblem make() const { return makeLevelSetExample(example, elements, degree); }
};

/// The sizes of the paper, and in three dimensions one and ten million control points; on the host
/// the smaller ones.
std::vector<IsogeometricCase> isogeometricCases(bool onHost);
}

#endif
