// Tests of the Topology Benchmark source with properties out of range.

#include "TopologyTestInput.h"

#include "vtkNew.h"
#include "vtkTopologyBenchmark.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace trabecula::testing
{
namespace
{
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
using Source = vtkTopologyBenchmark;

/// A property out of range, and a word that the message must have.
struct BenchmarkRefusal
{
  const char* name;
  const char* word;
  std::function<void(Source*)> spoil;
};

class TopologyBenchmarkRefusal : public ::testing::TestWithParam<BenchmarkRefusal>
{
};
}

TEST_P(TopologyBenchmarkRefusal, IsOneMessageAndTheSourceStaysUsable)
{
  vtkNew<vtkTopologyBenchmark> source;
  Errors errors(source);
  GetParam().spoil(source);
  source->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_NE(errors.text().find(GetParam().word), std::string::npos) << errors.text();
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 0);

  source->SetExample(vtkTopologyBenchmark::CANTILEVER_3D);
  source->SetSize(0);
  source->SetResolution(2);
  source->SetElementLength(1.0);
  source->SetNodalForce(1.0);
  source->Update();
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 16);
}

INSTANTIATE_TEST_SUITE_P(Each, TopologyBenchmarkRefusal,
  ::testing::Values( //
    BenchmarkRefusal{ "Example", "example", [](Source* s) { s->SetExample(8); } },
    BenchmarkRefusal{ "NegativeExample", "example", [](Source* s) { s->SetExample(-1); } },
    BenchmarkRefusal{ "NegativeSize", "Size", [](Source* s) { s->SetSize(-1); } },
    BenchmarkRefusal{ "SixthSize", "Size", [](Source* s) { s->SetSize(6); } },
    BenchmarkRefusal{ "CoarseRod", "at least 14",
      [](Source* s)
      {
        s->SetExample(vtkTopologyBenchmark::CONNECTING_ROD);
        s->SetResolution(13);
      } },
    BenchmarkRefusal{ "CoarseCube", "at least 5",
      [](Source* s)
      {
        s->SetExample(vtkTopologyBenchmark::CUBE);
        s->SetResolution(4);
      } },
    BenchmarkRefusal{ "FifthSizeOfThePlate", "4 sizes",
      [](Source* s)
      {
        s->SetExample(vtkTopologyBenchmark::PLATE_CANTILEVER);
        s->SetSize(5);
      } },
    BenchmarkRefusal{ "SecondSizeOfTheAnnulus", "1 size of",
      [](Source* s)
      {
        s->SetExample(vtkTopologyBenchmark::QUARTER_ANNULUS);
        s->SetSize(2);
      } },
    BenchmarkRefusal{ "TooManyNodesOfTheCube", "2147483647",
      [](Source* s)
      {
        s->SetExample(vtkTopologyBenchmark::CUBE);
        s->SetResolution(2000);
      } },
    BenchmarkRefusal{ "NoElements", "Resolution", [](Source* s) { s->SetResolution(0); } },
    BenchmarkRefusal{ "NegativeResolution", "Resolution", [](Source* s) { s->SetResolution(-5); } },
    BenchmarkRefusal{ "TooManyNodes", "2147483647", [](Source* s) { s->SetResolution(2000); } },
    BenchmarkRefusal{ "NoLength", "ElementLength", [](Source* s) { s->SetElementLength(0.0); } },
    BenchmarkRefusal{
      "NegativeLength", "ElementLength", [](Source* s) { s->SetElementLength(-1.0); } },
    BenchmarkRefusal{ "LengthNaN", "ElementLength", [](Source* s) { s->SetElementLength(NaN); } },
    BenchmarkRefusal{ "ForceNaN", "NodalForce", [](Source* s) { s->SetNodalForce(NaN); } }),
  [](const auto& info) { return std::string(info.param.name); });
}
