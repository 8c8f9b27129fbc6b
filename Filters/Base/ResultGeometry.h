#ifndef TRABECULA_FILTERS_RESULTGEOMETRY_H
#define TRABECULA_FILTERS_RESULTGEOMETRY_H

#include "vtkDataSet.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

class vtkInformationVector;

namespace trabecula::filters
{
/// The dataset that results are attached to: the input with its arrays, as it was when this was
/// made, or hexahedra with the same points, cells and arrays.
class ResultGeometry
{
public:
  ResultGeometry() = default;
  /// @throws Error as requireHexahedra()
  explicit ResultGeometry(vtkDataSet* input);

  vtkDataSet* asInput() const { return this->Input; }
  /// Made when first asked for.
  vtkUnstructuredGrid* hexahedra() const;
  /// What results on an output of this type are attached to; null for image data where the input
  /// is not.
  vtkDataSet* asOutput(vtkDataSet* output) const;

private:
  vtkSmartPointer<vtkDataSet> Input;
  mutable vtkSmartPointer<vtkUnstructuredGrid> Hexahedra;
};

/// Makes the data object of an output port image data or an unstructured grid, unless it is so
/// already. For REQUEST_DATA_OBJECT.
void requestImage(vtkInformationVector* outputVector, int port, bool isImage);
}

#endif
