/**
 * @class   vtkNaturalFrequencies
 * @brief   Lowest natural frequencies of a part, and its modes of vibration
 *
 * Solves for free vibrations of a linear elastic part by finite elements: small strains, isotropic
 * material, no damping, and a mass that is consistent with the elements or divided among their
 * nodes.
 *
 * Units are the user's own consistent ones: with mm, N and s, moduli are in MPa and densities in
 * t/mm^3 (steel: 7.85e-9), and frequencies are in Hz.
 *
 * The input is an unstructured grid of tetrahedra of 4 or 10 nodes, hexahedra of 8 or 20 nodes and
 * voxels, also mixed where faces match, or image data; points, lines and surface cells are left
 * out. Its arrays are optional:
 *
 * - input array 0, `Supports` unless set otherwise: points, three components, 1 where a
 *   displacement is zero and 0 where it is free. Without it the part is free;
 * - input array 1, `PointMass`: points, one component, mass in addition to that of the material;
 * - input array 2, `YoungsModulus`: cells, one component;
 * - input array 3, `PoissonsRatio`: cells, one component.
 *
 * A cell array `SolidFraction`, such as that of vtkVoxelizeSurface, multiplies moduli and mass.
 *
 * Rigid motions that supports leave free have no frequency: they are counted, not listed. A mode is
 * a time step: time 1 shows the first elastic mode. With FramesPerMode above 1, the steps from one
 * mode to the next show a cycle of its vibration, so that playing the animation shows all modes.
 *
 * Outputs:
 *
 * - port 0, the input (its solid cells) with the point array `ModeShape`, whose largest vector has
 *   the length 1, times the cosine of the phase, and the field arrays `Mode` and `Frequency`;
 * - port 1, a table with a row for each mode: Mode, Frequency, Residual, and EffectiveMassX, Y and
 *   Z, the mass that takes part if the supports are accelerated in that direction;
 * - port 2, a grid of the same cells whose points are moved by a multiple of the mode shape.
 *
 * @sa vtkSolidAnalysis, vtkElasticAnalysis, vtkMechanicalSupport
 */

#ifndef vtkNaturalFrequencies_h
#define vtkNaturalFrequencies_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkSolidAnalysis.h"

#include <memory> // for std::unique_ptr

class vtkDataSet;
namespace trabecula
{
struct FrequencyAnalysis;
struct FrequencyProblem;
}

class TRABECULAFILTERS_EXPORT vtkNaturalFrequencies : public vtkSolidAnalysis
{
public:
  static vtkNaturalFrequencies* New();
  vtkTypeMacro(vtkNaturalFrequencies, vtkSolidAnalysis);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Output ports in addition to those of vtkSolidAnalysis.
  enum FurtherOutputPorts
  {
    DEFORMED_SHAPE = 2
  };

  enum MassType
  {
    CONSISTENT = 0,
    LUMPED = 1
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
   * Mass per volume, above 0. Default is 1.
   */
  void SetMassDensity(double density);
  vtkGetMacro(MassDensity, double);
  ///@}

  ///@{
  /**
   * Mass of elements, one of MassType: consistent with displacements, whose frequencies are too
   * high on coarse meshes, or divided among the nodes. Default is CONSISTENT.
   */
  void SetMass(int mass);
  vtkGetMacro(Mass, int);
  ///@}

  ///@{
  /**
   * Number of elastic modes, from 1 to 50. Default is 10.
   */
  void SetNumberOfModes(int modes);
  vtkGetMacro(NumberOfModes, int);
  ///@}

  ///@{
  /**
   * Whether linear cells get mid-edge nodes, without which tetrahedra in particular are far too
   * stiff; see vtkElasticAnalysis. Default is false.
   */
  void SetMakeQuadratic(bool make);
  vtkGetMacro(MakeQuadratic, bool);
  vtkBooleanMacro(MakeQuadratic, bool);
  ///@}

  ///@{
  /**
   * Number of time steps of each mode, from 1 to 200: phases of a cycle of its vibration. Default
   * is 1, which shows the mode at its largest deflection.
   */
  vtkSetClampMacro(FramesPerMode, int, 1, 200);
  vtkGetMacro(FramesPerMode, int);
  ///@}

  ///@{
  /**
   * Largest displacement of the deformed shape, as a fraction of the diagonal of the bounding box
   * of the part. Default is 0.1.
   */
  vtkSetMacro(ShownDeflection, double);
  vtkGetMacro(ShownDeflection, double);
  ///@}

  ///@{
  /**
   * Results of the last complete analysis: lowest frequency above zero, mass of the part with point
   * masses, and number of rigid motions that supports leave free. They are NaN before the first
   * analysis.
   */
  double GetFirstFrequency();
  double GetTotalMass();
  double GetRigidMotions();
  ///@}

protected:
  vtkNaturalFrequencies();
  ~vtkNaturalFrequencies() override;

  bool ComputesOnAllRanks() override { return true; }

  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestUpdateTime(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  Solver MakeSolver(vtkSmartPointer<vtkDataSet>& solid) override;
  bool HasCellsOfInput() override { return !this->MakeQuadratic; }

private:
  vtkNaturalFrequencies(const vtkNaturalFrequencies&) = delete;
  void operator=(const vtkNaturalFrequencies&) = delete;

  class vtkInternals;

  void SetDefaultArrays();
  trabecula::FrequencyProblem MakeProblem(vtkDataSet* solid);
  void Describe(const trabecula::FrequencyAnalysis& analysis);

  double YoungsModulus = 1.0;
  double PoissonsRatio = 0.3;
  double MassDensity = 1.0;
  int Mass = CONSISTENT;
  int NumberOfModes = 10;
  bool MakeQuadratic = false;
  int FramesPerMode = 1;
  double ShownDeflection = 0.1;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
