// Measures the seconds from Apply to the last iterate as seen by the window: topology_apply_time
// [--example 0..3] [--size 1..5] [--iterations 50] [--host]. The README of the benchmark has
// results.

#include "vtkTopologyBenchmark.h"
#include "vtkTopologyOptimize.h"

#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkNew.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"
#include "vtkUnstructuredGrid.h"

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace
{
double secondsSince(std::chrono::steady_clock::time_point start)
{
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double fieldValue(vtkDataObject* data, const char* name)
{
  return data->GetFieldData()->GetArray(name)->GetTuple1(0);
}
}

int main(int argc, char** argv)
{
  int example = 0;
  int size = 1;
  int iterations = 50;
  bool host = false;
  for (int i = 1; i < argc; ++i)
  {
    const bool more = i + 1 < argc;
    if (!std::strcmp(argv[i], "--host"))
    {
      host = true;
    }
    else if (more && !std::strcmp(argv[i], "--example"))
    {
      example = std::atoi(argv[++i]);
    }
    else if (more && !std::strcmp(argv[i], "--size"))
    {
      size = std::atoi(argv[++i]);
    }
    else if (more && !std::strcmp(argv[i], "--iterations"))
    {
      iterations = std::atoi(argv[++i]);
    }
    else
    {
      std::cerr << "topology_apply_time: cannot use '" << argv[i] << "'\n";
      return 1;
    }
  }

  vtkNew<vtkTopologyBenchmark> source;
  source->SetExample(example);
  source->SetSize(size);
  auto start = std::chrono::steady_clock::now();
  source->Update();
  vtkUnstructuredGrid* mesh = source->GetOutput();
  std::cout << mesh->GetNumberOfCells() << " cells, made in " << secondsSince(start) << " s\n";

  vtkNew<vtkTopologyOptimize> filter;
  filter->SetInputConnection(source->GetOutputPort());
  filter->SetVolumeFraction(fieldValue(mesh, "RecommendedVolumeFraction"));
  filter->SetFilterRadius(fieldValue(mesh, "RecommendedFilterRadius"));
  filter->SetMinimumDensity(fieldValue(mesh, "RecommendedMinimumDensity"));
  filter->SetMaximumIterations(iterations);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetDevice(host ? vtkTopologyOptimize::HOST : vtkTopologyOptimize::CUDA);

  start = std::chrono::steady_clock::now();
  filter->UpdateInformation();
  filter->GetOutputInformation(vtkTopologyOptimize::ITERATIONS)
    ->Set(vtkStreamingDemandDrivenPipeline::UPDATE_TIME_STEP(), iterations);
  filter->Update(vtkTopologyOptimize::ITERATIONS);
  const double total = secondsSince(start);

  filter->Update(vtkTopologyOptimize::CONVERGENCE);
  auto* history =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkTopologyOptimize::CONVERGENCE));
  const vtkIdType rows = history->GetNumberOfRows();
  if (rows != iterations + 1)
  {
    std::cerr << "topology_apply_time: the optimization ended after " << rows << " rows\n";
    return 1;
  }
  double steps = 0.0;
  for (vtkIdType i = 0; i < rows; ++i)
  {
    steps += history->GetValueByName(i, "Seconds").ToDouble();
  }
  std::cout << "Apply to iterate " << iterations << ": " << total << " s, of which iterations "
            << steps << " s; compliance "
            << history->GetValueByName(rows - 1, "Compliance").ToDouble() << "\n";
  return 0;
}
