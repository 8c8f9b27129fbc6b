/**
 * @class   vtkTopologyBenchmark
 * @brief   Design domains, supports and loads of published topology optimization examples
 *
 * The output is a mesh of hexahedra (VTK_HEXAHEDRON) that vtkTopologyOptimize can take as it is.
 * Its arrays are
 *
 * - `Supports` (points, three components, unsigned char): 1 where that displacement component is
 *   fixed;
 * - `Force` (points, three components, double): nodal forces;
 * - `DesignRegion` (cells, unsigned char): 0 design, 1 solid, 2 void.
 *
 * The examples are those of Ratnakar, Sanfui and Sharma, "GPU-based Element-by-Element Strategies
 * for Accelerating Topology Optimization of 3D Continuum Structures Using Unstructured
 * All-Hexahedral Mesh", section 5. Published compliances belong to unit cubes and unit nodal
 * forces, the defaults here.
 *
 * - CANTILEVER_3D (section 5.1, figure 6): a beam of length : width : height = 2 : 1 : 1 along x,
 *   y and z, cut into 2n x n x n cubes. Every node of the face x = 0 is fixed, and each node of the
 *   lower edge of the opposite face (largest x, z = 0) carries a force in -z. The paper's meshes
 *   CB1 to CB5 are n = 25, 35, 45, 60 and 80, optimized for a volume fraction of 0.3 with a minimum
 *   density of 0.1.
 *
 * The whole mesh is on piece 0; other pieces are empty.
 */

#ifndef vtkTopologyBenchmark_h
#define vtkTopologyBenchmark_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkUnstructuredGridAlgorithm.h"

class TRABECULAFILTERS_EXPORT vtkTopologyBenchmark : public vtkUnstructuredGridAlgorithm
{
public:
  static vtkTopologyBenchmark* New();
  vtkTypeMacro(vtkTopologyBenchmark, vtkUnstructuredGridAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum ExampleType
  {
    CANTILEVER_3D = 0
  };

  ///@{
  /**
   * The example to make, one of ExampleType. Default is CANTILEVER_3D.
   */
  vtkSetMacro(Example, int);
  vtkGetMacro(Example, int);
  ///@}

  ///@{
  /**
   * Number of elements along the height of the domain. Default is 16.
   */
  vtkSetMacro(Resolution, int);
  vtkGetMacro(Resolution, int);
  ///@}

  ///@{
  /**
   * Edge length of an element, in the user's unit of length. Default is 1.
   */
  vtkSetMacro(ElementLength, double);
  vtkGetMacro(ElementLength, double);
  ///@}

  ///@{
  /**
   * Magnitude of the force on each loaded node, in the user's unit of force. Default is 1. The
   * total load grows with the number of loaded nodes, as it does in the paper.
   */
  vtkSetMacro(NodalForce, double);
  vtkGetMacro(NodalForce, double);
  ///@}

protected:
  vtkTopologyBenchmark() { this->SetNumberOfInputPorts(0); }
  ~vtkTopologyBenchmark() override = default;

  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkTopologyBenchmark(const vtkTopologyBenchmark&) = delete;
  void operator=(const vtkTopologyBenchmark&) = delete;

  bool CheckProperties();
  void MakeCantilever3D(vtkUnstructuredGrid* output);

  int Example = CANTILEVER_3D;
  int Resolution = 16;
  double ElementLength = 1.0;
  double NodalForce = 1.0;
};

#endif
