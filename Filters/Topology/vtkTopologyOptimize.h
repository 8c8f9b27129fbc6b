/**
 * @class   vtkTopologyOptimize
 * @brief   Topology optimization of structures and compliant mechanisms by densities
 *
 * Minimizes the compliance (the work of the loads) of a mesh for a given volume of material by the
 * SIMP method with optimality criteria, as in Ratnakar, Sanfui and Sharma, "GPU-based
 * Element-by-Element Strategies for Accelerating Topology Optimization of 3D Continuum Structures
 * Using Unstructured All-Hexahedral Mesh"; or a weighted sum of displacements, for compliant
 * mechanisms (Bendsoe and Sigmund 2003, section 2.6); or the volume under a bound on one of both.
 * Bounds other than that on the volume require the method of moving asymptotes (Svanberg 1987),
 * which is available for all problems.
 *
 * The input is that of vtkOptimizationAlgorithm; arrays, outputs and properties are those of
 * vtkDensityOptimizationAlgorithm. Densities are of cells, as are the input array `DesignRegion`
 * and the output array `Density`.
 *
 * @sa vtkDensityOptimizationAlgorithm vtkMeshfreeTopologyOptimize
 */

#ifndef vtkTopologyOptimize_h
#define vtkTopologyOptimize_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDensityOptimizationAlgorithm.h"

class TRABECULAFILTERS_EXPORT vtkTopologyOptimize : public vtkDensityOptimizationAlgorithm
{
public:
  static vtkTopologyOptimize* New();
  vtkTypeMacro(vtkTopologyOptimize, vtkDensityOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * How products with the stiffness matrix are computed: a value of trabecula::Strategy. Default is
   * 0, a choice by mesh and device.
   */
  void SetStrategy(int strategy);
  vtkGetMacro(Strategy, int);
  ///@}

  ///@{
  /**
   * Whether linear cells are given nodes in the middle of their edges, so that the outputs are
   * grids of quadratic cells. Far more accurate, above all for tetrahedra, for four to eight times
   * the unknowns. Cells have the same densities as design variables. Default is false.
   */
  void SetMakeQuadratic(bool make);
  vtkGetMacro(MakeQuadratic, bool);
  vtkBooleanMacro(MakeQuadratic, bool);
  ///@}

protected:
  vtkTopologyOptimize() = default;
  ~vtkTopologyOptimize() override = default;

  void SetSettings(
    trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design) override;
  trabecula::filters::RunSetup MakeProblem(
    const trabecula::filters::ResultGeometry& input) override;
  bool KeepsMesh() override { return !this->MakeQuadratic; }

private:
  vtkTopologyOptimize(const vtkTopologyOptimize&) = delete;
  void operator=(const vtkTopologyOptimize&) = delete;

  int Strategy = 0;
  bool MakeQuadratic = false;
};

#endif
