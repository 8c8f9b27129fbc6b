/**
 * @class   vtkElasticAnalysis
 * @brief   Displacements, stresses and their error of a part under static loads
 *
 * Solves for the displacements of a linear elastic part by finite elements: small strains,
 * isotropic material, static loads. Stresses are recovered at nodes; their difference from the
 * stresses of the elements estimates the discretization error (Zienkiewicz and Zhu 1987).
 *
 * Units are the user's own consistent ones: with mm, N and t/mm^3, moduli and stresses are in MPa,
 * accelerations in mm/s^2 and compliances in N mm. A material chosen by its name gives Young's
 * modulus, Poisson's ratio, mass density and yield stress; see vtkMaterialAlgorithm.
 *
 * The input is an unstructured grid of tetrahedra of 4 or 10 nodes, hexahedra of 8 or 20 nodes and
 * voxels, also mixed where faces match, or image data; points, lines and surface cells are left
 * out. Its arrays are
 *
 * - input array 0, `Supports` unless set otherwise: points, three components, 1 where that
 *   displacement component is prescribed and 0 where it is free;
 * - input array 1, `PrescribedDisplacement` if there is one: points, three components,
 * displacements of supports, length;
 * - input array 2, `Springs` if there is one: points, three components, force per length;
 * - input array 3, `YoungsModulus` if there is one: cells, one component, force per area;
 * - input array 4, `PoissonsRatio` if there is one: cells, one component;
 * - input array 5, `Temperature`, if there is a thermal expansion: points, one component;
 * - input array 6, `ThermalExpansion` if there is one: cells, one component, per temperature;
 * - ForceArrays: points, three components, nodal forces, a load case each. There may be none if
 *   there is a body force, a thermal expansion or a prescribed displacement.
 *
 * Outputs:
 *
 * - port 0, the input (its solid cells) with the point arrays `Displacement`, `Reaction` (forces of
 *   supports and springs), `Stress` (XX, YY, ZZ, XY, YZ, XZ) and `VonMisesStress` (active scalars),
 *   recovered; and the cell arrays `Stress` and `VonMisesStress`, of the centre, `PrincipalStress`
 *   (three, the largest first), `StrainEnergyDensity`, `StressError` (the uniaxial stress of the
 * same energy as the estimated error) and, with a YieldStress, `SafetyFactor` (at most 1000). They
 * are those of the first load case, and if there are several, each has its own with `_<load case>`
 *   appended;
 * - port 1, the summary as a table with the columns Quantity, Result and Unit; if there are several
 *   load cases, with a column of its name for each;
 * - port 2, the deformed shape: the solid cells as an unstructured grid with the same arrays, whose
 *   points are moved by DeformationScaleUsed times the displacement of the first load case.
 *
 * @sa vtkSolidAnalysis
 */

#ifndef vtkElasticAnalysis_h
#define vtkElasticAnalysis_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkSolidAnalysis.h"

#include <array>  // for std::array
#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class vtkDataSet;
namespace trabecula
{
struct StaticAnalysis;
struct StaticProblem;
namespace filters
{
struct StructureArrays;
}
}

class TRABECULAFILTERS_EXPORT vtkElasticAnalysis : public vtkSolidAnalysis
{
public:
  static vtkElasticAnalysis* New();
  vtkTypeMacro(vtkElasticAnalysis, vtkSolidAnalysis);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Output ports in addition to those of vtkSolidAnalysis.
  enum FurtherOutputPorts
  {
    DEFORMED_SHAPE = 2
  };

  enum StrategyType
  {
    AUTOMATIC_STRATEGY = 0,
    ASSEMBLED = 9
  };

  enum StressRecoveryType
  {
    EXTRAPOLATED = 0,
    DIRECT = 1
  };

  ///@{
  /**
   * Young's modulus of cells for which no array gives it, force per area, above 0. Default is 1.
   */
  void SetYoungsModulus(double modulus);
  vtkGetMacro(YoungsModulus, double);
  ///@}

  ///@{
  /**
   * Poisson's ratio, between -1 and 0.5. Default is 0.3.
   */
  void SetPoissonsRatio(double ratio);
  vtkGetMacro(PoissonsRatio, double);
  ///@}

  ///@{
  /**
   * Force per area at which the material yields, at least 0; 0 for no safety factor. Default is 0.
   */
  void SetYieldStress(double stress);
  vtkGetMacro(YieldStress, double);
  ///@}

  ///@{
  /**
   * Names of point arrays of nodal forces, one load case each. By default the list is empty, and
   * every array of three components whose name starts with `Force` is used.
   */
  void AddForceArray(const char* name);
  void ClearForceArrays();
  ///@}

  ///@{
  /**
   * Force per volume that acts on the whole part in every load case. Default is 0, 0, 0.
   */
  void SetBodyForce(double x, double y, double z);
  ///@}

  ///@{
  /**
   * The product of mass density (mass per volume, at least 0) and acceleration (length per squared
   * time) is added to the body force. Gravity is a downward acceleration. Defaults are 0 and 0, 0,
   * 0.
   */
  void SetMassDensity(double density);
  vtkGetMacro(MassDensity, double);
  void SetAcceleration(double x, double y, double z);
  ///@}

  ///@{
  /**
   * Thermal expansion of cells for which no array gives it, per temperature: the secant coefficient
   * with respect to ReferenceTemperature, at which the part is free of stress. If it is not zero,
   * the temperature of input array 5 acts in every load case; its forces count as loads. Defaults
   * are 0 and 0.
   */
  void SetThermalExpansion(double expansion);
  vtkGetMacro(ThermalExpansion, double);
  void SetReferenceTemperature(double temperature);
  vtkGetMacro(ReferenceTemperature, double);
  ///@}

  ///@{
  /**
   * Whether linear cells get mid-edge nodes. This makes tetrahedra in particular far more accurate,
   * at the cost of four to eight times as many unknowns. Supports and forces on faces are also
   * applied to the new nodes. The outputs are then grids of quadratic cells, and the values of
   * input arrays at a new point are the mean of both ends of its edge. Default is false.
   */
  void SetMakeQuadratic(bool make);
  vtkGetMacro(MakeQuadratic, bool);
  vtkBooleanMacro(MakeQuadratic, bool);
  ///@}

  ///@{
  /**
   * How stresses at nodes are recovered, one of StressRecoveryType: extrapolated from the
   * superconvergent points of an element, or computed at the nodes. Default is EXTRAPOLATED.
   */
  void SetStressRecovery(int recovery);
  vtkGetMacro(StressRecovery, int);
  ///@}

  ///@{
  /**
   * How products with the stiffness matrix are computed, one of StrategyType: element by element,
   * or with an assembled sparse matrix, which takes more memory. Default is AUTOMATIC_STRATEGY.
   */
  void SetStrategy(int strategy);
  vtkGetMacro(Strategy, int);
  ///@}

  ///@{
  /**
   * Name of a file to which the stiffness matrix of elements and springs, without supports, is
   * written after an analysis, in Matrix Market exchange format: lower triangle, three rows per
   * point. Nothing is written if it is null or empty, which is the default.
   */
  void SetMatrixFile(const char* name);
  const char* GetMatrixFile() { return this->MatrixFile.c_str(); }
  ///@}

  ///@{
  /**
   * Whether the deformation is scaled such that the largest displacement of the deformed shape is a
   * tenth of the diagonal of the bounding box of the part. Default is true.
   */
  vtkSetMacro(AutomaticDeformationScale, bool);
  vtkGetMacro(AutomaticDeformationScale, bool);
  vtkBooleanMacro(AutomaticDeformationScale, bool);
  ///@}

  ///@{
  /**
   * Factor by which the displacements of the deformed shape are multiplied if
   * AutomaticDeformationScale is off. Default is 1.
   */
  vtkSetMacro(DeformationScale, double);
  vtkGetMacro(DeformationScale, double);
  ///@}

  ///@{
  /**
   * Results of the last complete analysis for its first load case: work of the loads, largest
   * displacement, largest recovered von Mises stress, estimated relative error of the stresses in
   * the energy norm, smallest safety factor, mass; and the scale of the deformed shape. They are
   * NaN before the first analysis and if they are not defined.
   */
  double GetCompliance();
  double GetLargestDisplacement();
  double GetLargestStress();
  double GetRelativeError();
  double GetSafetyFactor();
  double GetMass();
  double GetDeformationScaleUsed();
  ///@}

protected:
  vtkElasticAnalysis();
  ~vtkElasticAnalysis() override;

  bool ComputesOnAllRanks() override { return true; }

  int FillOutputPortInformation(int port, vtkInformation* info) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  Solver MakeSolver(vtkSmartPointer<vtkDataSet>& solid) override;
  bool HasCellsOfInput() override { return !this->MakeQuadratic; }

private:
  vtkElasticAnalysis(const vtkElasticAnalysis&) = delete;
  void operator=(const vtkElasticAnalysis&) = delete;

  class vtkInternals;

  void SetDefaultArrays();
  /// Makes the problem from input and properties.
  /// @param arrays set to the names of the arrays that were read
  trabecula::StaticProblem MakeProblem(
    vtkDataSet* solid, trabecula::filters::StructureArrays& arrays);
  /// Reads the temperature of a problem from a dataset, if there is thermal expansion.
  void ReadTemperature(vtkDataSet* solid, trabecula::StaticProblem& problem);
  /// Returns the mass density, 0 if it is not known. @throws trabecula::Error if it is negative
  double GetMassDensityInUse();
  void Describe(const trabecula::StaticAnalysis& analysis, bool hasYieldStress, double massDensity);

  double YoungsModulus = 1.0;
  double PoissonsRatio = 0.3;
  double YieldStress = 0.0;
  std::vector<std::string> ForceArrays;
  std::array<double, 3> BodyForce = {};
  double MassDensity = 0.0;
  std::array<double, 3> Acceleration = {};
  double ThermalExpansion = 0.0;
  double ReferenceTemperature = 0.0;
  bool MakeQuadratic = false;
  int StressRecovery = EXTRAPOLATED;
  int Strategy = AUTOMATIC_STRATEGY;
  std::string MatrixFile;
  bool AutomaticDeformationScale = true;
  double DeformationScale = 1.0;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
