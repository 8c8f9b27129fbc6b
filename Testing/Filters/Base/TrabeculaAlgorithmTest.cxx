// Tests of what all filters inherit from vtkTrabeculaAlgorithm and vtkDeviceAlgorithm, with minimal
// filters.

#include "TopologyTestInput.h"
#include "vtkDeviceAlgorithm.h"
#include "vtkTrabeculaAlgorithm.h"

#include "Core/Error.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

namespace
{
using trabecula::testing::Errors;
using trabecula::testing::hexahedra;

bool contains(const std::string& text, const std::string& word)
{
  return text.find(word) != std::string::npos;
}

/// A filter with configurable behavior that counts its executions.
class CountingFilter : public vtkDeviceAlgorithm
{
public:
  static CountingFilter* New();
  vtkTypeMacro(CountingFilter, vtkDeviceAlgorithm);

  std::function<void()> Work = [] {};
  int Computations = 0;

  /// Returns the number of the computation that an output shows, -1 without one.
  int shown()
  {
    auto* table = vtkTable::SafeDownCast(this->GetOutputDataObject(0));
    return table->GetNumberOfRows() > 0 ? static_cast<int>(table->GetValue(0, 0).ToDouble()) : -1;
  }

protected:
  int FillOutputPortInformation(int, vtkInformation* info) override
  {
    info->Set(vtkDataObject::DATA_TYPE_NAME(), "vtkTable");
    return 1;
  }

  void Compute(vtkInformationVector**) override
  {
    ++this->Computations;
    this->Work();
    vtkNew<vtkDoubleArray> number;
    number->SetName("Computation");
    number->InsertNextValue(this->Computations);
    vtkNew<vtkTable> table;
    table->AddColumn(number);
    this->SetResult(0, table);
    this->SetStatus("Computed.");
  }
};
vtkStandardNewMacro(CountingFilter);

/// A filter that fails in another request than that for data.
class FailingFilter : public CountingFilter
{
public:
  static FailingFilter* New();
  vtkTypeMacro(FailingFilter, CountingFilter);

protected:
  int RequestInformation(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override
  {
    throw std::bad_alloc();
  }
};
vtkStandardNewMacro(FailingFilter);

vtkSmartPointer<CountingFilter> filterOfMesh()
{
  auto filter = vtkSmartPointer<CountingFilter>::New();
  filter->SetInputDataObject(hexahedra());
  return filter;
}
}

TEST(TrabeculaAlgorithm, ResultsOfAnEarlierRunAreMarked)
{
  auto filter = filterOfMesh();
  Errors errors(filter);
  const auto mark = [&]
  {
    auto* text = vtkStringArray::SafeDownCast(
      filter->GetOutputDataObject(0)->GetFieldData()->GetAbstractArray("OutOfDate"));
    return text ? std::string(text->GetValue(0)) : "";
  };
  filter->Work = [] { throw trabecula::Error("At first."); };
  filter->Update();
  EXPECT_EQ(mark(), "") << "there are no results to mark";
  filter->Work = [] {};
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->shown(), 2);
  EXPECT_EQ(mark(), "");
  filter->Work = [] { throw trabecula::Error("Then."); };
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->shown(), 2);
  EXPECT_EQ(mark(), "Error: Then.");
  filter->Work = [] {};
  filter->Modified();
  filter->Update();
  EXPECT_EQ(filter->shown(), 4);
  EXPECT_EQ(mark(), "");
  EXPECT_EQ(errors.count(), 2);
}

TEST(TrabeculaAlgorithm, WaitsForAnInputThatWillCome)
{
  vtkNew<vtkUnstructuredGrid> empty;
  vtkNew<vtkStringArray> awaited;
  awaited->SetName("Awaited");
  awaited->InsertNextValue("the first iteration.");
  empty->GetFieldData()->AddArray(awaited);
  vtkNew<CountingFilter> filter;
  filter->SetInputDataObject(empty);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(filter->Computations, 0);
  EXPECT_TRUE(contains(filter->GetStatus(), "the first iteration"));
  EXPECT_TRUE(filter->GetOutputDataObject(0)->GetFieldData()->HasArray("Awaited"));
  EXPECT_EQ(errors.count(), 0);
  filter->SetInputDataObject(hexahedra());
  filter->Update();
  EXPECT_EQ(filter->shown(), 1);
  EXPECT_FALSE(filter->GetOutputDataObject(0)->GetFieldData()->HasArray("Awaited"));
}

TEST(TrabeculaAlgorithm, EachExceptionBecomesOneMessage)
{
  struct Case
  {
    std::function<void()> work;
    const char* words;
  };
  const Case cases[] = {
    { [] { throw trabecula::Error("The load is missing."); }, "The load is missing." },
    { [] { throw std::bad_alloc(); }, "not enough memory for a mesh of this size" },
    { [] { throw std::length_error("vector"); }, "not enough memory for a mesh of this size" },
    { [] { throw std::runtime_error("disk on fire"); }, "disk on fire" },
    { [] { throw 42; }, "unexpected" },
  };
  for (const Case& failing : cases)
  {
    SCOPED_TRACE(failing.words);
    auto filter = filterOfMesh();
    Errors errors(filter);
    filter->Update();
    EXPECT_EQ(filter->shown(), 1);
    filter->Work = failing.work;
    filter->Continue();
    filter->Update();
    EXPECT_EQ(errors.count(), 1) << errors.text();
    EXPECT_TRUE(contains(errors.text(), failing.words)) << errors.text();
    EXPECT_TRUE(contains(filter->GetStatus(), "Error: ")) << filter->GetStatus();
    EXPECT_EQ(filter->shown(), 1); // the last result
    filter->Update();
    EXPECT_EQ(errors.count(), 1);

    filter->Work = [] {};
    filter->Continue();
    filter->Update();
    EXPECT_EQ(errors.count(), 1);
    EXPECT_EQ(filter->shown(), 3);
    EXPECT_EQ(std::string(filter->GetStatus()), "Computed.");
  }
}

TEST(TrabeculaAlgorithm, NoExceptionLeavesOtherRequests)
{
  vtkNew<FailingFilter> filter;
  filter->SetInputDataObject(hexahedra());
  Errors errors(filter);
  filter->UpdateInformation();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "not enough memory")) << errors.text();
}

TEST(TrabeculaAlgorithm, ComputesOnlyWhatHasChanged)
{
  auto mesh = hexahedra();
  vtkNew<CountingFilter> filter;
  filter->SetInputDataObject(mesh);
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);

  // A shallow copy is another object with the same points, cells and arrays.
  vtkNew<vtkUnstructuredGrid> copy;
  copy->ShallowCopy(mesh);
  mesh->Modified();
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);
  EXPECT_EQ(filter->shown(), 1);
  trabecula::testing::setPointArray(
    mesh, "Force", std::vector<double>(3 * static_cast<std::size_t>(mesh->GetNumberOfPoints())));
  filter->Update();
  EXPECT_EQ(filter->Computations, 2);
  filter->SetThreads(1);
  filter->Update();
  EXPECT_EQ(filter->Computations, 3);
}

TEST(TrabeculaAlgorithm, AStoppedExecutionIsNotRepeatedUntilItIsAskedFor)
{
  auto filter = filterOfMesh();
  filter->SetAbortExecute(1); // remaining from an earlier execution
  int abort = -1;
  filter->Work = [&]
  {
    abort = filter->GetAbortExecute();
    filter->SetAbortExecute(1);
  };
  filter->Update();
  EXPECT_EQ(abort, 0);
  EXPECT_EQ(filter->GetAbortExecute(), 0);
  EXPECT_EQ(filter->Computations, 1);
  filter->Update();
  EXPECT_EQ(filter->Computations, 1);
  filter->Continue();
  filter->Update();
  EXPECT_EQ(filter->Computations, 2);
}

TEST(TrabeculaAlgorithm, TheFirstOfSeveralPiecesHasEverything)
{
  auto filter = filterOfMesh();
  filter->UpdatePiece(1, 2, 0);
  EXPECT_EQ(filter->Computations, 0);
  EXPECT_EQ(filter->shown(), -1);
  filter->UpdatePiece(0, 2, 0);
  EXPECT_EQ(filter->Computations, 1);
  EXPECT_EQ(filter->shown(), 1);
}

TEST(TrabeculaAlgorithm, RefusesBlocksOnceAndGoesOnWithAMesh)
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, hexahedra());
  blocks->SetBlock(1, hexahedra());
  const auto mesh = hexahedra();
  vtkNew<CountingFilter> filter;
  Errors errors(filter);
  filter->SetInputDataObject(mesh);
  filter->Update();
  filter->SetInputDataObject(blocks);
  filter->Update();
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "vtkMultiBlockDataSet")) << errors.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "Merge Blocks")) << filter->GetStatus();
  EXPECT_EQ(filter->Computations, 1);

  // The status is also updated when the input is set back to one that was computed before.
  filter->SetInputDataObject(mesh);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(std::string(filter->GetStatus()), "Computed.");
}

TEST(TrabeculaAlgorithm, PrintsAndLimitsItsProperties)
{
  auto filter = filterOfMesh();
  filter->SetDevice(7);
  EXPECT_EQ(filter->GetDevice(), vtkDeviceAlgorithm::CUDA);
  filter->SetDevice(-7);
  EXPECT_EQ(filter->GetDevice(), vtkDeviceAlgorithm::AUTOMATIC);
  filter->SetMemoryLimit(-1); // refused when it executes
  EXPECT_EQ(filter->GetMemoryLimit(), -1);
  filter->SetMemoryLimit(0);
  filter->SetThreads(3);
  std::ostringstream text;
  filter->Print(text);
  for (const char* line :
    { "Threads: 3\n", "Device: 0\n", "MemoryLimit: 0\n", "Status: Nothing computed yet.\n" })
  {
    EXPECT_TRUE(contains(text.str(), line)) << line;
  }
}
