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
/// The dataset that results are attached to: the solid cells of the input with its arrays at the
/// time of construction, or a grid with the same points, cells and arrays.
class ResultGeometry
{
public:
  ResultGeometry() = default;
  /// @throws Error as solidCellsOf()
  explicit ResultGeometry(vtkDataSet* input);

  /// A dataset that gives the same geometry again: the input if it has hidden cells, else solid().
  vtkDataSet* source() const { return this->Image ? this->Image : this->Solid; }
  /// The solid cells of the input, see solidCellsOf().
  vtkDataSet* solid() const { return this->Solid; }
  /// A sentence on what of the input was left out; empty if nothing was.
  const std::string& note() const { return this->Note; }
  /// solid() as an unstructured grid, which is created at the first call.
  vtkUnstructuredGrid* grid() const;
  /// The dataset that results on an output of this type are attached to; null for image data if the
  /// input is not image data.
  vtkDataSet* asOutput(vtkDataSet* output) const;

  /// Whether the input is an image with hidden cells: solid() is then a grid of the others.
  bool isOfVisibleCells() const { return this->Image != nullptr; }
  /// Adds the arrays of points and cells of solid() to an image like the input, with zeros where
  /// cells are hidden. @param arrays active attributes stay active
  void spread(vtkDataSet* arrays, vtkDataSet* image) const;
  /// An image like the input with the arrays and the active attributes of a grid like solid(). For
  /// isOfVisibleCells().
  vtkSmartPointer<vtkDataSet> asImage(vtkDataSet* grid) const;

private:
  vtkSmartPointer<vtkDataSet> Solid;
  vtkSmartPointer<vtkDataSet> Image;      ///< the input if it has hidden cells, else null
  vtkSmartPointer<vtkIdTypeArray> Points; ///< of the image, for each of solid()
  vtkSmartPointer<vtkIdTypeArray> Cells;
  std::string Note;
  mutable vtkSmartPointer<vtkUnstructuredGrid> Grid;
};

/// Ensures that the data object of an output port is of one of VTK's types, such as VTK_POLY_DATA.
/// For REQUEST_DATA_OBJECT.
void requestType(vtkInformationVector* outputVector, int port, int type);

/// The same with image data or an unstructured grid.
void requestImage(vtkInformationVector* outputVector, int port, bool isImage);
}

#endif
