/**
 * @class   vtkTopologySurface
 * @brief   Closed triangle surface of a design, for 3D printing
 *
 * Extracts a level set of the densities of cells or points. The surface is closed, oriented outward
 * and a 2-manifold for any densities: each cell is split into tetrahedra with linearly interpolated
 * density, and openings of the level set at the boundary of the domain are closed by parts of that
 * boundary. Points are identified by the edge that they are on, not by position. See
 * trabecula::LevelField.
 *
 * The threshold is determined from a volume, by default that of the densities. Solid regions are
 * entirely inside of the surface and void regions entirely outside.
 *
 * The input is an unstructured grid of tetrahedra and hexahedra, or image data. Its arrays are
 *
 * - input array 0, cells or points, one component, any range: the density. The cell array `Density`
 *   unless set otherwise; without one, `Solid` or `SolidFraction`. Set to "", all cells are inside
 * and the surface is that of the mesh. A level set of densities of points needs no smoothing;
 * - input array 1, cells, one component: 0 design, 1 solid, 2 void. `DesignRegion` if there is one
 *   unless set otherwise.
 *
 * Densities of cells are multiplied by a cell array `SolidFraction`, if there is one, such as that
 * of vtkVoxelizeSurface. Hidden cells of an image with this array are included, because they show
 * how far the solid extends.
 *
 * For Bezier cells, the results of vtkIsogeometricLevelSet, the surface is by default a contour of
 * the level set of points: with FIELD_VOLUME, the contour that encloses the volume in which the
 * level set is positive, which is nearly the zero contour. With VALUE, or with another array, the
 * surface is made as for other inputs: Density is the solid fraction of parts of the cells. Plane
 * results are bodies of thickness 1.
 *
 * If the closed surface of the part is connected to port 1 and cells have `SolidFraction`, the
 * design is cut by this surface: its walls, such as those of bores, lie on it, with sharp edges.
 * For tetrahedra, the boundary of the mesh is moved onto the surface, and edges onto its sharp
 * edges. For other cells, points on the boundary of the mesh are finally moved to the nearest
 * points of the surface. Points farther away than the diagonal of a cell are not moved.
 *
 * The output is triangles with
 *
 * - the cell arrays `Origin` (unsigned char: 0 level set of the densities, 1 boundary of the
 *   domain, 2 face of a void region, 3 face of a solid region) and `Piece` (int: 0 for the largest
 *   piece);
 * - the point array `Origin` (the largest of the point's triangles);
 * - as field data `Threshold`, `Volume`, `FieldVolume` (sum of densities times volumes of cells,
 *   without void regions), `Area`, `Pieces`, `RemovedPieces`, `RemovedVolume`,
 *   `EulerCharacteristic`, and `Deviation`, the largest distance found between the surfaces before
 *   and after the decimation, 0 without one.
 *
 * Use the second port of vtkTopologyOptimize as input: the first port omits cells if a density
 * threshold is set, and the surface would be that of the remaining cells.
 *
 * The output has no normals: point normals would smooth sharp edges in the display, and duplicated
 * points would open the surface.
 *
 * With invalid input the output keeps the last surface.
 */

#ifndef vtkTopologySurface_h
#define vtkTopologySurface_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class vtkPolyData;

namespace trabecula
{
struct TopologySurface;
}

class TRABECULAFILTERS_EXPORT vtkTopologySurface : public vtkTrabeculaAlgorithm
{
public:
  static vtkTopologySurface* New();
  vtkTypeMacro(vtkTopologySurface, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum ThresholdByType
  {
    FIELD_VOLUME = 0,
    VOLUME_FRACTION = 1,
    VALUE = 2
  };

  enum KeepType
  {
    ALL_PIECES = 0,
    LARGE_PIECES = 1,
    LARGEST_PIECE = 2
  };

  ///@{
  /**
   * How the threshold is determined, one of ThresholdByType: by the volume of the field (the sum of
   * densities times volumes of cells), by VolumeFraction, or given as Threshold. Default is
   * FIELD_VOLUME.
   */
  vtkSetClampMacro(ThresholdBy, int, FIELD_VOLUME, VALUE);
  vtkGetMacro(ThresholdBy, int);
  ///@}

  ///@{
  /**
   * Volume inside of the surface over that of the whole mesh, as in vtkTopologyOptimize, above 0
   * and at most 1, with VOLUME_FRACTION. Default is 0.3.
   */
  vtkSetMacro(VolumeFraction, double);
  vtkGetMacro(VolumeFraction, double);
  ///@}

  ///@{
  /**
   * Density at the surface, with VALUE. Default is 0.5.
   */
  vtkSetMacro(Threshold, double);
  vtkGetMacro(Threshold, double);
  ///@}

  ///@{
  /**
   * Whether the surface is smoothed, without shrinking, and keeps its volume. Default is true.
   */
  vtkSetMacro(Smoothing, bool);
  vtkGetMacro(Smoothing, bool);
  vtkBooleanMacro(Smoothing, bool);
  ///@}

  ///@{
  /**
   * Pairs of steps of Taubin's filter, at least 0. Default is 50.
   */
  vtkSetMacro(SmoothingIterations, int);
  vtkGetMacro(SmoothingIterations, int);
  ///@}

  ///@{
  /**
   * Pass band of Taubin's filter, without unit, above 0 and below 2. Lower is smoother. Default is
   * 0.05.
   */
  vtkSetMacro(PassBand, double);
  vtkGetMacro(PassBand, double);
  ///@}

  ///@{
  /**
   * Whether smoothing leaves the surface unchanged on the boundary of the domain; it always does on
   * solid and void regions. Default is true.
   */
  vtkSetMacro(HoldBoundary, bool);
  vtkGetMacro(HoldBoundary, bool);
  vtkBooleanMacro(HoldBoundary, bool);
  ///@}

  ///@{
  /**
   * Which pieces are kept, one of KeepType; LARGE_PIECES are those with at least MinimumPieceShare
   * of the volume of all. The threshold does not depend on it. Default is ALL_PIECES.
   */
  vtkSetClampMacro(Keep, int, ALL_PIECES, LARGEST_PIECE);
  vtkGetMacro(Keep, int);
  ///@}

  ///@{
  /**
   * Share of the volume of all pieces, from 0 to 1, with LARGE_PIECES. Default is 0.01.
   */
  vtkSetMacro(MinimumPieceShare, double);
  vtkGetMacro(MinimumPieceShare, double);
  ///@}

  ///@{
  /**
   * Whether points are removed where the surface is flat, as long as no point of the surface before
   * and after is farther from the other than LargestDeviation, and it remains closed and manifold.
   * Default is false.
   */
  vtkSetMacro(Decimate, bool);
  vtkGetMacro(Decimate, bool);
  vtkBooleanMacro(Decimate, bool);
  ///@}

  ///@{
  /**
   * The bound for Decimate, a length; 0 means 3 % of the mean diagonal of the cells. Default is 0.
   */
  vtkSetMacro(LargestDeviation, double);
  vtkGetMacro(LargestDeviation, double);
  ///@}

  ///@{
  /**
   * Results of the last execution, as in the field data; NaN before the first. Closed is "yes" or
   * states the defect of the surface.
   */
  double GetThresholdUsed();
  double GetVolume();
  double GetFieldVolume();
  double GetArea();
  double
  GetMass(); ///< inside of the surface; NaN without the field array `MassDensity` of the input
  int GetNumberOfPieces();
  const char* GetClosed();
  ///@}

  /**
   * The surface.
   */
  vtkPolyData* GetOutput();

  /**
   * Set the surface of the part that the input approximates, as polygons, on the optional port 1;
   * see the description of the class.
   */
  void SetPartConnection(vtkAlgorithmOutput* output) { this->SetInputConnection(1, output); }
  void ClearPart() { this->SetInputConnection(1, nullptr); }

protected:
  vtkTopologySurface();
  ~vtkTopologySurface() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer) override;
  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeLackOfMemory() override;

private:
  vtkTopologySurface(const vtkTopologySurface&) = delete;
  void operator=(const vtkTopologySurface&) = delete;

  class vtkInternals;

  void SetNumbers(const trabecula::TopologySurface& surface, double massDensity, bool isMoved,
    const std::string& note);

  int ThresholdBy = FIELD_VOLUME;
  double VolumeFraction = 0.3;
  double Threshold = 0.5;
  bool Smoothing = true;
  int SmoothingIterations = 50;
  double PassBand = 0.05;
  bool HoldBoundary = true;
  int Keep = ALL_PIECES;
  double MinimumPieceShare = 0.01;
  bool Decimate = false;
  double LargestDeviation = 0.0;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
