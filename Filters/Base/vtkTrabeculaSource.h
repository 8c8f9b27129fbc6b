/**
 * @class   vtkTrabeculaSource
 * @brief   Base class of Trabecula's sources and readers
 *
 * No exception leaves a request: it becomes one error event, and the outputs are empty. A subclass
 * overrides RequestInformation() and RequestData(), which may throw, and states the type of its
 * output in FillOutputPortInformation().
 */

#ifndef vtkTrabeculaSource_h
#define vtkTrabeculaSource_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDataObjectAlgorithm.h"

#include <string> // for std::string

class TRABECULAFILTERS_EXPORT vtkTrabeculaSource : public vtkDataObjectAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkTrabeculaSource, vtkDataObjectAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  vtkTypeBool ProcessRequest(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

  /**
   * The text of the error event of the last execution; empty if it succeeded.
   */
  const char* GetErrorMessage() { return this->ErrorMessage.c_str(); }

protected:
  vtkTrabeculaSource() { this->SetNumberOfInputPorts(0); }
  ~vtkTrabeculaSource() override = default;

  /// Message for lack of memory: complete sentences with cause and remedy.
  virtual std::string DescribeLackOfMemory() = 0;

private:
  vtkTrabeculaSource(const vtkTrabeculaSource&) = delete;
  void operator=(const vtkTrabeculaSource&) = delete;

  std::string ErrorMessage;
};

#endif
