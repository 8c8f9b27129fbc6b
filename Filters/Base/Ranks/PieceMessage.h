#ifndef TRABECULA_FILTERS_PIECEMESSAGE_H
#define TRABECULA_FILTERS_PIECEMESSAGE_H

#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkMultiProcessStream.h"
#include "vtkSmartPointer.h"

#include <vector>

class vtkFieldData;
class vtkMultiProcessController;
class vtkPoints;

namespace trabecula::filters
{
/**
 * A dataset as a message between ranks: a description, from which the receiver allocates the
 * dataset, and the values of its arrays.
 *
 * Both are separate so that the receiver can say that its memory does not suffice before the values
 * are sent. Names, active attributes and names of components are kept.
 */
class PieceMessage
{
public:
  /// To be sent. @param piece as makePlainPiece() makes it; may be null
  explicit PieceMessage(vtkDataSet* piece);
  /// Received: allocates the dataset.
  explicit PieceMessage(vtkMultiProcessStream& description);

  vtkMultiProcessStream& description() { return this->Description; }
  /// The dataset; null if a null was sent.
  vtkSmartPointer<vtkDataSet> piece() const { return this->Piece; }

  void sendValues(vtkMultiProcessController& controller, int to) const;
  /// To be called before the dataset is used.
  void receiveValues(vtkMultiProcessController& controller, int from);

private:
  void describeGeometry();
  void describeArrays(vtkFieldData* arrays);
  void makeGeometry();
  void makeArrays(vtkFieldData* arrays);
  void describeValues(vtkDataArray* array);
  vtkSmartPointer<vtkDataArray> makeValues();
  void describePoints(vtkPoints* points);
  void makePoints();
  void takeCells();

  vtkMultiProcessStream Description;
  vtkSmartPointer<vtkDataSet> Piece;
  std::vector<vtkSmartPointer<vtkDataArray>> Values; ///< in the order of the description
  ///@{
  /// Those of received cells, which a dataset takes once they have values.
  vtkSmartPointer<vtkDataArray> Types;
  std::vector<vtkSmartPointer<vtkDataArray>> Offsets;
  std::vector<vtkSmartPointer<vtkDataArray>> Connectivity;
  ///@}
};
}

#endif
