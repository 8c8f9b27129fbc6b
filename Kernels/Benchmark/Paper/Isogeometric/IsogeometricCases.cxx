#include "Benchmark/Paper/Isogeometric/IsogeometricCases.h"

#include <cstddef>

namespace trabecula::benchmarks
{
std::string IsogeometricCase::label() const
{
  static const std::array<const char*, 4> names = { "cantilever", "mbb", "annulus", "box" };
  std::string label = names[static_cast<std::size_t>(this->example)];
  label += "_" + std::to_string(this->elements[0]) + "x" + std::to_string(this->elements[1]);
  if (this->example == LevelSetExample::Box)
  {
    label += "x" + std::to_string(this->elements[2]);
  }
  return this->degree == 2 ? label : label + "_p" + std::to_string(this->degree);
}

std::vector<IsogeometricCase> isogeometricCases(bool onHost)
{
  std::vector<IsogeometricCase> cases;
  for (const int n : { 32, 64, 128, 256, 512, 1024 })
  {
    if (!onHost || n <= 256)
    {
      cases.push_back({ LevelSetExample::Cantilever, { n, n / 2, 1 } });
    }
  }
  for (const int n : { 16, 32, 64, 128, 256 })
  {
    if (!onHost || n <= 32)
    {
      cases.push_back({ LevelSetExample::MbbBeam, { 6 * n, n, 1 } });
    }
  }
  cases.push_back({ LevelSetExample::QuarterAnnulus, { 64, 64, 1 } });
  cases.push_back({ LevelSetExample::Cantilever, { 64, 32, 1 }, 3 });
  cases.push_back({ LevelSetExample::Box, { 16, 8, 8 } });
  if (!onHost)
  {
    cases.push_back({ LevelSetExample::QuarterAnnulus, { 512, 512, 1 } });
    cases.push_back({ LevelSetExample::QuarterAnnulus, { 512, 512, 1 }, 3 });
    cases.push_back({ LevelSetExample::Cantilever, { 1024, 512, 1 }, 3 });
    cases.push_back({ LevelSetExample::Box, { 64, 32, 32 }, 3 });
    // These patches have one and ten million control points.
    cases.push_back({ LevelSetExample::Box, { 156, 78, 78 } });
    cases.push_back({ LevelSetExample::Box, { 340, 170, 170 } });
  }
  return cases;
}
}
