#ifndef TRABECULA_FILTERS_RANKINPUTS_H
#define TRABECULA_FILTERS_RANKINPUTS_H

#include "InputStamp.h"
#include "PieceTypes.h"

#include "vtkInformationVector.h"
#include "vtkSelection.h"
#include "vtkSmartPointer.h"

#include <functional>
#include <string>
#include <vector>

class vtkMultiProcessController;

namespace trabecula::filters
{
/// What a filter says of the gathering of its inputs.
struct GatheringTexts
{
  AgreementTest mustAgree;
  std::function<std::string()> lackOfMemory;
  /// Name of a connection of a port; empty where there is only one.
  std::function<std::string(int port, int connection)> nameOfInput;
  /// Whether all ranks get the whole inputs, as they compute together.
  bool areForAllRanks = false;
};

/**
 * The inputs of a filter on all ranks, brought together on rank 0, and from there on all ranks if a
 * filter computes on them.
 *
 * A dataset is gathered only if it has changed on a rank since, so that rank 0 sees the same object
 * as long as it has not. Selections are translated. Other data objects are those of rank 0.
 */
class RankInputs
{
public:
  /**
   * Collective. Errors are kept and are the same on all ranks; the data objects of inputs with an
   * error are empty.
   */
  void gather(vtkMultiProcessController& controller, vtkInformationVector** inputs,
    int numberOfPorts, const GatheringTexts& texts);

  /// What is wrong with the inputs; empty if nothing is.
  const std::string& error() const { return this->Error; }
  /// The failure of a filter upstream, if the error is that there is no input.
  const std::string& failedInput() const { return this->FailedInput; }

  /// On rank 0, and on others that get the inputs, too, copies of the vectors that were passed to
  /// gather(), with the gathered data.
  vtkInformationVector** vectors() { return this->Pointers.data(); }

  /// The pieces of the first input at the last gathering without an error; null before.
  const GatheredPieces* firstInput() const;

  /// Largest number of ranks that had parts of an input.
  int holders() const;

private:
  struct Connection
  {
    bool isKnown = false;
    InputStamp stamp; ///< of the piece of this rank
    std::string error;
    GatheredPieces pieces;                   ///< on rank 0, of the last gathering without an error
    vtkSmartPointer<vtkDataSet> shown;       ///< the whole, or an empty dataset after an error
    vtkSmartPointer<vtkSelection> selection; ///< of the whole, if the input is a selection
  };

  void gatherChanged(vtkMultiProcessController& controller, vtkInformationVector** inputs,
    const GatheringTexts& texts);
  void gatherSelections(vtkMultiProcessController& controller, vtkInformationVector** inputs,
    const GatheringTexts& texts);
  void makeVectors(vtkInformationVector** inputs, int numberOfPorts);

  std::vector<std::vector<Connection>> Connections; ///< of each port
  std::vector<vtkSmartPointer<vtkInformationVector>> Vectors;
  std::vector<vtkInformationVector*> Pointers;
  std::string Error;
  std::string FailedInput;
};
}

#endif
