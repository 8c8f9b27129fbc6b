/**
 * @class   vtkBodyAnalysis
 * @brief   Analysis of the body extracted from a design, compared with that of its density field
 *
 * An optimized density field has intermediate densities at its edges, so the body inside an
 * extracted surface is another structure. This filter analyses the body inside a closed surface
 * under the design's own supports and loads, on the design's mesh or a finer one, and compares its
 * compliance and its largest stress with those of the density field.
 *
 * A cell with solid volume fraction s has Young's modulus E = E0 max(s, 1e-6). The density field
 * has the moduli of the optimization: Material, Interpolation and Penalization are those of the
 * field data that vtkTopologyOptimize writes, if MaterialFromDesign is on and they exist, else this
 * filter's own.
 *
 * Stresses are evaluated at cell centres and are those of the solid material at the strain of the
 * cell, D(E0, nu) eps: the local stress of the material in a partly filled cell, as for SIMP
 * densities (Duysinx and Bendsoe 1998). The largest von Mises stress is taken over all load cases
 * and the cells with a solid fraction of at least one half. It often occurs at a load or a support,
 * where it grows without bound under mesh refinement.
 *
 * Units are the user's own consistent ones: with mm and N, stresses are in MPa and compliances in
 * N mm.
 *
 * Inputs:
 *
 * - port 0, the design: an unstructured grid of tetrahedra and hexahedra or image data, usually an
 *   output of vtkTopologyOptimize or vtkMeshfreeTopologyOptimize, whose background cells are used
 *   as elements. Its arrays are
 *   - input array 0, `Supports` unless set otherwise: points, three components, 1 where fixed;
 *   - input array 1, `PrescribedDisplacement` if there is one: points, three components,
 *     displacements of supports, length;
 *   - input array 2, `Springs` if there is one: points, three components, force per length;
 *   - input array 3, `Density` unless set otherwise: cells, one component, from 0 to 1; what a
 *     meshfree interpolation exceeds that by, 0.1 at most, is taken off;
 *   - ForceArrays: points, three components, nodal forces, a load case each;
 *   Field data `PlaneStress` other than 0 states that the cells are a layer in plane stress: body
 *   and field are analysed in it, by forces and supports in x and y;
 * - port 1, a closed surface, for example that of vtkTopologySurface. If it is not connected, the
 *   surface must be a second connection of port 0.
 *
 * Outputs:
 *
 * - port 0, the cells with a nonzero solid fraction, with the cell arrays `VonMisesStress` (active
 *   scalars), `Stress` (XX, YY, ZZ, XY, YZ, XZ), `StrainEnergyDensity` (of all load cases,
 *   weighted) and `SolidFraction` and the point array `Displacement`; of the first load case, and
 *   if there are several, of each with `_<load case>` appended;
 * - port 1, a table with the rows Body, Density field and Ratio (of the first over the second) and
 *   the columns Analysis, Compliance (weighted sum), Compliance_<load case> if there are several,
 *   Volume, LargestVonMisesStress, LoadCase and X, Y, Z (its position). With CommonAnalysis there
 *   is a fourth row, "Body, common analysis", without stresses, and the column ComplianceError, an
 *   estimate of the relative error, which only that row has.
 *
 * Both outputs have the field array `DesignFault` of the design, if the design has one, and
 * `ConstraintVerdict`, see GetConstraintVerdict(), if it has the field array `Constraints`.
 *
 * After invalid input or a stop, the outputs keep the last result; Continue() or any change makes
 * the next update compute again.
 */

#ifndef vtkBodyAnalysis_h
#define vtkBodyAnalysis_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMaterialAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class vtkAlgorithmOutput;
class vtkFieldData;
class vtkDataSet;
class vtkPolyData;
class vtkUnstructuredGrid;
namespace trabecula
{
class Observer;
struct Device;
struct TopologyProblem;
namespace filters
{
struct AnalysedStructure;
}
}

class TRABECULAFILTERS_EXPORT vtkBodyAnalysis : public vtkMaterialAlgorithm
{
public:
  static vtkBodyAnalysis* New();
  vtkTypeMacro(vtkBodyAnalysis, vtkMaterialAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum InputPorts
  {
    DESIGN = 0,
    SURFACE = 1
  };

  enum OutputPorts
  {
    BODY = 0,
    COMPARISON = 1
  };

  enum InterpolationType
  {
    SIMP = 0,
    MODIFIED_SIMP = 1,
    RAMP = 2
  };

  /**
   * Set the closed surface, the second input.
   */
  void SetSurfaceConnection(vtkAlgorithmOutput* output);

  ///@{
  /**
   * Whether YoungsModulus, PoissonsRatio, Interpolation, Penalization, MinimumDensity,
   * MinimumModulusRatio, LoadCases and LoadCaseWeights are taken from the field data of the design
   * where these exist; also YieldStress, unless that of the filter is above 0, and MassDensity. The
   * values of a material that is chosen count before those. Default is true.
   */
  vtkSetMacro(MaterialFromDesign, bool);
  vtkGetMacro(MaterialFromDesign, bool);
  vtkBooleanMacro(MaterialFromDesign, bool);
  ///@}

  ///@{
  /**
   * Young's modulus of the solid material, force per area, above 0. Default is 1.
   */
  vtkSetMacro(YoungsModulus, double);
  vtkGetMacro(YoungsModulus, double);
  ///@}

  ///@{
  /**
   * Poisson's ratio, between -1 and 0.5. Default is 0.3.
   */
  vtkSetMacro(PoissonsRatio, double);
  vtkGetMacro(PoissonsRatio, double);
  ///@}

  ///@{
  /**
   * Force per area at which the material yields, at least 0; 0 for that of the design, or no safety
   * factor if there is none. Default is 0.
   */
  vtkSetMacro(YieldStress, double);
  vtkGetMacro(YieldStress, double);
  ///@}

  ///@{
  /**
   * How Young's modulus is interpolated from densities, one of InterpolationType. Default is SIMP.
   */
  vtkSetClampMacro(Interpolation, int, SIMP, RAMP);
  vtkGetMacro(Interpolation, int);
  ///@}

  ///@{
  /**
   * Exponent of the density, at least 1. Default is 3.
   */
  vtkSetMacro(Penalization, double);
  vtkGetMacro(Penalization, double);
  ///@}

  ///@{
  /**
   * Lowest density with SIMP, between 0 and 1. Default is 1e-3.
   */
  vtkSetMacro(MinimumDensity, double);
  vtkGetMacro(MinimumDensity, double);
  ///@}

  ///@{
  /**
   * Young's modulus of void over that of solid with MODIFIED_SIMP, between 0 and 1. Default is
   * 1e-9.
   */
  vtkSetMacro(MinimumModulusRatio, double);
  vtkGetMacro(MinimumModulusRatio, double);
  ///@}

  ///@{
  /**
   * Names of point arrays of nodal forces, one load case each. By default the list is empty: the
   * load cases are those of the field data of the design, or else all arrays of three components
   * whose name starts with `Force`.
   */
  void AddForceArray(const char* name);
  void ClearForceArrays();
  ///@}

  ///@{
  /**
   * Weights of the load cases in the compliance. By default the list is empty: the weights are
   * those of the field data of the design, or else 1.
   */
  void AddLoadCaseWeight(double weight);
  void ClearLoadCaseWeights();
  ///@}

  ///@{
  /**
   * Number of parts into which a cell is split along each axis for the analysis of the body; the
   * density field is analysed on the cells of the design. From 1 to 8. Default is 1.
   */
  vtkSetClampMacro(Refinement, int, 1, 8);
  vtkGetMacro(Refinement, int);
  ///@}

  ///@{
  /**
   * Number of sample points along each axis from which the solid fraction of a cell at the surface
   * is determined. From 1 to 16. Default is 4.
   */
  vtkSetClampMacro(Samples, int, 1, 16);
  vtkGetMacro(Samples, int);
  ///@}

  ///@{
  /**
   * Whether the body is also analysed by the common analysis of vtkCompareTopologies, which does
   * not depend on the cells of the design: it uses voxels fitted to the surface, has no void, and
   * estimates the error (trabecula::analyseBodies()). If the analysis is not possible, the filter
   * fails. Default is false.
   */
  vtkSetMacro(CommonAnalysis, bool);
  vtkGetMacro(CommonAnalysis, bool);
  vtkBooleanMacro(CommonAnalysis, bool);
  ///@}

  ///@{
  /**
   * Residual of the linear solver, relative to the load, above 0. Default is 1e-6.
   */
  vtkSetMacro(SolverTolerance, double);
  vtkGetMacro(SolverTolerance, double);
  ///@}

  ///@{
  /**
   * Results of the last execution: compliance of the body and its ratio to that of the field,
   * largest von Mises stress of the body and its ratio, the safety factor there and the mass of the
   * body, NaN without a yield stress or a mass density, compliance of the body in the common
   * analysis with its estimated relative error, and the name of the device. The numbers are NaN
   * before the first execution, and those of the common analysis also without it.
   */
  double GetBodyCompliance();
  double GetComplianceRatio();
  double GetBodyStress();
  double GetStressRatio();
  double GetSafetyFactor();
  double GetMass();
  double GetCommonCompliance();
  double GetCommonComplianceError();
  ///@}

  /**
   * Get which constraints of the design the body meets, and by how much it fails the others, in
   * sentences; empty if the design states none. They are checked anew by analysing the body; see
   * trabecula::judgeBody().
   */
  const char* GetConstraintVerdict();

  ///@{
  /**
   * Get what is measured on the surface: the thickness below which the walls of 1 % of the area
   * are; and of a design that is printed the share of the area that is inclined downwards to the
   * plate by less than its angle, and the number of places of its grid for layers that are solid
   * without support. Both are NaN for a design without the field array `BuildDirection`.
   */
  double GetWallThickness();
  double GetOverhangingShare();
  double GetUnsupportedPlaces();
  ///@}

  ///@{
  /// Get the name of the device of the last execution.
  const char* GetDeviceUsed();
  ///@}

  ///@{
  /**
   * The data of an output port.
   */
  vtkUnstructuredGrid* GetOutput();
  vtkUnstructuredGrid* GetOutput(int port);
  ///@}

protected:
  vtkBodyAnalysis();
  ~vtkBodyAnalysis() override;

  std::string GetNameOfInput(int port, int connection) override;
  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer) override;
  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeLackOfMemory() override;

private:
  vtkBodyAnalysis(const vtkBodyAnalysis&) = delete;
  void operator=(const vtkBodyAnalysis&) = delete;

  /// Returns the only connection of the first port that is not a surface. @throws trabecula::Error
  static vtkDataSet* FindDesign(vtkInformationVector** inputVector);
  /// Returns the surface on the second port, or else on the first. @throws trabecula::Error
  static vtkPolyData* FindSurface(vtkInformationVector** inputVector);

  class vtkInternals;

  struct Problem;

  void SetDefaultArrays();
  void SetSettings(trabecula::TopologyProblem& optimized);
  Problem MakeProblem(vtkUnstructuredGrid* grid);
  /// Sets the material of the design, or that which is chosen.
  void SetMaterialOf(Problem& problem, vtkFieldData* fields);
  /// Analyses the body and the density field. @return false if stopped
  static bool Analyse(Problem& problem, const trabecula::Device& device, std::size_t memoryLimit,
    trabecula::Observer& observer, trabecula::filters::AnalysedStructure& body,
    trabecula::filters::AnalysedStructure& field);

  /// Runs the common analysis.
  /// @return false if stopped
  /// @throws Error if there is no result, unless the reason is that the body does not carry its
  /// loads
  static bool AnalyseInCommon(Problem& problem, const trabecula::Device& device,
    std::size_t memoryLimit, trabecula::Observer& observer);

  bool MaterialFromDesign = true;
  double YoungsModulus = 1.0;
  double PoissonsRatio = 0.3;
  double YieldStress = 0.0;
  int Interpolation = SIMP;
  double Penalization = 3.0;
  double MinimumDensity = 1e-3;
  double MinimumModulusRatio = 1e-9;
  std::vector<std::string> ForceArrays;
  std::vector<double> LoadCaseWeights;
  int Refinement = 1;
  int Samples = 4;
  bool CommonAnalysis = false;
  double SolverTolerance = 1e-6;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
