/**
 * @class   vtkIsogeometricLevelSet
 * @brief   Topology optimization of NURBS patches with a parameterized level set
 *
 * Minimizes the compliance of a structure for a given volume of material, as in Xia, Wang, Wang and
 * Mei, "GPU parallel strategy for parameterized LSM-based topology optimization using isogeometric
 * analysis" (Struct. Multidisc. Optim. 56, 2017): one basis carries geometry, displacement and a
 * level set, whose coefficients are the design variables and whose zero contour is the boundary of
 * the structure. Bounds and optimizers are those of vtkStructuralOptimizationAlgorithm.
 *
 * Input port 0 is a control net: a structured grid whose points are the control points, with the
 * optional point array `Weight` (default 1) and the optional field arrays `Degrees`, `KnotsXi`,
 * `KnotsEta` and `KnotsZeta` (default: Degree, uniform and open); or image data, whose cells become
 * the elements of a box. A net of one layer, and an image of one layer of points in the x-y plane,
 * is two-dimensional: plane stress with thickness 1. All arrays are point arrays, of control
 * points; see trabecula::filters::controlNetOf() for images. With MMA, objectives and bounds are
 * those of vtkStructuralOptimizationAlgorithm. Regions of elements are a cell array of images, or a
 * point array of control nets, VolumeRegion: an element has the region of the control points around
 * its middle. Regions of points, PointRegion, are those of control points: displacements of a
 * region are means of their coefficients. Input array 7 is `PointRegion` unless set otherwise.
 *
 * Stages of SetStageSetting() are Symmetry, Extrusion and DrawDirection of
 * vtkDensityOptimizationAlgorithm with their settings, as far as the patch has them: they link
 * coefficients. Directions are those of straight rows of control points.
 *
 * Outputs are those of vtkOptimizationAlgorithm, and
 *
 * - ports 0 and 1 are unstructured grids with a Bezier cell for each element
 * (VTK_BEZIER_HEXAHEDRON, VTK_BEZIER_QUADRILATERAL; degrees and rational weights are attributes),
 * which is the exact geometry; with the point arrays `LevelSet` (length, positive in material) and
 * `Displacement`, in Bezier form, the conditions `Supports`, those of each load case, `Springs` and
 * `OutputWeights`, which are of the images of the cells' lattice points, and the cell arrays
 * `Density` (active scalars) and `StrainEnergyDensity`;
 * - the table of port 2 has the column ObjectiveChange instead of DensityChange;
 * - port 3, Boundary: the boundary of the material of the final design, closed by sides of the
 *   patch: closed polylines in two dimensions, a closed surface of triangles in three, with points
 * on the zero contour of the level set;
 * - port 4, Moving boundary: the same of each iteration, with times as port 0.
 *
 * @sa vtkNurbsPatch
 */

#ifndef vtkIsogeometricLevelSet_h
#define vtkIsogeometricLevelSet_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkSmartPointer.h"        // for vtkSmartPointer
#include "vtkStructuralOptimizationAlgorithm.h"

#include <string> // for std::string
#include <vector> // for std::vector

namespace trabecula
{
struct LevelSetProblem;
namespace filters
{
struct LevelSetArrays;
}
}

class TRABECULAFILTERS_EXPORT vtkIsogeometricLevelSet : public vtkStructuralOptimizationAlgorithm
{
public:
  static vtkIsogeometricLevelSet* New();
  vtkTypeMacro(vtkIsogeometricLevelSet, vtkStructuralOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Numbers of the ports after those of vtkOptimizationAlgorithm.
  enum FurtherOutputPorts
  {
    BOUNDARY = 3,
    MOVING_BOUNDARY = 4
  };

  /// Index of the input array after those of vtkStructuralOptimizationAlgorithm.
  enum FurtherInputArrays
  {
    INITIAL_LEVEL_SET = 6,
    POINT_REGION = 7
  };

  /// Values of trabecula::LevelSetScheme.
  enum SchemeType
  {
    REGULARIZED = 0,
    PAPER = 1
  };

  /// Values of trabecula::LevelSetDensity.
  enum DensityModelType
  {
    AUTOMATIC_DENSITY = 0,
    CUT = 1,
    SMOOTH = 2
  };

  /// Values of trabecula::LevelSetSensitivity.
  enum SensitivityType
  {
    POINT = 0,
    INTEGRAL = 1
  };

  ///@{
  /**
   * How the level set is updated with optimality criteria, one of SchemeType: REGULARIZED uses
   * signed distances whose contour moves by exact derivatives of the compliance and by its
   * curvature, and removes loose pieces; PAPER is the update of the paper. Without effect for MMA.
   * Default is REGULARIZED.
   */
  void SetScheme(int scheme);
  vtkGetMacro(Scheme, int);
  ///@}

  ///@{
  /**
   * REGULARIZED: weight of the perimeter of the boundary (in three dimensions its area) relative to
   * volume, made dimensionless by the edge of the square or cube of the size of the patch; at least
   * 0. Default is 0.01.
   */
  void SetPerimeterWeight(double weight);
  vtkGetMacro(PerimeterWeight, double);
  ///@}

  ///@{
  /**
   * How material follows from the level set, one of DensityModelType: CUT uses the solid part of
   * each element, as in the paper, and is available in two dimensions with PAPER and optimality
   * criteria; SMOOTH uses a smooth Heaviside function at Gauss points with exact derivatives.
   * AUTOMATIC_DENSITY is CUT where that is available. Default is AUTOMATIC_DENSITY.
   */
  void SetDensityModel(int model);
  vtkGetMacro(DensityModel, int);
  ///@}

  ///@{
  /**
   * How derivatives are computed with CUT, one of SensitivityType. Default is POINT.
   */
  void SetSensitivity(int sensitivity);
  vtkGetMacro(Sensitivity, int);
  ///@}

  ///@{
  /**
   * Holes of the initial design, in rows along the longer of the first two directions of the patch:
   * numbers of rows, of holes in a row and, in three dimensions, of layers, at least 1, where 0
   * layers means as many as fit at the distance of the other holes; whether every other row is
   * displaced by half a distance and has one hole less; and radius, length, where 0 means 0.3 (in
   * three dimensions 0.4) of the smallest distance of holes in a direction. Defaults are 3, 6, 0,
   * true and 0.
   */
  void SetHoleRows(int rows);
  vtkGetMacro(HoleRows, int);
  void SetHolesPerRow(int holes);
  vtkGetMacro(HolesPerRow, int);
  void SetHoleLayers(int layers);
  vtkGetMacro(HoleLayers, int);
  void SetStaggeredHoles(bool staggered);
  vtkGetMacro(StaggeredHoles, bool);
  vtkBooleanMacro(StaggeredHoles, bool);
  void SetHoleRadius(double radius);
  vtkGetMacro(HoleRadius, double);
  ///@}

  ///@{
  /**
   * CUT: radius within which densities of elements are averaged, length; 0 means a twentieth of the
   * longest direction of the patch. There is no averaging if the radius does not exceed the size of
   * an element. Default is 0.
   */
  void SetSmoothingRadius(double radius);
  vtkGetMacro(SmoothingRadius, double);
  ///@}

  ///@{
  /**
   * SMOOTH: half the width of the transition from void to material, in values of the level set,
   * length; 0 means half the mean size of an element. Default is 0.
   */
  void SetTransitionWidth(double width);
  vtkGetMacro(TransitionWidth, double);
  ///@}

  ///@{
  /**
   * INTEGRAL: width of the approximate delta function, in values of the level set, length; 0 means
   * two mean sizes of an element. Default is 0.
   */
  void SetDeltaWidth(double width);
  vtkGetMacro(DeltaWidth, double);
  ///@}

  ///@{
  /**
   * Relative change of the objective below which the run has converged; 0 means never. Default is
   * 1e-4.
   */
  void SetObjectiveChangeTolerance(double tolerance);
  vtkGetMacro(ObjectiveChangeTolerance, double);
  ///@}

  ///@{
  /**
   * Degree of the splines of inputs without the field array `Degrees`, 1 to 4. Default is 2.
   */
  void SetDegree(int degree);
  vtkGetMacro(Degree, int);
  ///@}

protected:
  vtkIsogeometricLevelSet();
  ~vtkIsogeometricLevelSet() override;

  bool HasResponse(const trabecula::ResponseDescription& kind) override;
  void SetSettings(
    trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design) override;
  std::vector<trabecula::Setting> GetSettings() override;
  std::vector<std::string> FindConflicts() override;
  std::vector<std::string> FindStageConflicts() override;
  double GetConvergenceTolerance() override;
  void TakeInputs(vtkInformationVector** inputVector) override;
  const char* GetDesignEntity() override { return "control point"; }
  trabecula::filters::RunSetup MakeProblem(
    const trabecula::filters::ResultGeometry& input) override;
  trabecula::DesignVerdict JudgeMaterial(const trabecula::filters::ShownIterate& shown) override;
  bool KeepsMesh() override { return false; }
  bool HasTimes(int port) override;
  trabecula::filters::ResultGeometry MakeGeometry(vtkDataSet* input) override;
  void WriteResults(
    int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown) override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;

private:
  vtkIsogeometricLevelSet(const vtkIsogeometricLevelSet&) = delete;
  void operator=(const vtkIsogeometricLevelSet&) = delete;

  /// Sets what the properties define, regardless of the input. @throws trabecula::Error
  void SetMethod(trabecula::LevelSetProblem& problem);
  trabecula::filters::LevelSetArrays GetLevelSetArrays(const trabecula::DesignProblem& design);

  int Scheme = REGULARIZED;
  double PerimeterWeight = 0.01;
  int DensityModel = AUTOMATIC_DENSITY;
  int Sensitivity = POINT;
  int HoleRows = 3;
  int HolesPerRow = 6;
  int HoleLayers = 0;
  bool StaggeredHoles = true;
  double HoleRadius = 0.0;
  double SmoothingRadius = 0.0;
  double TransitionWidth = 0.0;
  double DeltaWidth = 0.0;
  double ObjectiveChangeTolerance = 1e-4;
  int Degree = 2;

  vtkSmartPointer<vtkDataSet> Net; ///< the input of the last problem
};

#endif
