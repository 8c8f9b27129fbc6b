// Seconds from Apply to what a window draws, of a bone-like sample with an image as output, or
// hexahedra, or their surface:
// micro_fe_apply_time [--size 128] [--period size*40/550] [--device host|cuda] [--repeat 1]
// [--tolerance 1e-6] [--no-tensors] [--hexahedra] [--surface] [--skip-surface]. The sample of the
// benchmark's trabecular_550 is --size 550.

#include "vtkTrabecularSample.h"
#include "vtkVoxelMicroFe.h"

#include "vtkCallbackCommand.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkGeometryFilter.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSMPTools.h"
#include "vtkTable.h"

#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace
{
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double peakGigabytes()
{
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0 / 1e9;
}

void print(const std::string& what, double seconds)
{
  std::cout << "  " << std::left << std::setw(44) << what << std::right << std::fixed
            << std::setprecision(3) << std::setw(9) << seconds << " s\n";
}

/// Records when a filter first reported each of its activities.
class Activities
{
public:
  explicit Activities(vtkAlgorithm* filter)
  {
    vtkNew<vtkCallbackCommand> command;
    command->SetClientData(this);
    command->SetCallback(
      [](vtkObject* caller, unsigned long, void* self, void*)
      {
        const char* text = static_cast<vtkAlgorithm*>(caller)->GetProgressText();
        static_cast<Activities*>(self)->add(text ? text : "");
      });
    filter->AddObserver(vtkCommand::ProgressEvent, command);
  }

  void restart() { this->Starts.clear(); }

  /// Returns the seconds from the first report of one activity to that of a later one.
  double between(const std::string& first, const std::string& second) const
  {
    Clock::time_point begin = {};
    for (const auto& [text, time] : this->Starts)
    {
      if (begin == Clock::time_point() && text == first)
      {
        begin = time;
      }
      else if (begin != Clock::time_point() && text == second)
      {
        return std::chrono::duration<double>(time - begin).count();
      }
    }
    return 0.0;
  }

  double since(const std::string& first) const
  {
    for (const auto& [text, time] : this->Starts)
    {
      if (text == first)
      {
        return secondsSince(time);
      }
    }
    return 0.0;
  }

private:
  void add(const std::string& text)
  {
    if (this->Starts.empty() || this->Starts.back().first != text)
    {
      this->Starts.emplace_back(text, Clock::now());
    }
  }

  std::vector<std::pair<std::string, Clock::time_point>> Starts;
};

double quantity(vtkTable* summary, const std::string& name)
{
  for (vtkIdType row = 0; row < summary->GetNumberOfRows(); ++row)
  {
    if (summary->GetValueByName(row, "Quantity").ToString() == name)
    {
      return summary->GetValueByName(row, "Result").ToDouble();
    }
  }
  return 0.0;
}

/// Computes the ranges of all arrays, which ParaView requests after each update.
void findRanges(vtkDataSetAttributes* arrays)
{
  for (int i = 0; i < arrays->GetNumberOfArrays(); ++i)
  {
    vtkDataArray* array = arrays->GetArray(i);
    for (int c = -1; array && c < array->GetNumberOfComponents(); ++c)
    {
      double range[2];
      array->GetRange(range, c);
      array->GetFiniteRange(range, c);
    }
  }
}

struct Options
{
  int size = 128;
  double period = 0.0;
  int repeat = 1;
  double tolerance = 1e-6;
  bool cuda = false;
  bool tensors = true;
  int geometry = vtkVoxelMicroFe::IMAGE;
  bool surface = true;
};

bool read(int argc, char** argv, Options& options)
{
  for (int i = 1; i < argc; ++i)
  {
    const std::string option = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
    if (option == "--no-tensors")
    {
      options.tensors = false;
      continue;
    }
    if (option == "--hexahedra")
    {
      options.geometry = vtkVoxelMicroFe::HEXAHEDRA;
      continue;
    }
    if (option == "--surface")
    {
      options.geometry = vtkVoxelMicroFe::SURFACE;
      continue;
    }
    if (option == "--skip-surface")
    {
      options.surface = false;
      continue;
    }
    if (value && option == "--size")
    {
      options.size = std::atoi(value);
    }
    else if (value && option == "--period")
    {
      options.period = std::atof(value);
    }
    else if (value && option == "--repeat")
    {
      options.repeat = std::atoi(value);
    }
    else if (value && option == "--tolerance")
    {
      options.tolerance = std::atof(value);
    }
    else if (option == "--device" && value &&
      (!std::strcmp(value, "host") || !std::strcmp(value, "cuda")))
    {
      options.cuda = !std::strcmp(value, "cuda");
    }
    else
    {
      std::cerr << "micro_fe_apply_time: cannot use '" << option << "'\n";
      return false;
    }
    ++i;
  }
  if (options.period == 0.0)
  {
    options.period = options.size * 40.0 / 550.0;
  }
  return true;
}

/// Updates the filter and prints the time of each step. @return whether there is a result
bool measureFilter(vtkVoxelMicroFe* filter, Activities& activities)
{
  activities.restart();
  const auto start = Clock::now();
  filter->Update();
  const double total = secondsSince(start);
  auto* summary = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkVoxelMicroFe::SUMMARY));
  if (summary->GetNumberOfRows() == 0)
  {
    std::cerr << "micro_fe_apply_time: " << filter->GetStatus() << "\n";
    return false;
  }
  const double setup = quantity(summary, "SetupSeconds");
  const double solve = quantity(summary, "SolveSeconds");
  const double fields = quantity(summary, "FieldsSeconds");
  const double reading = activities.between("Reading the image", "");
  const double writing = activities.since("Writing results") - secondsSince(start) + total;
  std::cout << std::defaultfloat << std::setprecision(6) << quantity(summary, "Elements")
            << " elements, " << quantity(summary, "SolverIterations") << " iterations on "
            << filter->GetDeviceUsed() << ", apparent modulus "
            << quantity(summary, "ApparentModulus") << "\n";
  print("filter, from Apply to its output", total);
  print("  set-up, by the summary", setup);
  print("  solution", solve);
  print("  summary", fields);
  print("  reading the image", reading);
  print("  computing and writing fields, and the end", writing);
  print("  the rest", total - setup - solve - fields - reading - writing);
  return true;
}

/// Measures what a window requires of the output: information for its panels, and the surface.
void measurePicture(vtkDataSet* data, bool withSurface)
{
  auto start = Clock::now();
  findRanges(data->GetPointData());
  findRanges(data->GetCellData());
  print("ranges of all arrays, for panels", secondsSince(start));
  if (!withSurface)
  {
    return;
  }
  start = Clock::now();
  vtkNew<vtkGeometryFilter> geometry;
  geometry->PassThroughCellIdsOn(); // as representations do
  geometry->PassThroughPointIdsOn();
  vtkNew<vtkPolyData> surface;
  if (auto* image = vtkImageData::SafeDownCast(data))
  {
    geometry->StructuredExecute(image, surface, image->GetExtent());
  }
  else if (vtkPolyData::SafeDownCast(data))
  {
    geometry->PolyDataExecute(data, surface);
  }
  else
  {
    geometry->UnstructuredGridExecute(data, surface);
  }
  print("surface of visible cells", secondsSince(start));
  std::cout << "  " << surface->GetNumberOfCells() << " faces, "
            << static_cast<double>(surface->GetActualMemorySize()) * 1024.0 / 1e9 << " GB\n";
}
}

int main(int argc, char** argv)
{
  Options options;
  if (!read(argc, argv, options))
  {
    return 1;
  }
  vtkNew<vtkTrabecularSample> source;
  source->SetDimensions(options.size, options.size, options.size);
  source->SetVoxelsPerPeriod(options.period);
  source->SetVolumeFraction(0.205);
  const auto start = Clock::now();
  source->Update();
  std::cout << options.size << "^3 voxels, made in " << secondsSince(start) << " s; "
            << vtkSMPTools::GetEstimatedNumberOfThreads() << " threads of VTK's\n";

  findRanges(source->GetOutput()->GetCellData()); // computed when the sample is shown
  vtkNew<vtkVoxelMicroFe> filter;
  filter->SetInputConnection(source->GetOutputPort());
  filter->SetResultGeometry(options.geometry);
  filter->SetTensorFields(options.tensors);
  filter->SetTolerance(options.tolerance);
  filter->SetDevice(options.cuda ? vtkVoxelMicroFe::CUDA : vtkVoxelMicroFe::HOST);
  Activities activities(filter);
  for (int run = 0; run < options.repeat; ++run)
  {
    filter->Continue();
    if (!measureFilter(filter, activities))
    {
      return 1;
    }
    auto* data = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(vtkVoxelMicroFe::SOLID));
    std::cout << "  output " << static_cast<double>(data->GetActualMemorySize()) * 1024.0 / 1e9
              << " GB, peak of the process " << peakGigabytes() << " GB\n";
    measurePicture(data, options.surface);
  }
  std::cout << "peak memory " << peakGigabytes() << " GB\n";
  return 0;
}
