#ifndef TRABECULA_FILTERS_RESULTGEOMETRY_H
#define TRABECULA_FILTERS_RESULTGEOMETRY_H

#include "vtkDataSet.h"
#include "vtkIdTypeArray.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

#include <string>

class vtkInformationVector;

namespace trabecula::filters
{
/// The dataset to which results are attached: the solid cells of the input with the arrays that it
/// had at construction, or a grid with the same points, cells and arrays.
class ResultGeometry
{
public:
  ResultGeometry() = default;
  /// @throws Error as solidCellsOf()
  explicit ResultGeometry(vtkDataSet* input);

  /// Returns a dataset from which the same geometry can be made: the input if it has hidden cells,
  /// else solid().
  vtkDataSet* source() const { return this->Image ? this->Image : this->Solid; }
  /// Returns the solid cells of the input, see solidCellsOf().
  vtkDataSet* solid() const { return this->Solid; }
  /// Returns a sentence on which parts of the input were left out; empty if none was.
  const std::string& note() const { return this->Note; }
  /// Returns solid() as an unstructured grid, which is created at the first call.
  vtkUnstructuredGrid* grid() const;
  /// Returns the dataset to which results on an output of this type are attached; null for image
  /// data if the input is not image data.
  vtkDataSet* asOutput(vtkDataSet* output) const;

  /// Whether the input is an image with hidden cells; solid() is then a grid of the visible cells.
  bool isOfVisibleCells() const { return this->Image != nullptr; }
  /// Adds the point and cell arrays of solid() to an image with the geometry of the input, with
  /// zeros at hidden cells.
  /// @param arrays active attributes remain active
  void spread(vtkDataSet* arrays, vtkDataSet* image) const;
  /// Returns an image with the geometry of the input and with the arrays and active attributes of a
  /// grid that corresponds to solid(). Valid if isOfVisibleCells().
  vtkSmartPointer<vtkDataSet> asImage(vtkDataSet* grid) const;

private:
  vtkSmartPointer<vtkDataSet> Solid;
  vtkSmartPointer<vtkDataSet> Image;      ///< the input if it has hidden cells, else null
  vtkSmartPointer<vtkIdTypeArray> Points; ///< point index in the image, for each point of solid()
  vtkSmartPointer<vtkIdTypeArray> Cells;
  std::string Note;
  mutable vtkSmartPointer<vtkUnstructuredGrid> Grid;
};

/// Ensures in REQUEST_DATA_OBJECT that the data object of an output port has a type of VTK, such as
/// VTK_POLY_DATA.
void requestType(vtkInformationVector* outputVector, int port, int type);

/// Ensures that the data object of an output port is image data or an unstructured grid.
void requestImage(vtkInformationVector* outputVector, int port, bool isImage);
}

#endif
