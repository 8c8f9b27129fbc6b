/**
 * @class   vtkTopologyBenchmark
 * @brief   Design domains, supports and loads of published topology optimization examples
 *
 * The output is a mesh of hexahedra (VTK_HEXAHEDRON) that is a complete input of
 * vtkTopologyOptimize and vtkMeshfreeTopologyOptimize. Its arrays are
 *
 * - `Supports` (points, three components, unsigned char): 1 where that displacement component is
 *   fixed;
 * - `Force` (points, three components, double): nodal forces;
 * - `DesignRegion` (cells, unsigned char): 0 design, 1 solid, 2 void;
 * - in parallel, `GlobalNodeIds` of points; each piece has consecutive cells;
 * - of the force inverter, `Springs` (points, three components, double): stiffnesses of springs to
 *   the ground; and `OutputWeights` (points, three components, double): the displacements whose
 *   weighted sum is minimized.
 *
 * Field arrays of one value have the recommended settings: `RecommendedVolumeFraction`,
 * `RecommendedMinimumDensity` and `RecommendedFilterRadius`, a length, 0 for no filter; and
 * `RecommendedYoungsModulus` of the last three examples.
 *
 * The first four examples are those of Ratnakar, Sanfui and Sharma, "GPU-based Element-by-Element
 * Strategies for Accelerating Topology Optimization of 3D Continuum Structures Using Unstructured
 * All-Hexahedral Mesh", sections 5.1 to 5.4, each in the five sizes of its Table 1 or any other.
 * Optimization/TopologyExamples.h lists what the paper does not specify and the assumptions made.
 * Published compliances hold for the defaults of ElementLength and NodalForce.
 *
 * - CANTILEVER_3D: a beam of length : width : height = 2 : 1 : 1 along x, y and z, cut into
 *   2n x n x n cubes. Every node of the face x = 0 is fixed, and each node of the lower edge of the
 *   opposite face (largest x, z = 0) carries a force in -z. Volume fraction 0.3, minimum density
 *   0.1.
 * - L_BEAM: an L of cubes in the x-y plane. The upper end is fixed; each node of the upper edge of
 *   the other end carries a force in -y. Volume fraction 0.45, minimum density 0.001.
 * - MICHELL_CANTILEVER: a plate 5 : 4 whose left side has a semicircular notch that is fixed; each
 *   node in the middle of its right side carries a force in -y. Volume fraction 0.45, minimum
 *   density 0.001.
 * - CONNECTING_ROD: a plate with two bores surrounded by rings of solid material. The lower half of
 *   the lower bore is fixed; a pressure acts on the upper half of the upper one. Volume fraction
 *   0.3, minimum density 0.001.
 * - FORCE_INVERTER: a compliant mechanism, the force inverter of Andreassen et al., "Efficient
 *   topology optimization in MATLAB using 88 lines of code" (2011), as a thin plate 40 : 20 : 1 cut
 *   along its axis and its middle plane. A force of 1 pushes it in +x; its output, at the other end
 * of the axis, should move in -x. For E = 1 and the defaults of ElementLength and NodalForce it has
 * springs of 0.1. Volume fraction 0.3; published output displacements are -1.117 with the
 * sensitivity filter and -1.022 with the density filter, resolution 20, modified SIMP.
 *
 * The last three are those of Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021, for the element-free
 * Galerkin method; Optimization/Meshfree/MeshfreeExamples.h lists assumptions. Units are mm, N and
 * MPa.
 *
 * - PLATE_CANTILEVER: 100 x 50 x 4, the face x = 0 fixed, 1000 N in -y in the middle of the
 * opposite face. Volume fraction 0.4; four sizes.
 * - QUARTER_ANNULUS: radii 100 and 150, thickness 8, the end y = 0 fixed, 1000 N in -x in the
 * middle of the other end. Volume fraction 0.5; one size.
 * - CUBE: edge 200, squares of 40 at the corners of the lower face fixed, 10 kN in -z in the middle
 * of the upper face. Volume fraction 0.05; one size.
 *
 * The whole mesh is on piece 0; other pieces are empty.
 */

#ifndef vtkTopologyBenchmark_h
#define vtkTopologyBenchmark_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaSource.h"

class vtkUnstructuredGrid;
namespace trabecula
{
struct TopologyProblem;
}

class TRABECULAFILTERS_EXPORT vtkTopologyBenchmark : public vtkTrabeculaSource
{
public:
  static vtkTopologyBenchmark* New();
  vtkTypeMacro(vtkTopologyBenchmark, vtkTrabeculaSource);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  vtkUnstructuredGrid* GetOutput();

  enum ExampleType
  {
    CANTILEVER_3D = 0,
    L_BEAM = 1,
    MICHELL_CANTILEVER = 2,
    CONNECTING_ROD = 3,
    FORCE_INVERTER = 4,
    PLATE_CANTILEVER = 5,
    QUARTER_ANNULUS = 6,
    CUBE = 7
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
   * The size of the paper's Table 1, 1 to 5, or 0 to use Resolution; must be 0 for the force
   * inverter, and is at most 4, 1 and 1 for the last three examples. Default is 0.
   */
  vtkSetMacro(Size, int);
  vtkGetMacro(Size, int);
  ///@}

  ///@{
  /**
   * Number of elements along the height of the domain, used if Size is 0. At least 1 for the
   * cantilever, 2 for the L-beam and the force inverter, 4 for the Michell cantilever, which rounds
   * it to an even number, 14 for the connecting rod, 8, 4 and 5 for the last three examples; of the
   * annulus it is the number through the width. Default is 16.
   */
  vtkSetMacro(Resolution, int);
  vtkGetMacro(Resolution, int);
  ///@}

  ///@{
  /**
   * Edge length of an element, in the user's unit of length; of the Michell cantilever the mean
   * edge. The dimensions of the connecting rod (height 350), of the force inverter (length 40),
   * with its spring stiffnesses, and of the last three examples are scaled by it. Default is 1.
   */
  vtkSetMacro(ElementLength, double);
  vtkGetMacro(ElementLength, double);
  ///@}

  ///@{
  /**
   * Magnitude of the force on each loaded node, in the user's unit of force. Default is 1. The
   * total load grows with the number of loaded nodes, as it does in the paper. For the connecting
   * rod it scales the forces of a unit pressure on the bore at the paper's dimensions, 1080 in y;
   * for the force inverter it is the total force, and it scales the load of the last three
   * examples.
   */
  vtkSetMacro(NodalForce, double);
  vtkGetMacro(NodalForce, double);
  ///@}

protected:
  vtkTopologyBenchmark() = default;
  ~vtkTopologyBenchmark() override = default;

  std::string DescribeLackOfMemory() override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkTopologyBenchmark(const vtkTopologyBenchmark&) = delete;
  void operator=(const vtkTopologyBenchmark&) = delete;

  void CheckProperties() const;
  trabecula::TopologyProblem MakeProblem();
  void MakeExample(vtkUnstructuredGrid* output);

  int Example = CANTILEVER_3D;
  int Size = 0;
  int Resolution = 16;
  double ElementLength = 1.0;
  double NodalForce = 1.0;
};

#endif
