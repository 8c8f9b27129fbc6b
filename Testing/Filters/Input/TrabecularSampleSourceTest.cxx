// Tests of the Trabecular Sample source: data passed on from the library's samples, parts of the
// extent, invalid properties.

#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkTrabecularSample.h"

#include "Mesh/Generators/TrabecularSample.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <numeric>

namespace trabecula::testing
{
namespace
{
vtkSmartPointer<vtkTrabecularSample> smallSource()
{
  auto source = vtkSmartPointer<vtkTrabecularSample>::New();
  source->SetDimensions(20, 12, 16);
  source->SetVoxelsPerPeriod(6.5);
  source->SetVolumeFraction(0.3);
  source->SetVoxelSize(0.5);
  source->SetSeed(4);
  source->SetConnected(false);
  source->SetGenerateDensity(true);
  return source;
}

struct SampleRefusal
{
  const char* name;
  std::vector<std::string> words;
  std::function<void(vtkTrabecularSample*)> spoil;
};

const SampleRefusal SampleRefusals[] = {
  { "NoVoxels", { "0 voxels along y" }, [](auto* s) { s->SetDimensions(4, 0, 4); } },
  { "NegativeVoxels", { "-3 voxels along z" }, [](auto* s) { s->SetDimensions(4, 4, -3); } },
  { "TooManyVoxels", { "Dimensions", "2147483647" },
    [](auto* s) { s->SetDimensions(2000, 2000, 2000); } },
  { "VoxelSize", { "VoxelSize", "above zero" }, [](auto* s) { s->SetVoxelSize(0.0); } },
  { "VoxelSizeNotANumber", { "VoxelSize", "nan" },
    [](auto* s) { s->SetVoxelSize(std::numeric_limits<double>::quiet_NaN()); } },
  { "Period", { "period", "1 voxels" }, [](auto* s) { s->SetVoxelsPerPeriod(1.0); } },
  { "VolumeFraction", { "volume fraction", "1.5" }, [](auto* s) { s->SetVolumeFraction(1.5); } },
  { "Seed", { "Seed", "-1" }, [](auto* s) { s->SetSeed(-1); } },
};

class TrabecularSampleRefusal : public ::testing::TestWithParam<SampleRefusal>
{
};
}

TEST(TrabecularSampleSource, IsTheLibrarysSample)
{
  TrabecularSampleSettings settings;
  settings.cells = { 20, 12, 16 };
  settings.voxelsPerPeriod = 6.5;
  settings.volumeFraction = 0.3;
  settings.seed = 4;
  const TrabecularSample sample = makeTrabecularSample(settings, true);

  auto source = smallSource();
  source->Update();
  vtkImageData* output = source->GetOutput();
  EXPECT_EQ(output->GetNumberOfCells(), 20 * 12 * 16);
  for (int d = 0; d < 3; ++d)
  {
    EXPECT_EQ(output->GetSpacing()[d], 0.5);
    EXPECT_EQ(output->GetOrigin()[d], 0.0);
  }
  EXPECT_EQ(
    cellValues(output, "Solid"), std::vector<double>(sample.solid.begin(), sample.solid.end()));
  EXPECT_EQ(cellValues(output, "Density"),
    std::vector<double>(sample.density.begin(), sample.density.end()));
  EXPECT_STREQ(output->GetCellData()->GetScalars()->GetName(), "Solid");
  EXPECT_NEAR(
    output->GetFieldData()->GetArray("VolumeFraction")->GetComponent(0, 0), 0.3, 1.0 / 3840);

  source->GenerateDensityOff();
  source->ConnectedOn();
  source->Update();
  EXPECT_FALSE(output->GetCellData()->HasArray("Density"));
  const std::vector<double> connected = cellValues(output, "Solid");
  EXPECT_LT(std::accumulate(connected.begin(), connected.end(), 0.0), 0.3 * 3840);
}

TEST(TrabecularSampleSource, MakesPartsOfTheWhole)
{
  auto whole = smallSource();
  whole->Update();
  auto part = smallSource();
  const int extent[6] = { 3, 11, 0, 12, 7, 16 };
  part->UpdateExtent(extent);
  vtkImageData* output = part->GetOutput();
  ASSERT_EQ(output->GetNumberOfCells(), 8 * 12 * 9);
  vtkIdType cell = 0;
  for (int k = 7; k < 16; ++k)
  {
    for (int j = 0; j < 12; ++j)
    {
      for (int i = 3; i < 11; ++i, ++cell)
      {
        EXPECT_EQ(output->GetCellData()->GetArray("Solid")->GetComponent(cell, 0),
          whole->GetOutput()->GetCellData()->GetArray("Solid")->GetComponent(
            i + 20 * (j + 12 * k), 0));
      }
    }
  }
}

TEST(TrabecularSampleSource, MakesOneVoxel)
{
  auto source = smallSource();
  source->SetDimensions(1, 1, 1);
  source->Update();
  EXPECT_EQ(cellValues(source->GetOutput(), "Solid"), std::vector<double>(1, 1.0));
}

TEST_P(TrabecularSampleRefusal, SaysOnceWhatIsWrongAndWorksAfter)
{
  auto source = smallSource();
  Errors errors(source);
  GetParam().spoil(source);
  source->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  for (const std::string& word : GetParam().words)
  {
    EXPECT_TRUE(contains(errors.text(), word)) << word << " in " << errors.text();
  }
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 0);

  source->SetDimensions(3, 3, 3);
  source->SetVoxelSize(1.0);
  source->SetVoxelsPerPeriod(3.0);
  source->SetVolumeFraction(0.5);
  source->SetSeed(1);
  source->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 27);
}

INSTANTIATE_TEST_SUITE_P(Properties, TrabecularSampleRefusal, ::testing::ValuesIn(SampleRefusals),
  [](const auto& info) { return std::string(info.param.name); });
}
