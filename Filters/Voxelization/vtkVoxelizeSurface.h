/**
 * @class   vtkVoxelizeSurface
 * @brief   Voxels of the solid inside a closed surface, with exact solid fractions
 *
 * The input is the closed surface of one or more solids, also with cavities: polygons and strips,
 * for example from an STL, OBJ or PLY file. Coincident points are merged. Surfaces that are open,
 * intersect themselves or are turned inside out are refused with the location of the fault; nothing
 * is repaired.
 *
 * The output is image data. Its cell array `SolidFraction` (active scalars) is the fraction of each
 * cell's volume inside the surface, exact to rounding; see trabecula::voxelFractions(). Cells with
 * less than LeastFraction are hidden (vtkGhostType) and take no part in analyses, others take part
 * with their fraction of stiffness and volume: in vtkTopologyOptimize, vtkElasticAnalysis and
 * vtkVoxelMicroFe. vtkTopologySurface makes a surface of the fractions.
 *
 * Arrays of the surface are transferred to the voxels:
 *
 * - cell arrays: each cell that the surface intersects has the values of the surface cell with the
 *   largest area in it, whose index is the cell array `SurfaceCell`. In other cells, `SurfaceCell`
 *   and integer arrays are -1 (`DesignRegion` 0), and other arrays are 0;
 * - point arrays of three components whose name starts with `Force`, and `OutputWeights`, are
 * spread consistently to nodes; their sums and their moments are kept. `Springs` are spread so that
 *   their sums are kept and none is negative;
 * - the point array `Supports` holds the nodes within half a cell of the held part of the surface,
 *   and `RigidBody` those of rigid faces;
 * - other point arrays are interpolated at the nodes of cells that the surface intersects, and are
 *   0 elsewhere.
 *
 * Design regions with a distance, and those of a box, a sphere or a cylinder, which vtkDesignRegion
 * lists on the surface, apply to the solid: `DesignRegion` then marks the cells and points that are
 * within the distance of the patch or inside the shape. Status states the number of cells of each
 * region.
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
   * How the size of a voxel is given, one of ResolutionType: by Cells, in which case all sides of
   * the bounding box are faces of voxels, whose edges differ slightly if necessary; or by
   * VoxelSize, in which case voxels are cubes and the surface is in the middle of the image.
   * Default is CELLS.
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
   * Cells with a smaller solid fraction are hidden, without unit, from 0 to 1; empty cells are
   * always hidden. Default is 0.01.
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
  std::string DescribeLackOfMemory() override;

private:
  vtkVoxelizeSurface(const vtkVoxelizeSurface&) = delete;
  void operator=(const vtkVoxelizeSurface&) = delete;

  class vtkInternals;

  /// @throws trabecula::Error if the surface is not that of a solid, and for properties out of
  /// range
  trabecula::SurfaceGrid MakeGrid(const trabecula::TriangleMesh& surface);

  int Resolution = CELLS;
  int Cells = 64;
  double VoxelSize = 1.0;
  double LeastFraction = 0.01;
  bool ReverseOrientation = false;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
