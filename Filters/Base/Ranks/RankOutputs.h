#ifndef TRABECULA_FILTERS_RANKOUTPUTS_H
#define TRABECULA_FILTERS_RANKOUTPUTS_H

#include "InputStamp.h"
#include "PieceTypes.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"

#include <functional>
#include <string>
#include <vector>

class vtkInformation;
class vtkInformationVector;
class vtkMultiProcessController;

namespace trabecula::filters
{
/**
 * Distributes the outputs of rank 0: each rank gets its part of those that ResultDivision divides,
 * and others get an empty output of the same type.
 *
 * A result that is still the same is not sent again, and its parts are the same objects, so that
 * filters downstream see no change.
 */
class RankOutputs
{
public:
  /**
   * Collective. Ranks after the first wait here until rank 0 has computed.
   *
   * @param outputs those that are marked DATA_NOT_GENERATED remain as they are
   * @param input on rank 0, the pieces of the input that results are divided by, or null
   * @return for each output whether it was empty on rank 0 before
   * @throws Error on all ranks, whose outputs are then empty
   */
  std::vector<bool> distribute(vtkMultiProcessController& controller, vtkInformationVector* outputs,
    const GatheredPieces* input, const std::function<std::string()>& lackOfMemory);

private:
  struct Port
  {
    InputStamp stamp;                    ///< of the result, on rank 0
    vtkSmartPointer<vtkDataObject> part; ///< of this rank; null if the result is not divided
  };

  void send(vtkMultiProcessController& controller, vtkInformation* output, Port& port,
    const GatheredPieces* input, const std::function<std::string()>& lackOfMemory,
    std::string& error);
  /// @return whether the output is empty on rank 0
  bool receive(vtkMultiProcessController& controller, vtkInformation* output, Port& port,
    const std::function<std::string()>& lackOfMemory, std::string& error);

  std::vector<Port> Ports;
};
}

#endif
