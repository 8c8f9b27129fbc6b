/**
 * @class   vtkVoxelMicroFe
 * @brief   Stiffness, stresses and strength of bone or another porous solid from a voxel image
 *
 * Converts each solid voxel of an image to a finite element, applies the boundary conditions of a
 * mechanical test, and solves for displacements by conjugate gradients with a multigrid
 * preconditioner (Arbenz, Flaig and Kellenberger, "Bone structure analysis on multiple GPGPUs",
 * 2014).
 *
 * Units are the user's own consistent ones: with an image in mm and moduli in MPa, forces are in N.
 *
 * The input is image data. Its arrays are
 *
 * - input array 0: one component, cells or points, defines the material of a voxel. Values at
 *   points, as from readers of medical images, are voxels around these points. Unless set it is the
 *   cell array `YoungsModulus` or `Solid`, else the active scalars, else the only array;
 * - for the test FREE_FORM, with voxels that are cells: input array 1, `Supports` unless set
 *   otherwise: points, three components, 1 where that displacement component is prescribed and 0
 *   where it is free; input array 2, `PrescribedDisplacement` if there is one: points, three
 *   components, length; input array 3, `Force` if there is one: points, three components.
 *
 * Outputs:
 *
 * - port 0: the analysed voxels as hexahedra, with the input's arrays, the point arrays
 *   `Displacement` and `ReactionForce`, and the cell arrays `EffectiveStrain` (active scalars),
 *   `VonMisesStress`, `StrainEnergyDensity`, `Strain` and `Stress` (six components XX, YY, ZZ, XY,
 *   YZ, XZ; tensor shear strains) and `YoungsModulus`. Field data have the quantities of the
 *   summary. With ResultGeometry IMAGE it is image data whose cells are all voxels, with the same
 *   arrays; voxels that are not analysed are hidden. Values at points become cells around these
 *   points. With SURFACE it is polygonal data: the surface of the analysed voxels, where arrays of
 *   cells have the values of the voxel behind a face.
 * - port 1: the summary as a table with the columns Quantity, Result and Unit.
 * - port 2: the convergence history as a table with the columns Load, Iteration and Residual.
 *
 * Directions of the test are those of the image's axes; results are in space, also for rotated
 * images.
 *
 * Setting AbortExecute while the filter runs stops it. The outputs then show the last complete
 * result, as they do after an error, and Continue() or any change computes again.
 */

#ifndef vtkVoxelMicroFe_h
#define vtkVoxelMicroFe_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMaterialAlgorithm.h"

#include <memory>  // for std::unique_ptr
#include <string>  // for std::string
#include <utility> // for std::pair
#include <vector>  // for std::vector

class vtkImageData;
class vtkUnstructuredGrid;
namespace trabecula
{
struct VoxelMicroFeProblem;
namespace filters
{
struct VoxelMaterial;
}
}

class TRABECULAFILTERS_EXPORT vtkVoxelMicroFe : public vtkMaterialAlgorithm
{
public:
  static vtkVoxelMicroFe* New();
  vtkTypeMacro(vtkVoxelMicroFe, vtkMaterialAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    SOLID = 0,
    SUMMARY = 1,
    CONVERGENCE = 2
  };

  enum MaterialType
  {
    AUTOMATIC_MATERIAL = 0,
    ABOVE_THRESHOLD = 1,
    BETWEEN_THRESHOLDS = 2,
    LABELS = 3,
    POWER_LAW = 4,
    MODULI = 5,
    SOLID_FRACTIONS = 6
  };

  enum PartsType
  {
    LARGEST_PART = 0,
    ALL_PARTS = 1,
    ONE_PART_ONLY = 2
  };

  enum TestType
  {
    UNIAXIAL = 0,
    AXIAL = 1,
    CONFINED = 2,
    SHEAR = 3,
    BENDING = 4,
    TORSION = 5,
    APPARENT_STIFFNESS = 6,
    FREE_FORM = 7
  };

  enum TestBoxType
  {
    BOX_OF_SOLID = 0,
    BOX_OF_KEPT = 1,
    BOX_OF_IMAGE = 2
  };

  enum ResultGeometryType
  {
    HEXAHEDRA = 0,
    IMAGE = 1,
    SURFACE = 2
  };

  ///@{
  /**
   * How Young's modulus follows from the value of a voxel, one of MaterialType. AUTOMATIC_MATERIAL
   * is MODULI for an array named `YoungsModulus`, SOLID_FRACTIONS for one named `SolidFraction`,
   * else ABOVE_THRESHOLD. For a gray image, the default of LowerThreshold is replaced by the
   * threshold of Otsu's method (1979); an image is gray if it has more than 32 different values and
   * these do not all lie between 0 and 1. Default is AUTOMATIC_MATERIAL.
   */
  vtkSetMacro(Material, int);
  vtkGetMacro(Material, int);
  ///@}

  ///@{
  /**
   * Young's modulus of all solid voxels with ABOVE_THRESHOLD and BETWEEN_THRESHOLDS, and of the
   * solid in a voxel with SOLID_FRACTIONS, force per area, above 0. Default is 6829.
   */
  vtkSetMacro(YoungsModulus, double);
  vtkGetMacro(YoungsModulus, double);
  ///@}

  ///@{
  /**
   * Smallest value of a solid voxel with ABOVE_THRESHOLD and BETWEEN_THRESHOLDS. Default is 0.5.
   */
  vtkSetMacro(LowerThreshold, double);
  vtkGetMacro(LowerThreshold, double);
  ///@}

  ///@{
  /**
   * Largest value of a solid voxel with BETWEEN_THRESHOLDS. Default is 1.
   */
  vtkSetMacro(UpperThreshold, double);
  vtkGetMacro(UpperThreshold, double);
  ///@}

  ///@{
  /**
   * Labels and their Young's moduli, force per area, at least 0, with LABELS. Label 0 is void
   * unless it is listed; every other label of the image must be listed. Default is none.
   */
  void AddLabelModulus(double label, double modulus);
  void ClearLabelModuli();
  int GetNumberOfLabelModuli();
  ///@}

  ///@{
  /**
   * E = Coefficient * density ^ Exponent with POWER_LAW, force per area; voxels of a density below
   * DensityThreshold, which is at least 0, are void. Defaults are 6850, 1.49 (MPa with density in
   * g/cm^3; Morgan, Bayraktar and Keaveny 2003, femoral neck) and 0.1.
   */
  vtkSetMacro(Coefficient, double);
  vtkGetMacro(Coefficient, double);
  vtkSetMacro(Exponent, double);
  vtkGetMacro(Exponent, double);
  vtkSetMacro(DensityThreshold, double);
  vtkGetMacro(DensityThreshold, double);
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
   * Which of the parts that are connected through voxel faces are analysed, one of PartsType.
   * Default is LARGEST_PART, with a warning that states what was omitted.
   */
  vtkSetMacro(Parts, int);
  vtkGetMacro(Parts, int);
  ///@}

  ///@{
  /**
   * The mechanical test, one of TestType; see trabecula::MechanicalTest. Default is UNIAXIAL.
   */
  vtkSetMacro(Test, int);
  vtkGetMacro(Test, int);
  ///@}

  ///@{
  /**
   * The axis of the test: 0, 1 or 2 for the image's x, y or z. Default is 2.
   */
  vtkSetMacro(Axis, int);
  vtkGetMacro(Axis, int);
  ///@}

  ///@{
  /**
   * The axis along which the upper end moves with SHEAR, or about which the ends rotate with
   * BENDING. Default is 0.
   */
  vtkSetMacro(Direction, int);
  vtkGetMacro(Direction, int);
  ///@}

  ///@{
  /**
   * Strain of UNIAXIAL, AXIAL, CONFINED, SHEAR and APPARENT_STIFFNESS, without unit, not 0;
   * negative is compression. Default is -0.01.
   */
  vtkSetMacro(Strain, double);
  vtkGetMacro(Strain, double);
  ///@}

  ///@{
  /**
   * Angle of BENDING and TORSION, radians, not 0. Default is 0.01.
   */
  vtkSetMacro(Angle, double);
  vtkGetMacro(Angle, double);
  ///@}

  ///@{
  /**
   * Load of APPARENT_STIFFNESS whose fields are on port 0: 0 to 5 for XX, YY, ZZ, XY, YZ, XZ.
   * Default is 2.
   */
  vtkSetMacro(FieldLoad, int);
  vtkGetMacro(FieldLoad, int);
  ///@}

  ///@{
  /**
   * The box on whose faces the test acts, one of TestBoxType: the bounds of all solid voxels, of
   * the analysed voxels, or of the image. Default is BOX_OF_SOLID.
   */
  vtkSetMacro(TestBox, int);
  vtkGetMacro(TestBox, int);
  ///@}

  ///@{
  /**
   * The failure load is the load at which the fraction CriticalVolume of the bone exceeds the
   * effective strain CriticalStrain (Pistoia et al. 2002), both without unit. Defaults are 0.02 and
   * 0.007.
   */
  vtkSetMacro(CriticalVolume, double);
  vtkGetMacro(CriticalVolume, double);
  vtkSetMacro(CriticalStrain, double);
  vtkGetMacro(CriticalStrain, double);
  ///@}

  ///@{
  /**
   * Whether port 0 has `Strain` and `Stress`, which take 96 bytes per voxel. Default is true.
   */
  vtkSetMacro(TensorFields, bool);
  vtkGetMacro(TensorFields, bool);
  vtkBooleanMacro(TensorFields, bool);
  ///@}

  ///@{
  /**
   * Data type of port 0, one of ResultGeometryType: an unstructured grid of the analysed voxels, or
   * the image of all voxels, with value 0 and hidden (vtkGhostType) where not analysed, or
   * polygonal data of the faces of the analysed voxels that no two of them share. Default is
   * HEXAHEDRA.
   */
  vtkSetClampMacro(ResultGeometry, int, HEXAHEDRA, SURFACE);
  vtkGetMacro(ResultGeometry, int);
  ///@}

  ///@{
  /**
   * Residual of the linear solver, relative to the load, above 0. Default is 1e-6.
   */
  vtkSetMacro(Tolerance, double);
  vtkGetMacro(Tolerance, double);
  ///@}

  ///@{
  /**
   * Largest number of iterations of the linear solver, for each load. Default is 1000.
   */
  vtkSetMacro(MaximumIterations, int);
  vtkGetMacro(MaximumIterations, int);
  ///@}

  ///@{
  /**
   * Results of the last complete analysis, as in the summary; NaN for quantities that its test does
   * not define.
   */
  double GetStiffness();
  double GetApparentModulus();
  double GetFailureLoad();
  double GetBoneVolumeFraction();
  double GetThresholdUsed(); ///< smallest value of solid voxels; NaN without thresholds
  int GetSolverIterations();
  const char* GetDeviceUsed();
  ///@}

  /**
   * Number of analyses computed since construction.
   */
  int GetNumberOfAnalyses();

  ///@{
  /**
   * The data of an output port; null if it is no unstructured grid, see GetOutputDataObject().
   */
  vtkUnstructuredGrid* GetOutput();
  vtkUnstructuredGrid* GetOutput(int port);
  ///@}

protected:
  vtkVoxelMicroFe();
  ~vtkVoxelMicroFe() override;

  bool ComputesOnAllRanks() override { return true; }
  int FillInputPortInformation(int port, vtkInformation* info) override;
  vtkTypeBool Answer(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer) override;
  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeLackOfMemory() override;

private:
  vtkVoxelMicroFe(const vtkVoxelMicroFe&) = delete;
  void operator=(const vtkVoxelMicroFe&) = delete;

  class vtkInternals;

  void SetSettings(trabecula::VoxelMicroFeProblem& problem);
  trabecula::filters::VoxelMaterial MakeMaterial();
  bool GivesImage();
  bool HasVoxelsAtPoints(vtkImageData* input);
  void WarnAboutRatio(vtkImageData* input);

  int Material = AUTOMATIC_MATERIAL;
  double YoungsModulus = 6829.0;
  double LowerThreshold = 0.5;
  double UpperThreshold = 1.0;
  std::vector<std::pair<double, double>> LabelModuli;
  double Coefficient = 6850.0;
  double Exponent = 1.49;
  double DensityThreshold = 0.1;
  double PoissonsRatio = 0.3;
  int Parts = LARGEST_PART;
  int Test = UNIAXIAL;
  int Axis = 2;
  int Direction = 0;
  double Strain = -0.01;
  double Angle = 0.01;
  int FieldLoad = 2;
  int TestBox = BOX_OF_SOLID;
  double CriticalVolume = 0.02;
  double CriticalStrain = 0.007;
  int ResultGeometry = HEXAHEDRA;
  bool TensorFields = true;
  double Tolerance = 1e-6;
  int MaximumIterations = 1000;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
