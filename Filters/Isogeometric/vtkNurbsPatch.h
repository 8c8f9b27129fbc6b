/**
 * @class   vtkNurbsPatch
 * @brief   NURBS patches, also with supports and loads of examples from the literature
 *
 * The output is a control net: a structured grid whose points are the control points, ready for
 * vtkIsogeometricLevelSet. Its arrays are
 *
 * - `Weight` (points): weights, without unit;
 * - `Supports` (points, three components, unsigned char) and `Force` (points, three components,
 *   double), of presets with supports and loads: see vtkTopologyOptimize; forces are consistent for
 *   the basis;
 * - `Degrees`, `KnotsXi`, `KnotsEta` and, in three dimensions, `KnotsZeta` (field data).
 *
 * The points are the control points: if they are moved, the geometry changes accordingly. In two
 * dimensions they are in the plane z = 0.
 *
 * The first three presets are the examples of Xia, Wang, Wang and Mei, "GPU parallel strategy
 * for parameterized LSM-based topology optimization using isogeometric analysis" (Struct.
 * Multidisc. Optim. 56, 2017); Optimization/LevelSet/LevelSetExamples.h lists assumptions. Their
 * settings are field data of one value: `RecommendedVolumeFraction`, `RecommendedHoleRows`,
 * `RecommendedHolesPerRow`, `RecommendedHoleLayers`, `RecommendedHoleRadius` and
 * `RecommendedSmoothingRadius`.
 *
 * - CANTILEVER: 2 x 1, the left side fixed, a force of 1 in -y in the middle of the right side.
 * - MBB_BEAM: 6 x 1, pinned at the lower left corner, on a roller at the lower right one, a force
 * of 1 in -y in the middle of the upper side.
 * - QUARTER_ANNULUS: radii 1 and 2, the edge y = 0 fixed, a force of 1 in -x at (0, 2).
 * - CANTILEVER_3D: 2 x 1 x 1, the face x = 0 fixed, 1 in -z on the opposite face.
 * - RECTANGLE, BOX, ANNULUS, ANNULUS_SOLID: without supports and loads, of the sizes set; an
 *   annulus is a quarter of one, extruded along z in three dimensions.
 */

#ifndef vtkNurbsPatch_h
#define vtkNurbsPatch_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaSource.h"

#include <string> // for std::string

class vtkStructuredGrid;

namespace trabecula
{
struct NurbsPatch;
}

class TRABECULAFILTERS_EXPORT vtkNurbsPatch : public vtkTrabeculaSource
{
public:
  static vtkNurbsPatch* New();
  vtkTypeMacro(vtkNurbsPatch, vtkTrabeculaSource);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum PresetType
  {
    CANTILEVER = 0,
    MBB_BEAM = 1,
    QUARTER_ANNULUS = 2,
    CANTILEVER_3D = 3,
    RECTANGLE = 4,
    BOX = 5,
    ANNULUS = 6,
    ANNULUS_SOLID = 7
  };

  ///@{
  /**
   * The geometry and its conditions, one of PresetType. Default is CANTILEVER.
   */
  vtkSetClampMacro(Preset, int, CANTILEVER, ANNULUS_SOLID);
  vtkGetMacro(Preset, int);
  ///@}

  ///@{
  /**
   * Number of elements (knot spans) in each direction, at least 1. The third applies in three
   * dimensions; of annuli the first is radial and the second angular. Default is 64, 32, 16.
   */
  vtkSetVector3Macro(Elements, int);
  vtkGetVector3Macro(Elements, int);
  ///@}

  ///@{
  /**
   * Degree of the splines in each direction, 1 to 4; annuli need at least 2. Default is 2.
   */
  vtkSetMacro(Degree, int);
  vtkGetMacro(Degree, int);
  ///@}

  ///@{
  /**
   * Lengths of RECTANGLE and BOX. Default is 2, 1, 1.
   */
  vtkSetVector3Macro(Size, double);
  vtkGetVector3Macro(Size, double);
  ///@}

  ///@{
  /**
   * Inner and outer radius of annuli, length. Default is 1, 2.
   */
  vtkSetVector2Macro(Radii, double);
  vtkGetVector2Macro(Radii, double);
  ///@}

  ///@{
  /**
   * Height of ANNULUS_SOLID, length. Default is 1.
   */
  vtkSetMacro(Height, double);
  vtkGetMacro(Height, double);
  ///@}

  /// The control net.
  vtkStructuredGrid* GetOutput();

protected:
  vtkNurbsPatch() = default;
  ~vtkNurbsPatch() override = default;

  std::string DescribeLackOfMemory() override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkNurbsPatch(const vtkNurbsPatch&) = delete;
  void operator=(const vtkNurbsPatch&) = delete;

  /// @throws trabecula::Error with the name of the invalid property
  void CheckProperties();
  bool IsExample() { return this->Preset <= CANTILEVER_3D; }
  bool IsPlane();
  void MakeExample(vtkStructuredGrid* output);
  trabecula::NurbsPatch MakePatch();

  int Preset = CANTILEVER;
  int Elements[3] = { 64, 32, 16 };
  int Degree = 2;
  double Size[3] = { 2.0, 1.0, 1.0 };
  double Radii[2] = { 1.0, 2.0 };
  double Height = 1.0;
};

#endif
