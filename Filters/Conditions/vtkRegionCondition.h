/**
 * @class   vtkRegionCondition
 * @brief   Base class of filters that define conditions on a region of a mesh
 *
 * Base of vtkMechanicalCondition and vtkThermalCondition: definition of the region, outputs and
 * measures of the region. A derived class defines the condition that applies to the region. The
 * filters add to existing arrays and can be chained in any order.
 *
 * Input port 0 is an unstructured grid of tetrahedra, hexahedra (linear or quadratic) or voxels, or
 * image data; points, lines and surface cells of unstructured grids are ignored. Derived classes
 * may also accept surfaces, and control nets of NURBS patches. Port 1, optional, is a selection of
 * its points or cells, for the regions that need one. Output port 0 is the input with arrays added,
 * port 1 has markers for display, port 2 the faces of the region, slightly above the surface, or
 * its points if it has no face. If the region is empty or invalid, the input is passed unchanged
 * and Status states why.
 *
 * A region consists of points, faces of the surface and cells:
 *
 * - BOX, SPHERE, CYLINDER (infinite), or rings on their surface: points inside, faces with all
 *   nodes inside, cells with their centre inside;
 * - PLANE, SIDE (a plane through a face of the bounds): points within the tolerance, faces with all
 *   nodes within it, cells that the plane cuts or touches;
 * - SELECTION of points: these points, faces with all nodes selected, cells with any; of cells:
 *   these cells, their faces on the surface and the nodes of these, or all nodes of a cell
 *   without such a face;
 * - FACE_PATCH: the faces on the surface of selected cells, or with all nodes selected, and all
 *   that can be reached from these over edges where normals differ by less than PatchAngle; their
 *   nodes and their cells;
 * - ARRAY: points or cells by the values of input array 0;
 * - PATCH_CYLINDER: as CYLINDER, with centre, axis and radius fitted to the faces of FACE_PATCH by
 *   least squares; patches that are not cylindrical are refused;
 * - FACES: faces of the part by their numbers: those of CAD faces or features if the input has them
 *   (cell array `CadFeature`, else `CadFace`, or, in meshes of tetrahedra, the field arrays
 *   `BoundaryTriangle`, `CadFaceOfBoundary` and `CadFaceFeature`), else of what is found on the
 *   surface at edges of PatchAngle and by planes and cylinders, see trabecula::findFaces(); their
 *   nodes and their cells;
 * - HOLES: such faces that are holes, by their radius.
 *
 * The surface is that of the whole input, or of the body defined by input array 1.
 *
 * In a control net, regions apply to the patch: each control point is located at the image of its
 * Greville point, and cells and faces are between these. A side of a plane patch is an edge.
 */

#ifndef vtkRegionCondition_h
#define vtkRegionCondition_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class vtkDataSet;
class vtkPolyData;
namespace trabecula
{
namespace filters
{
struct BodySurface;
class PatchBody;
struct RegionEntities;
struct RegionSettings;
}
}

class TRABECULAFILTERS_EXPORT vtkRegionCondition : public vtkTrabeculaAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkRegionCondition, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    MESH = 0,
    MARKERS = 1,
    CAUGHT = 2
  };

  enum RegionType
  {
    SIDE = 0,
    PLANE = 1,
    BOX = 2,
    SPHERE = 3,
    CYLINDER = 4,
    SELECTION = 5,
    FACE_PATCH = 6,
    ARRAY = 7,
    PATCH_CYLINDER = 8,
    FACES = 9,
    HOLES = 10
  };

  enum SideType
  {
    MINUS_X = 0,
    PLUS_X = 1,
    MINUS_Y = 2,
    PLUS_Y = 3,
    MINUS_Z = 4,
    PLUS_Z = 5
  };

  enum ShapePartType
  {
    INSIDE = 0,
    INNER_RING = 1,
    OUTER_RING = 2,
    BOTH_RINGS = 3
  };

  enum ArrayRuleType
  {
    NONZERO = 0,
    IN_RANGE = 1
  };

  ///@{
  /**
   * How the region is chosen, one of RegionType. Default is SIDE.
   */
  vtkSetClampMacro(Region, int, SIDE, HOLES);
  vtkGetMacro(Region, int);
  ///@}

  ///@{
  /**
   * SIDE: the face of the body's bounds, one of SideType. Default is PLUS_X for vtkMechanicalLoad,
   * else MINUS_X.
   */
  vtkSetClampMacro(Side, int, MINUS_X, PLUS_Z);
  vtkGetMacro(Side, int);
  ///@}

  ///@{
  /**
   * BOX: a corner, angles in degrees (rotations about z, then x, then y, about the corner) and edge
   * lengths. Defaults are the origin, no rotation and 1, 1, 1.
   */
  vtkSetVector3Macro(BoxPosition, double);
  vtkGetVector3Macro(BoxPosition, double);
  vtkSetVector3Macro(BoxRotation, double);
  vtkGetVector3Macro(BoxRotation, double);
  vtkSetVector3Macro(BoxLength, double);
  vtkGetVector3Macro(BoxLength, double);
  ///@}

  ///@{
  /**
   * SPHERE. Defaults are the origin and 0.5.
   */
  vtkSetVector3Macro(SphereCenter, double);
  vtkGetVector3Macro(SphereCenter, double);
  vtkSetMacro(SphereRadius, double);
  vtkGetMacro(SphereRadius, double);
  ///@}

  ///@{
  /**
   * CYLINDER: a point on its axis, the direction of the axis, the radius. Defaults are the origin,
   * z and 0.5.
   */
  vtkSetVector3Macro(CylinderCenter, double);
  vtkGetVector3Macro(CylinderCenter, double);
  vtkSetVector3Macro(CylinderAxis, double);
  vtkGetVector3Macro(CylinderAxis, double);
  vtkSetMacro(CylinderRadius, double);
  vtkGetMacro(CylinderRadius, double);
  ///@}

  ///@{
  /**
   * PLANE. Defaults are the origin and x.
   */
  vtkSetVector3Macro(PlaneOrigin, double);
  vtkGetVector3Macro(PlaneOrigin, double);
  vtkSetVector3Macro(PlaneNormal, double);
  vtkGetVector3Macro(PlaneNormal, double);
  ///@}

  ///@{
  /**
   * BOX, SPHERE, CYLINDER, PATCH_CYLINDER: the inside of the shape, or a ring, that is what is
   * within Distance of its surface on the inside, on the outside, or on both sides; one of
   * ShapePartType. Default is INSIDE.
   */
  vtkSetClampMacro(ShapePart, int, INSIDE, BOTH_RINGS);
  vtkGetMacro(ShapePart, int);
  ///@}

  ///@{
  /**
   * Width of a ring, above 0. With SIDE, FACE_PATCH, FACES and HOLES, points within this
   * distance of the faces and cells with their centre within it belong to the region too, 0 or
   * more. Length; default is 0.
   */
  vtkSetMacro(Distance, double);
  vtkGetMacro(Distance, double);
  ///@}

  ///@{
  /**
   * Distance outside of a shape, or from a plane, that is still inside the region, length; 0 means
   * 1e-4 of the diagonal of the input's bounds. Default is 0.
   */
  vtkSetMacro(Tolerance, double);
  vtkGetMacro(Tolerance, double);
  ///@}

  ///@{
  /**
   * FACE_PATCH, PATCH_CYLINDER: a patch ends where the normals of neighbouring faces differ by this
   * angle or more, degrees; FACES, HOLES: so does a face, unless the input knows its faces. Default
   * is 30.
   */
  vtkSetMacro(PatchAngle, double);
  vtkGetMacro(PatchAngle, double);
  ///@}

  ///@{
  /**
   * FACES: numbers of faces. Default is none.
   */
  void AddFace(vtkIdType number);
  void ClearFaces();
  ///@}

  ///@{
  /**
   * FACES: area (length squared) and centre of each face when it was chosen, in the order of
   * AddFace(), so that Status can tell that a number means another face now. Optional; default is
   * none.
   */
  void AddFaceMark(double area, double x, double y, double z);
  void ClearFaceMarks();
  ///@}

  ///@{
  /**
   * HOLES: least and largest radius, length; a largest of 0 is no bound. Default is 0, 0.
   */
  vtkSetVector2Macro(HoleRadius, double);
  vtkGetVector2Macro(HoleRadius, double);
  ///@}

  ///@{
  /**
   * Only faces with outward normals within 45 degrees of this direction are used: with FACE_PATCH
   * and PATCH_CYLINDER this restricts the seed faces, else the region consists of such faces, their
   * nodes and their cells. Default is 0, 0, 0, which means any direction.
   */
  vtkSetVector3Macro(Facing, double);
  vtkGetVector3Macro(Facing, double);
  ///@}

  ///@{
  /**
   * ARRAY: which values of input array 0 are in the region, one of ArrayRuleType: nonzero ones, or
   * those in the closed interval ArrayRange. With several components the magnitude is used.
   * Defaults are NONZERO, and 1, 1.
   */
  vtkSetClampMacro(ArrayRule, int, NONZERO, IN_RANGE);
  vtkGetMacro(ArrayRule, int);
  vtkSetVector2Macro(ArrayRange, double);
  vtkGetVector2Macro(ArrayRange, double);
  ///@}

  ///@{
  /**
   * Cells with a lower value in input array 1, a cell array, do not belong to the body. The array
   * is `Solid` unless set, and all cells belong to it if the input has no array of that name.
   * Default is 0.5.
   */
  vtkSetMacro(BodyThreshold, double);
  vtkGetMacro(BodyThreshold, double);
  ///@}

  /**
   * A selection on port 1.
   */
  void SetSelectionConnection(vtkAlgorithmOutput* output) { this->SetInputConnection(1, output); }

  ///@{
  /**
   * Contents of the region at the last execution: points, faces of the surface and their area
   * (length squared), cells and their volume (length cubed).
   */
  int GetNumberOfCaughtPoints();
  int GetNumberOfCaughtFaces();
  int GetNumberOfCaughtCells();
  double GetCaughtArea();
  double GetCaughtVolume();
  ///@}

  /**
   * Whether no part of the region is on the surface, so that the region is not visible.
   */
  bool GetIsInside();

  ///@{
  /**
   * The data of an output port.
   */
  vtkDataSet* GetOutput();
  vtkDataSet* GetOutput(int port);
  ///@}

protected:
  vtkRegionCondition();
  ~vtkRegionCondition() override;

  /**
   * Adds the condition to the arrays of the output, a shallow copy of the input, and makes the
   * markers.
   *
   * @return a sentence for Status
   * @throws trabecula::Error stating what is wrong; the output must then be unchanged
   */
  virtual std::string AddCondition(vtkDataSet* output,
    const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers) = 0;

  /// Whether AddCondition() applies to the cells of the region rather than to its points. Default
  /// is false.
  virtual bool AppliesToCells() { return false; }

  /// Whether the region has no entity to which AddCondition() applies.
  virtual bool IsEmpty(const trabecula::filters::RegionEntities& region);

  /// Whether port 2 shows the region. Default is true.
  virtual bool IsCaughtShown() { return true; }

  /// Resets the results of the last execution.
  virtual void ResetResults();

  /// Returns the patch during AddCondition() if the input is a control net, in which case the
  /// output has points on the patch; else null.
  const trabecula::filters::PatchBody* GetPatch();

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestDataObject(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

  int Side = MINUS_X;

private:
  vtkRegionCondition(const vtkRegionCondition&) = delete;
  void operator=(const vtkRegionCondition&) = delete;

  class vtkInternals;

  /// Whether no entity to which AddCondition() applies is on the surface.
  bool IsInside(const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region);
  trabecula::filters::RegionSettings GetRegionSettings();
  void Mark(
    vtkDataSet* output, vtkInformationVector** inputVector, vtkInformationVector* outputVector);

  int Region = SIDE;
  double BoxPosition[3] = { 0.0, 0.0, 0.0 };
  double BoxRotation[3] = { 0.0, 0.0, 0.0 };
  double BoxLength[3] = { 1.0, 1.0, 1.0 };
  double SphereCenter[3] = { 0.0, 0.0, 0.0 };
  double SphereRadius = 0.5;
  double CylinderCenter[3] = { 0.0, 0.0, 0.0 };
  double CylinderAxis[3] = { 0.0, 0.0, 1.0 };
  double CylinderRadius = 0.5;
  double PlaneOrigin[3] = { 0.0, 0.0, 0.0 };
  double PlaneNormal[3] = { 1.0, 0.0, 0.0 };
  int ShapePart = INSIDE;
  double Distance = 0.0;
  double Tolerance = 0.0;
  double PatchAngle = 30.0;
  double HoleRadius[2] = { 0.0, 0.0 };
  double Facing[3] = { 0.0, 0.0, 0.0 };
  int ArrayRule = NONZERO;
  double ArrayRange[2] = { 1.0, 1.0 };
  double BodyThreshold = 0.5;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
