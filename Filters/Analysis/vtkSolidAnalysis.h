/**
 * @class   vtkSolidAnalysis
 * @brief   Base class of analyses of the solid cells of a grid or an image
 *
 * The input on port 0 is an unstructured grid, whose points, lines and surface cells are left out,
 * or image data, whose hidden cells are. Port 0 of the outputs has its geometry, port 1 is a table.
 *
 * A subclass reads the solid cells and its properties in MakeSolver(). The solver computes in the
 * thread of the pipeline or in the background, see vtkTrabeculaAlgorithm; this class gives it the
 * device, reports its progress, makes the results an image again where the input was one, passes
 * the field array `DesignFault` of the input to all outputs, and notes in Status and in errors what
 * of the input was left out.
 *
 * Setting AbortExecute while the filter runs stops it. The outputs then show the last complete
 * result, as they do after an error, and Continue() or any change computes again.
 */

#ifndef vtkSolidAnalysis_h
#define vtkSolidAnalysis_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDeviceAlgorithm.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <cstddef>    // for std::size_t
#include <functional> // for std::function
#include <optional>   // for std::optional
#include <string>     // for std::string
#include <vector>     // for std::vector

class vtkDataSet;
class vtkTable;
namespace trabecula
{
class Observer;
struct Device;
}

class TRABECULAFILTERS_EXPORT vtkSolidAnalysis : public vtkDeviceAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkSolidAnalysis, vtkDeviceAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Subclasses may have further ports.
  enum OutputPorts
  {
    RESULT = 0,
    SUMMARY = 1
  };

  ///@{
  /**
   * Residual of the linear solver, relative to the load, above 0. Default is 1e-6.
   */
  void SetSolverTolerance(double tolerance);
  vtkGetMacro(SolverTolerance, double);
  ///@}

  ///@{
  /**
   * Iterations after which the linear solver gives up, for each right-hand side. Default is 10000.
   */
  void SetMaximumIterations(int iterations);
  vtkGetMacro(MaximumIterations, int);
  ///@}

  /**
   * Name of the device of the last complete analysis; empty before the first.
   */
  const char* GetDeviceUsed() { return this->DeviceUsed.c_str(); }

  void Continue() override;

protected:
  vtkSolidAnalysis() = default;
  ~vtkSolidAnalysis() override = default;

  /// A finished analysis.
  struct Solution
  {
    /// Writes RESULT, a new dataset of the type of the solid cells, and SUMMARY, on any thread.
    /// @return further outputs, from port 2
    std::function<std::vector<vtkSmartPointer<vtkDataObject>>(
      vtkDataSet* result, vtkTable* summary)>
      Write;
    /// Sets the results that are properties of the filter, and Status, on the thread of the
    /// pipeline, when the outputs are set.
    std::function<void()> Publish;
  };
  /// Analyses on any thread, without the pipeline. @return nothing if the observer stopped it
  using Solver = std::function<std::optional<Solution>(
    const trabecula::Device& device, trabecula::Observer& observer, std::size_t memoryLimit)>;

  /**
   * Reads the input and properties. What is returned must not depend on them afterwards.
   *
   * @param solid the solid cells of the input; may be replaced by other cells, which the results
   * are then on
   * @throws any exception; it is reported, and the outputs keep the last results
   */
  virtual Solver MakeSolver(vtkSmartPointer<vtkDataSet>& solid) = 0;

  /// Whether RESULT has the cells of the input, so that it is image data if the input is; by
  /// default it has.
  virtual bool HasCellsOfInput() { return true; }

  vtkTypeBool Answer(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer) override;
  vtkMTimeType GetParameterMTime() override;
  std::string DescribeLackOfMemory() override;

  double SolverTolerance = 1e-6;
  int MaximumIterations = 10000;

private:
  vtkSolidAnalysis(const vtkSolidAnalysis&) = delete;
  void operator=(const vtkSolidAnalysis&) = delete;

  std::string DeviceUsed;
};

#endif
