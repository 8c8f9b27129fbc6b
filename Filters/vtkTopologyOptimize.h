/**
 * @class   vtkTopologyOptimize
 * @brief   The stiffest structure that can be made of a given volume of material
 */

#ifndef vtkTopologyOptimize_h
#define vtkTopologyOptimize_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkUnstructuredGridAlgorithm.h"

class TRABECULAFILTERS_EXPORT vtkTopologyOptimize : public vtkUnstructuredGridAlgorithm
{
public:
  static vtkTopologyOptimize* New();
  vtkTypeMacro(vtkTopologyOptimize, vtkUnstructuredGridAlgorithm);

protected:
  vtkTopologyOptimize();
  ~vtkTopologyOptimize() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;

private:
  vtkTopologyOptimize(const vtkTopologyOptimize&) = delete;
  void operator=(const vtkTopologyOptimize&) = delete;
};

#endif
