/**
 * @class   vtkTopologySurface
 * @brief   The closed surface of a design, ready to be printed
 *
 * Cuts a surface through the densities of hexahedra. It is closed, oriented outward and a
 * 2-manifold, whatever the densities: each hexahedron is split into 24 tetrahedra in which density
 * is taken as linear, and what the level set leaves open at the boundary of the domain is closed by
 * parts of that boundary. Points are joined by the edge that they are on, not by where they are.
 * trabecula::LevelField says more.
 *
 * The threshold follows from a volume: that of the densities unless set otherwise. Solid regions
 * are wholly inside of the surface and void regions wholly outside, with their own faces.
 *
 * The input is an unstructured grid of VTK_HEXAHEDRON or VTK_VOXEL, or image data. Its arrays are
 *
 * - input array 0, cells, one component, any range: the density. `Density` unless set otherwise;
 *   without one, `Solid`. Set to "", all cells are inside and the surface is that of the mesh;
 * - input array 1, cells, one component: 0 design, 1 solid, 2 void. `DesignRegion` if there is one
 *   unless set otherwise.
 *
 * The output is triangles with
 *
 * - the cell arrays `Origin` (unsigned char: 0 cut through densities, 1 boundary of the domain, 2
 *   face of a void region, 3 face of a solid region) and `Piece` (int: 0 for the largest piece);
 * - the point array `Origin` (the largest of the point's triangles);
 * - as field data `Threshold`, `Volume`, `FieldVolume` (sum of densities times volumes of cells,
 *   without void regions), `Area`, `Pieces`, `RemovedPieces`, `RemovedVolume` and
 *   `EulerCharacteristic`.
 *
 * vtkTopologyOptimize leaves out cells on its first port if it has a density threshold, and the
 * surface would be that of the cells that are left: take its second port.
 *
 * There are no normals: with one at each point, sharp edges would look round, and points that are
 * there twice would leave the surface open. Without, it is drawn as it will be printed.
 *
 * Bad input leaves the last surface on the output.
 */

#ifndef vtkTopologySurface_h
#define vtkTopologySurface_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class vtkDataSet;
class vtkPolyData;

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
   * What the threshold follows from, one of ThresholdByType: the volume of the field, that is the
   * sum of densities times volumes of cells; VolumeFraction of the mesh; or it is Threshold.
   * Default is FIELD_VOLUME.
   */
  vtkSetClampMacro(ThresholdBy, int, FIELD_VOLUME, VALUE);
  vtkGetMacro(ThresholdBy, int);
  ///@}

  ///@{
  /**
   * Volume inside of the surface over that of the whole mesh, as vtkTopologyOptimize has it, above
   * 0 and at most 1, with VOLUME_FRACTION. Default is 0.3.
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
   * Whether smoothing leaves the surface where it is on the boundary of the domain, as it always
   * does on solid and void regions. Default is true.
   */
  vtkSetMacro(HoldBoundary, bool);
  vtkGetMacro(HoldBoundary, bool);
  vtkBooleanMacro(HoldBoundary, bool);
  ///@}

  ///@{
  /**
   * Which pieces are kept, one of KeepType; LARGE_PIECES are those that have MinimumPieceShare of
   * the volume of all. The threshold does not depend on it. Default is ALL_PIECES.
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
   * What came of the last execution, as the field data say it; NaN before the first. Closed is
   * "yes" or says what is wrong with the surface.
   */
  double GetThresholdUsed();
  double GetVolume();
  double GetFieldVolume();
  double GetArea();
  int GetNumberOfPieces();
  const char* GetClosed();
  ///@}

  /**
   * The surface.
   */
  vtkPolyData* GetOutput();

protected:
  vtkTopologySurface();
  ~vtkTopologySurface() override;

  int FillOutputPortInformation(int port, vtkInformation* info) override;
  void Compute(vtkInformationVector** inputVector) override;
  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeSpread(int ranks) override;
  std::string DescribeLackOfMemory() override;

private:
  vtkTopologySurface(const vtkTopologySurface&) = delete;
  void operator=(const vtkTopologySurface&) = delete;

  class vtkInternals;

  void WarnOfTrimmedInput(vtkDataSet* input, const std::vector<std::string>& messages);

  int ThresholdBy = FIELD_VOLUME;
  double VolumeFraction = 0.3;
  double Threshold = 0.5;
  bool Smoothing = true;
  int SmoothingIterations = 50;
  double PassBand = 0.05;
  bool HoldBoundary = true;
  int Keep = ALL_PIECES;
  double MinimumPieceShare = 0.01;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
