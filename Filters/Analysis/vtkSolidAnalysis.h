/**
 * @class   vtkSolidAnalysis
 * @brief   Base class of analyses of the solid cells of a grid or an image
 *
 * The input on port 0 is an unstructured grid, whose points, lines and surface cells are left out,
 * or image data, whose hidden cells are left out. Output port 0 has the geometry of the input;
 * output port 1 is a table.
 *
 * A subclass reads the solid cells and its properties in MakeSolver(). The solver computes in the
 * thread of the pipeline or in the background, see vtkTrabeculaAlgorithm. This class provides the
 * device, reports progress, converts the results back to an image if the input was one, passes the
 * field array `DesignFault` of the input to all outputs, and states in Status and in errors which
 * parts of the input were left out.
 *
 * Setting AbortExecute while the filter runs stops it. The outputs then show the last complete
 * result, as they do after an error, and Continue() or any change computes again.
 */

#ifndef vtkSolidAnalysis_h
#define vtkSolidAnalysis_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMaterialAlgorithm.h"
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
class Parts;
}

class TRABECULAFILTERS_EXPORT vtkSolidAnalysis : public vtkMaterialAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkSolidAnalysis, vtkMaterialAlgorithm);
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
   * Largest number of iterations of the linear solver for each right-hand side. Default is 10000.
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

  /// The result of an analysis.
  struct Solution
  {
    /// Writes RESULT, a new dataset of the type of the solid cells, and SUMMARY. May be called on
    /// any thread.
    /// @return further outputs, starting with port 2
    std::function<std::vector<vtkSmartPointer<vtkDataObject>>(
      vtkDataSet* result, vtkTable* summary)>
      Write;
    /// Sets the properties of the filter that are results, and Status. Called on the thread of the
    /// pipeline when the outputs are set.
    std::function<void()> Publish;
  };
  /// Performs the analysis on any thread, without access to the pipeline. If ranks compute
  /// together, only the solution of the first one is used.
  /// @param parts on devices within the limit of memory, which is not for others
  /// @return nothing if the observer stopped it
  using Solver = std::function<std::optional<Solution>(
    trabecula::Parts& parts, trabecula::Observer& observer, std::size_t memoryLimit)>;

  /**
   * Reads the input and the properties. The solver that is returned must not access them later.
   *
   * @param solid the solid cells of the input; may be replaced by other cells, on which the results
   * are then defined
   * @throws any exception; it is reported, and the outputs keep the last results
   */
  virtual Solver MakeSolver(vtkSmartPointer<vtkDataSet>& solid) = 0;

  /// Whether RESULT has the cells of the input, so that it can be image data if the input is.
  /// Default is true.
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
