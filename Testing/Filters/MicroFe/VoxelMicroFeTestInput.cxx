#include "VoxelMicroFeTestInput.h"

#include "Mesh/Generators/TrabecularSample.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace trabecula::testing
{
vtkSmartPointer<vtkImageData> voxelImage(
  const std::array<int, 3>& cells, const std::function<double(int, int, int)>& value)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(cells[0] + 1, cells[1] + 1, cells[2] + 1);
  std::vector<double> values;
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        values.push_back(value(i, j, k));
      }
    }
  }
  setCellArray(image, "Solid", values);
  return image;
}

vtkSmartPointer<vtkImageData> block(const std::array<int, 3>& cells)
{
  return voxelImage(cells, [](int, int, int) { return 1.0; });
}

vtkSmartPointer<vtkImageData> labelledImage()
{
  return voxelImage(
    { 4, 4, 4 }, [](int i, int j, int k) { return i + j + k == 0 ? 0.0
                                             : k < 2             ? 1.0
                                                                 : 2.0; });
}

vtkSmartPointer<vtkImageData> porousImage()
{
  TrabecularSampleSettings settings;
  settings.cells = { 12, 10, 14 };
  settings.voxelsPerPeriod = 7.0;
  settings.volumeFraction = 0.45;
  settings.seed = 3;
  settings.connected = true;
  static const TrabecularSample sample = makeTrabecularSample(settings);
  auto image = voxelImage(settings.cells,
    [&](int i, int j, int k)
    { return sample.solid[static_cast<std::size_t>(i + 12 * (j + 10 * k))]; });
  image->SetSpacing(0.1, 0.12, 0.09);
  image->SetOrigin(3.0, -2.0, 0.5);
  return image;
}

vtkSmartPointer<vtkImageData> numberedImage()
{
  auto image = porousImage();
  std::vector<double> cells(static_cast<std::size_t>(image->GetNumberOfCells()));
  std::iota(cells.begin(), cells.end(), 0.0);
  setCellArray(image, "Number", cells);
  std::vector<double> points(3 * static_cast<std::size_t>(image->GetNumberOfPoints()));
  std::iota(points.begin(), points.end(), 0.0);
  setPointArray(image, "PointNumber", points);
  return image;
}

vtkSmartPointer<vtkImageData> valuesAtPoints(vtkImageData* image)
{
  auto result = vtkSmartPointer<vtkImageData>::New();
  const int* points = image->GetDimensions();
  result->SetDimensions(points[0] - 1, points[1] - 1, points[2] - 1);
  result->SetSpacing(image->GetSpacing());
  double origin[3];
  for (int d = 0; d < 3; ++d)
  {
    origin[d] = image->GetOrigin()[d] + 0.5 * image->GetSpacing()[d];
  }
  result->SetOrigin(origin);
  result->GetPointData()->SetScalars(image->GetCellData()->GetArray("Solid"));
  return result;
}

vtkSmartPointer<vtkVoxelMicroFe> microFeOf(vtkImageData* image)
{
  auto filter = vtkSmartPointer<vtkVoxelMicroFe>::New();
  filter->SetInputData(image);
  filter->SetDevice(vtkVoxelMicroFe::HOST);
  return filter;
}

vtkSmartPointer<vtkVoxelMicroFe> accurateMicroFeOf(vtkImageData* image)
{
  auto filter = microFeOf(image);
  filter->SetTolerance(AccurateTolerance);
  return filter;
}

VoxelMicroFeProblem microFeProblem(vtkImageData* image)
{
  VoxelMicroFeProblem problem;
  const int* points = image->GetDimensions();
  problem.image.cells = { points[0] - 1, points[1] - 1, points[2] - 1 };
  std::copy_n(image->GetSpacing(), 3, problem.image.spacing.begin());
  for (const double solid : cellValues(image, "Solid"))
  {
    problem.image.moduli.push_back(6829.0 * solid);
  }
  return problem;
}

std::size_t bytesOfResults(vtkDataSet* solid)
{
  std::size_t bytes = 0;
  for (vtkDataSetAttributes* attributes :
    { static_cast<vtkDataSetAttributes*>(solid->GetPointData()),
      static_cast<vtkDataSetAttributes*>(solid->GetCellData()) })
  {
    for (int i = 0; i < attributes->GetNumberOfArrays(); ++i)
    {
      vtkDataArray* array = attributes->GetArray(i);
      const bool isOfInput = std::string(array->GetName()) == "Solid";
      bytes += isOfInput ? 0
                         : static_cast<std::size_t>(array->GetNumberOfValues()) *
          static_cast<std::size_t>(array->GetDataTypeSize());
    }
  }
  return bytes;
}

double quantity(vtkVoxelMicroFe* filter, const std::string& name)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Summary));
  auto* names = vtkStringArray::SafeDownCast(table->GetColumnByName("Quantity"));
  const vtkIdType row = names ? names->LookupValue(name) : -1;
  return row < 0 ? std::numeric_limits<double>::quiet_NaN()
                 : table->GetValueByName(row, "Result").ToDouble();
}

std::vector<double> historyColumn(vtkVoxelMicroFe* filter, const char* name)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(MicroFeConvergence));
  auto* column = vtkDataArray::SafeDownCast(table->GetColumnByName(name));
  std::vector<double> values;
  for (vtkIdType i = 0; column && i < column->GetNumberOfTuples(); ++i)
  {
    values.push_back(column->GetComponent(i, 0));
  }
  return values;
}

double relative(const std::vector<double>& a, const std::vector<double>& b)
{
  double largest = 0.0;
  for (const double value : b)
  {
    largest = std::max(largest, std::abs(value));
  }
  return difference(a, b) / largest;
}
}
