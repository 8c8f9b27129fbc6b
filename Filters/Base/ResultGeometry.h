#ifndef TRABECULA_FILTERS_RESULTGEOMETRY_H
#define TRABECULA_FILTERS_RESULTGEOMETRY_H

#include "vtkDataSet.h"
#include "vtkSmartPointer.h"
#include "vtkUnstructuredGrid.h"

class vtkInformationVector;

namespace trabecula::filters
{
/// The dataset that results are attached to: the input with its arrays at the time of construction,
/// or hexahedra with the same points, cells and arrays.
class ResultGeometry
{
public:
  ResultGeometry() = default;
  /// @throws Error as requireHexahedra()
  explicit ResultGeometry(vtkDataSet* input);

  vtkDataSet* asInput() const { return this->Input; }
  /// Created at the first call.
  vtkUnstructuredGrid* hexahedra() const;
  /// The dataset that results on an output of this type are attached to; null for image data if the
  /// input is not image data.
  vtkDataSet* asOutput(vtkDataSet* output) const;

private:
  vtkSmartPointer<vtkDataSet> Input;
  mutable vtkSmartPointer<vtkUnstructuredGrid> Hexahedra;
};

/// Ensures that the data object of an output port is image data or an unstructured grid. For
/// REQUEST_DATA_OBJECT.
void requestImage(vtkInformationVector* outputVector, int port, bool isImage);
}

#endif
