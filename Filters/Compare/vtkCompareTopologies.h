/**
 * @class   vtkCompareTopologies
 * @brief   Compares stiffness, density fields and shapes of two or more designs
 *
 * The input takes several connections; the first is the reference that the others are compared
 * with. Each is an unstructured grid of tetrahedra and hexahedra, or image data, with a
 * cell array of densities from 0 in void to 1 in solid, `Density` unless set otherwise. A design is
 * solid where the density is at least Threshold. The cells of unstructured grids without this array
 * are taken as solid, for outputs of vtkVoxelMicroFe or vtkThreshold, unless
 * CellsWithoutDensityAreSolid is off. A field array `Compliance` of one value is copied to the
 * table.
 *
 * Inputs with the same points and cells are compared on these. Inputs that are parts of one lattice
 * of voxels, such as outputs of vtkThreshold for one mesh, are compared on this lattice. Others,
 * and all with AlwaysResample, are resampled to an image over the bounds of all inputs with
 * Resolution voxels along the longest edge; a voxel has the density of the cell that contains its
 * centre (vtkStaticCellLocator). GetCommonMesh() states which applies. Shapes are always measured
 * on voxels.
 *
 * The compliance that a method reports is that of its own model: penalized densities, void of some
 * stiffness, a transition around a level set. With AnalyseBodies, the bodies that would be
 * manufactured from the designs are all analysed in the same way and ranked by the result. A body
 * is the region that the surface of vtkTopologySurface with its default settings encloses. It
 * consists of solid material and is analysed on one voxel grid for all designs, with a modulus in
 * proportion to the fraction of the voxel that is inside, see trabecula::analyseBodies(). Loads and
 * supports are the point arrays `Supports`, `Springs` and those named in the field data
 * `LoadCases`, or else all whose name starts with `Force`; the material is that of the first
 * design's field data `YoungsModulus` and `PoissonsRatio`. Field data `PlaneStress` other than 0
 * states that the input is one layer of cells in plane stress. A body that does not carry its loads
 * has no compliance. Inputs without supports or loads are compared without this analysis.
 *
 * Outputs:
 *
 * - port 0, Differences: the common mesh, without cells where no design is solid unless KeepVoid is
 *   on. Cell arrays, i counting the inputs from 1: `Density_i` (0 where an input has no cell); for
 *   each i after the first `Difference_i`, the density minus that of the reference, and
 * `Category_i`: 0 neither, 1 only the reference, 2 only this design, 3 both are solid; `SolidIn`,
 * the number of designs that are solid.
 * - port 1, Measures: a table with one row per input. Its columns are
 *   - `Name`;
 *   - `Rank`: place by BodyCompliance, 1 for the stiffest body, the same for equal ones; 0 for
 *     designs that fail, by Fault, or were not analysed;
 *   - `BodyCompliance`: of the body by the common analysis, weighted sum over load cases, energy;
 *     NaN if the body does not carry its loads or was not analysed;
 *   - `BodyComplianceError`: estimate of the relative error of BodyCompliance by the size of
 * voxels;
 *   - `Compliance`: the design's own, of the input's field data, NaN if it has none;
 *   - `ComplianceRatio`: Compliance over BodyCompliance;
 *   - `BodyVolume`: inside of the surface, length cubed;
 *   - `BodyVolumeFraction`: BodyVolume over the volume of the union of all inputs' cells;
 *   - `Volume`: sum of density times volume over the input's cells, length cubed;
 *   - `Mass`, if an input has the field array `MassDensity`: that times Volume;
 *   - `VolumeFraction`: Volume over the volume of the union of all inputs' cells;
 *   - `SolidVolume`: volume of the input's solid cells, length cubed;
 *   - `Greyness`: 4 times the mean over the volume of density (1 - density), on the input's cells,
 *     0 to 1 (the measure of non-discreteness of Sigmund, "Morphology-based black and white filters
 *     for topology optimization", 2007, there in per cent);
 *   - `Dice`: 2 |A and B| / (|A| + |B|) of the solid volumes of this design and the reference, 0 to
 *     1 (Dice, "Measures of the amount of ecologic association between species", 1945);
 *   - `Hausdorff`: Hausdorff distance of the level-set surfaces at the threshold, the larger of
 *     both directions, length;
 *   - `MeanSurfaceDistance`: the mean of these distances over the area of both surfaces (average
 *     symmetric surface distance; for both Gerig, Jomier and Chakos, "Valmet: a new validation tool
 *     for assessing and improving 3D object segmentation", 2001), length;
 *   - `Pieces`, `Holes`, `Cavities` and `EulerCharacteristic` = Pieces - Holes + Cavities: the
 *     Betti numbers b0, b1 (handles, or tunnels) and b2 (enclosed voids) of the solid voxels; solid
 *     is connected through faces, void through faces, edges and corners;
 *   - `SmallestThickness`: of members, by largest inscribed balls, length; see
 *     trabecula::MemberThickness. Solid at the border of the image is bounded by it;
 *   - `VoxelSize`: the longest edge of the voxels on which shapes were measured, length;
 *   - `MeshElements`: cells of the input;
 *   - `Fault`: why the design fails, empty if it does not: its body does not carry a load or is
 *     not held, or the input has the field array `DesignFault`;
 *   - `Remark`: why Compliance and BodyCompliance differ, and what the analysis left out; or why
 *     there was none, which says nothing against the design.
 *   Volume, VolumeFraction, SolidVolume and Greyness are of the densities that the method analysed,
 *   BodyVolume and BodyVolumeFraction of the body. Of Bezier cells with a level set, Volume,
 *   VolumeFraction and Greyness are of the densities of these cells, SolidVolume and shapes of the
 *   solid fractions of the hexahedra that they are divided into.
 *   Distances are NaN if a design has no solid.
 * - port 2, Summary: the same table transposed, as text. One row per column of it, with the columns
 *   `Measure`, `Unit`, `Value 1`, `Value 2` and so on.
 *
 * Setting AbortExecute while the filter runs stops it. The outputs then show the last complete
 * result, as they do after an error, and Continue() or any change computes again.
 */

#ifndef vtkCompareTopologies_h
#define vtkCompareTopologies_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDeviceAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class vtkDataSet;
class vtkUnstructuredGrid;

class TRABECULAFILTERS_EXPORT vtkCompareTopologies : public vtkDeviceAlgorithm
{
public:
  static vtkCompareTopologies* New();
  vtkTypeMacro(vtkCompareTopologies, vtkDeviceAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    DIFFERENCES = 0,
    MEASURES = 1,
    SUMMARY = 2
  };

  ///@{
  /**
   * The cell array of densities. Default is `Density`.
   */
  void SetDensityArray(const char* name);
  const char* GetDensityArray() { return this->DensityArray.c_str(); }
  ///@}

  ///@{
  /**
   * Smallest density that is solid, above 0 and at most 1. Default is 0.5.
   */
  vtkSetMacro(Threshold, double);
  vtkGetMacro(Threshold, double);
  ///@}

  ///@{
  /**
   * Voxels along the longest edge of the bounds of all inputs, for resampling; at least 2. Fewer
   * are used if there would be more than 32768 voxels in total and more than 4096 for each cell of
   * the largest input. Default is 128.
   */
  vtkSetMacro(Resolution, int);
  vtkGetMacro(Resolution, int);
  ///@}

  ///@{
  /**
   * Whether shapes are measured with Resolution even if meshes are lattices of voxels. Default is
   * false.
   */
  vtkSetMacro(AlwaysResample, bool);
  vtkGetMacro(AlwaysResample, bool);
  vtkBooleanMacro(AlwaysResample, bool);
  ///@}

  ///@{
  /**
   * Whether the cells of unstructured grids without densities are taken as solid. Otherwise such
   * inputs are refused, as images without densities always are. Default is true.
   */
  vtkSetMacro(CellsWithoutDensityAreSolid, bool);
  vtkGetMacro(CellsWithoutDensityAreSolid, bool);
  vtkBooleanMacro(CellsWithoutDensityAreSolid, bool);
  ///@}

  ///@{
  /**
   * Whether cells in which no design is solid are kept on port 0. Default is false.
   */
  vtkSetMacro(KeepVoid, bool);
  vtkGetMacro(KeepVoid, bool);
  vtkBooleanMacro(KeepVoid, bool);
  ///@}

  ///@{
  /**
   * Names of the inputs, in their order, for the table and for messages. Inputs without a name, or
   * with an empty one, are called "Design 1", "Design 2" and so on. The list is empty by default.
   */
  void AddName(const char* name);
  void ClearNames();
  int GetNumberOfNames() { return static_cast<int>(this->Names.size()); }
  ///@}

  ///@{
  /**
   * Whether the bodies of all designs are analysed in the same way and ranked. Default is true.
   */
  vtkSetMacro(AnalyseBodies, bool);
  vtkGetMacro(AnalyseBodies, bool);
  vtkBooleanMacro(AnalyseBodies, bool);
  ///@}

  ///@{
  /**
   * Number of voxels along the longest edge of the bounds of all inputs in the analysis of bodies;
   * at least 4. With 0, the default, there are two voxels for each mean edge of the finest mesh's
   * cells. This number is increased up to six if it helps to distinguish a body from the stiffest
   * and the estimated error is above 2 %, but is limited to two million voxels and by memory.
   */
  vtkSetMacro(BodyResolution, int);
  vtkGetMacro(BodyResolution, int);
  ///@}

  ///@{
  /**
   * Radius around a point within which the solid takes the force on this point, length. It is
   * independent of the voxel size, because the compliance of a point force is infinite. With 0, the
   * default, it is the mean edge of the coarsest mesh's cells.
   */
  vtkSetMacro(LoadRadius, double);
  vtkGetMacro(LoadRadius, double);
  ///@}

  /**
   * A sentence that describes the mesh of the last complete result.
   */
  const char* GetCommonMesh();

  /**
   * Name of the first input, which the others are compared with.
   */
  const char* GetReference();

  /**
   * Name of the device on which bodies were analysed; empty without this analysis.
   */
  const char* GetDeviceUsed();

  /**
   * Number of comparisons computed since construction.
   */
  int GetNumberOfComparisons();

  ///@{
  /**
   * The data of an output port.
   */
  vtkUnstructuredGrid* GetOutput();
  vtkUnstructuredGrid* GetOutput(int port);
  ///@}

protected:
  vtkCompareTopologies();
  ~vtkCompareTopologies() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer) override;
  std::string GetNameOfInput(int port, int connection) override;
  std::string DescribeLackOfMemory() override;

private:
  vtkCompareTopologies(const vtkCompareTopologies&) = delete;
  void operator=(const vtkCompareTopologies&) = delete;

  class vtkInternals;

  std::vector<vtkDataSet*> ReadInputs(vtkInformationVector** inputVector);
  std::string GetNameOf(std::size_t input) const;

  std::string DensityArray = "Density";
  double Threshold = 0.5;
  int Resolution = 128;
  bool AlwaysResample = false;
  bool CellsWithoutDensityAreSolid = true;
  bool KeepVoid = false;
  bool AnalyseBodies = true;
  int BodyResolution = 0;
  double LoadRadius = 0.0;
  std::vector<std::string> Names;
  std::string Reference;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
