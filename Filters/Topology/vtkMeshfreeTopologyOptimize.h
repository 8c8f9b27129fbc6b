/**
 * @class   vtkMeshfreeTopologyOptimize
 * @brief   Topology optimization by the element-free Galerkin method
 *
 * Minimizes the compliance of a structure for a given volume of material by the SIMP method with
 * optimality criteria, as in Lu, Gong, Zhang, Xie and Yin, CMES 128(3), 2021. Displacements and
 * densities are interpolated between nodes by moving least squares, so that densities are smooth
 * without a filter; cells serve integration only. Objectives, bounds and optimizers are those of
 * vtkDensityOptimizationAlgorithm.
 *
 * Input port 0 has the background cells: hexahedra or voxels (VTK_HEXAHEDRON, VTK_VOXEL) or image
 * data. Supports, forces, springs and output weights are arrays of its points. Its points are the
 * nodes, unless port 1, Nodes, is connected: any dataset whose points lie in the cells. The array
 * `DesignRegion` is one of the nodes' points; see trabecula::filters::readMeshfreeInput() for cell
 * arrays.
 *
 * A boundary face is held, by a penalty, if all its points are; held points that belong to no such
 * face are held individually. Prescribed displacements must be zero.
 *
 * Ports 0 and 1 have the cell arrays `Density` (active scalars) and `StrainEnergyDensity`, means
 * over integration points, and the point arrays `Density` (interpolated), `Displacement` and
 * `NodalDensity`, the design variables; if Nodes is connected, `NodalDensity` is a field array
 * instead, in the order of the points of Nodes.
 *
 * @sa vtkDensityOptimizationAlgorithm vtkTopologyOptimize
 */

#ifndef vtkMeshfreeTopologyOptimize_h
#define vtkMeshfreeTopologyOptimize_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDensityOptimizationAlgorithm.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

class vtkAlgorithmOutput;

class TRABECULAFILTERS_EXPORT vtkMeshfreeTopologyOptimize : public vtkDensityOptimizationAlgorithm
{
public:
  static vtkMeshfreeTopologyOptimize* New();
  vtkTypeMacro(vtkMeshfreeTopologyOptimize, vtkDensityOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Values of trabecula::MeshfreeProduct.
  enum OperatorType
  {
    AUTOMATIC_OPERATOR = 0,
    ASSEMBLED = 1,
    MATRIX_FREE = 2,
    LATTICE_TABLE = 3
  };

  ///@{
  /**
   * The dataset whose points are the nodes. If it is not connected, the nodes are the points of the
   * cells.
   */
  void SetNodesConnection(vtkAlgorithmOutput* output);
  void ClearNodes();
  ///@}

  ///@{
  /**
   * Radius of the domain of influence of a node relative to the distance to the nearest other node,
   * above 1. Default is 2.
   */
  void SetSupportScale(double scale);
  vtkGetMacro(SupportScale, double);
  ///@}

  ///@{
  /**
   * Penalty on held displacements, times the node distance and divided by Young's modulus, above 0.
   * Default is 100.
   */
  void SetPenaltyFactor(double factor);
  vtkGetMacro(PenaltyFactor, double);
  ///@}

  ///@{
  /**
   * Number of Gauss points of a cell in each direction, 1 to 4. Default is 2.
   */
  void SetGaussPoints(int points);
  vtkGetMacro(GaussPoints, int);
  ///@}

  ///@{
  /**
   * Whether gradients are corrected in each cell such that linear displacements are integrated
   * exactly; intended for irregular nodes. Default is false.
   */
  void SetConsistentIntegration(bool consistent);
  vtkGetMacro(ConsistentIntegration, bool);
  vtkBooleanMacro(ConsistentIntegration, bool);
  ///@}

  ///@{
  /**
   * How products with the stiffness matrix are computed, one of OperatorType; other values are
   * clamped. Default is AUTOMATIC_OPERATOR.
   */
  void SetOperator(int type);
  vtkGetMacro(Operator, int);
  ///@}

protected:
  vtkMeshfreeTopologyOptimize();
  ~vtkMeshfreeTopologyOptimize() override;

  /// Index of the input array after those of vtkDensityOptimizationAlgorithm.
  enum PointInputArrays
  {
    POINT_REGION = 7
  };

  int FillInputPortInformation(int port, vtkInformation* info) override;
  std::string GetNameOfInput(int port, int connection) override;
  void TakeInputs(vtkInformationVector** inputVector) override;
  const char* GetDesignEntity() override { return "node"; }
  bool HasResponse(const trabecula::ResponseDescription& kind) override;
  trabecula::filters::RunSetup MakeProblem(
    const trabecula::filters::ResultGeometry& input) override;

private:
  vtkMeshfreeTopologyOptimize(const vtkMeshfreeTopologyOptimize&) = delete;
  void operator=(const vtkMeshfreeTopologyOptimize&) = delete;

  double SupportScale = 2.0;
  double PenaltyFactor = 100.0;
  int GaussPoints = 2;
  bool ConsistentIntegration = false;
  int Operator = AUTOMATIC_OPERATOR;

  /// Nodes of the last problem; null if they are the points of the cells.
  vtkSmartPointer<vtkDataSet> Nodes;
};

#endif
