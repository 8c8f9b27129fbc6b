/**
 * @class   vtkVoxelizeSurface
 * @brief   Voxels of the solid inside a closed surface, with exact solid fractions
 *
 * The input is the closed surface of one or more solids, also with cavities: polygons and strips,
 * of an STL, OBJ or PLY file for example. Equal points are one. Surfaces that are open, intersect
 * themselves or are turned inside out are refused with where; nothing is repaired.
 *
 * The output is image data. Its cell array `SolidFraction` (active scalars) is the fraction of each
 * cell's volume inside the surface, exact to rounding; see trabecula::voxelFractions(). Cells with
 * less than LeastFraction are hidden (vtkGhostType) and take no part in analyses, others take part
 * with their fraction of stiffness and volume: in vtkTopologyOptimize, vtkElasticAnalysis and
 * vtkVoxelMicroFe. vtkTopologySurface makes a surface of the fractions.
 *
 * What is marked on the surface arrives on the voxels:
 *
 * - cell arrays: each cell that the surface passes through has the values of the surface's cell of
 *   which the largest area is in it, whose number is the cell array `SurfaceCell`. In other cells
 *   `SurfaceCell` and arrays of whole numbers are -1 (`DesignRegion` 0), other arrays 0;
 * - point arrays of three components whose name starts with `Force`, `Springs` and `OutputWeights`
 *   are spread consistently to nodes; their sums are kept, and their moments where no cell on the
 *   surface is hidden;
 * - the point array `Supports` holds the nodes up to half a cell away from what it holds of the
 *   surface;
 * - other point arrays are interpolated at nodes of cells that the surface passes through, and are
 *   0 elsewhere.
 *
 * Design regions with a distance, and those of a box, a sphere or a cylinder, which vtkDesignRegion
 * lists on the surface, mean the solid: `DesignRegion` then has, in cells and at points, what is
 * within the distance of the patch or inside the shape; Status says how many
 * cells each region has.
 *
 * Field data are `Volume` (inside the surface), `SolidVolume` (of the visible cells) and
 * `VisibleCells`.
 *
 * With invalid input the output keeps the last image.
 *
 * @sa vtkTopologyOptimize vtkVoxelMicroFe vtkTopologySurface
 */

#ifndef vtkVoxelizeSurface_h
#define vtkVoxelizeSurface_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class vtkImageData;
namespace trabecula
{
struct SurfaceGrid;
struct TriangleMesh;
}

class TRABECULAFILTERS_EXPORT vtkVoxelizeSurface : public vtkTrabeculaAlgorithm
{
public:
  static vtkVoxelizeSurface* New();
  vtkTypeMacro(vtkVoxelizeSurface, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum ResolutionType
  {
    CELLS = 0,
    VOXEL_SIZE = 1
  };

  ///@{
  /**
   * How the size of a voxel is given, one of ResolutionType: by Cells, with which all sides of the
   * bounding box are faces of voxels, whose edges differ a little if need be; or by VoxelSize, with
   * cubes and the surface in the middle of the image. Default is CELLS.
   */
  vtkSetClampMacro(Resolution, int, CELLS, VOXEL_SIZE);
  vtkGetMacro(Resolution, int);
  ///@}

  ///@{
  /**
   * Number of cells along the longest side of the bounding box, at least 1, with CELLS. Default is
   * 64.
   */
  vtkSetMacro(Cells, int);
  vtkGetMacro(Cells, int);
  ///@}

  ///@{
  /**
   * Edge of a voxel, length, above 0, with VOXEL_SIZE. Default is 1.
   */
  vtkSetMacro(VoxelSize, double);
  vtkGetMacro(VoxelSize, double);
  ///@}

  ///@{
  /**
   * Cells of a smaller solid fraction are hidden, without unit, from 0 to 1; empty cells always
   * are. Default is 0.01.
   */
  vtkSetMacro(LeastFraction, double);
  vtkGetMacro(LeastFraction, double);
  ///@}

  ///@{
  /**
   * Whether triangles are clockwise seen from outside. Default is false.
   */
  vtkSetMacro(ReverseOrientation, bool);
  vtkGetMacro(ReverseOrientation, bool);
  vtkBooleanMacro(ReverseOrientation, bool);
  ///@}

  ///@{
  /**
   * Results of the last execution: volume inside the surface and in visible cells (length cubed),
   * edges of a voxel in x, y and z (length), cells of the image along each axis, number of visible
   * cells. Zeros before the first.
   */
  double GetVolume();
  double GetSolidVolume();
  double* GetVoxelEdges() VTK_SIZEHINT(3);
  int* GetImageCells() VTK_SIZEHINT(3);
  vtkIdType GetNumberOfVisibleCells();
  ///@}

  /**
   * The image.
   */
  vtkImageData* GetOutput();

protected:
  vtkVoxelizeSurface();
  ~vtkVoxelizeSurface() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Compute(vtkInformationVector** inputVector) override;
  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeSpread(int ranks) override;
  std::string DescribeLackOfMemory() override;

private:
  vtkVoxelizeSurface(const vtkVoxelizeSurface&) = delete;
  void operator=(const vtkVoxelizeSurface&) = delete;

  class vtkInternals;

  /// @throws trabecula::Error for what is no solid, and for properties out of range
  trabecula::SurfaceGrid MakeGrid(const trabecula::TriangleMesh& surface);

  int Resolution = CELLS;
  int Cells = 64;
  double VoxelSize = 1.0;
  double LeastFraction = 0.01;
  bool ReverseOrientation = false;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
