/**
 * @class   vtkMeshPart
 * @brief   Tetrahedra of a part that the CAD Reader has read
 *
 * Gmsh makes the tetrahedra, in a process of its own, from the faces of the CAD file and not from
 * the triangles of the input, whose field data state the file and what of it was read. Where solids
 * touch, their tetrahedra have nodes in common, so that they are one part; solids that overlap are
 * refused.
 *
 * The output is an unstructured grid of tetrahedra of 4 nodes or of 10, whose edges then follow
 * curved faces, in the unit of the input, with the cell array of ids `CadSolid`. As a cell may have
 * faces on several CAD faces, field data list all triangles on the surface: `BoundaryTriangle`, the
 * points of their three corners, and `CadFaceOfBoundary`, the CAD face of each. Further field data
 * are those of the input, and `Volume`.
 *
 * Tetrahedra that are curved too much are straightened (trabecula::straightenTetrahedra()). The
 * mesh is compared with the CAD kernel's volume and with areas and centres of its faces:
 * GetStatus() states the difference, and a warning is given above 0.1 %. A mesh of another part, or
 * one that lacks a solid, is an error.
 *
 * With several ranks the first has everything.
 *
 * @sa vtkCadReader vtkVoxelizeSurface vtkElasticAnalysis
 */

#ifndef vtkMeshPart_h
#define vtkMeshPart_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <string> // for std::string

class vtkUnstructuredGrid;

class TRABECULAFILTERS_EXPORT vtkMeshPart : public vtkTrabeculaAlgorithm
{
public:
  static vtkMeshPart* New();
  vtkTypeMacro(vtkMeshPart, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OrderType
  {
    LINEAR = 0,   ///< tetrahedra of 4 nodes
    QUADRATIC = 1 ///< tetrahedra of 10 nodes
  };

  vtkUnstructuredGrid* GetOutput();

  ///@{
  /**
   * Largest length of an edge, in the unit of the input; 0 is 0.04 of the diagonal of the input.
   * Default is 0.
   */
  void SetElementSize(double size) { this->SetParameter(this->ElementSize, size); }
  vtkGetMacro(ElementSize, double);
  ///@}

  ///@{
  /**
   * Order of the tetrahedra, one of OrderType. Default is QUADRATIC.
   */
  void SetOrder(int order) { this->SetParameter(this->Order, order); }
  vtkGetMacro(Order, int);
  ///@}

  ///@{
  /**
   * Number of edges on a full circle of the curvature of a face, which makes edges shorter where
   * faces are curved, from 3; 0 disregards curvature. Default is 12.
   */
  void SetElementsPerCircle(int count) { this->SetParameter(this->ElementsPerCircle, count); }
  vtkGetMacro(ElementsPerCircle, int);
  ///@}

  ///@{
  /**
   * Length below which curvature makes no edge shorter, in the unit of the input; 0 is a tenth of
   * ElementSize. Default is 0.
   */
  void SetLeastSize(double size) { this->SetParameter(this->LeastSize, size); }
  vtkGetMacro(LeastSize, double);
  ///@}

  ///@{
  /**
   * Number of tetrahedra, estimated before the mesher starts, above which a size is refused, above
   * 0. Default is 2,000,000.
   */
  void SetMostTetrahedra(vtkIdType count) { this->SetParameter(this->MostTetrahedra, count); }
  vtkGetMacro(MostTetrahedra, vtkIdType);
  ///@}

  ///@{
  /**
   * Gmsh: a path, or a name that is looked for beside the plugin and in PATH. Default is "gmsh".
   */
  void SetMesher(const char* mesher)
  {
    this->SetParameter(this->Mesher, std::string(mesher ? mesher : ""));
  }
  const char* GetMesher() { return this->Mesher.c_str(); }
  ///@}

  ///@{
  /**
   * Seconds after which meshing is given up, at least 1. Default is 600.
   */
  void SetTimeLimit(double seconds) { this->SetParameter(this->TimeLimit, seconds); }
  vtkGetMacro(TimeLimit, double);
  ///@}

  ///@{
  /**
   * Results: number of tetrahedra, their volume, and its difference from that of the CAD kernel
   * over the latter. 0 without.
   */
  vtkGetMacro(NumberOfTetrahedra, vtkIdType);
  vtkGetMacro(Volume, double);
  vtkGetMacro(VolumeError, double);
  ///@}

protected:
  vtkMeshPart() = default;
  ~vtkMeshPart() override = default;

  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeLackOfMemory() override;
  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer) override;

private:
  vtkMeshPart(const vtkMeshPart&) = delete;
  void operator=(const vtkMeshPart&) = delete;

  /// @throws trabecula::Error that names a property
  void RequireValidProperties();

  double ElementSize = 0.0;
  int Order = QUADRATIC;
  int ElementsPerCircle = 12;
  double LeastSize = 0.0;
  vtkIdType MostTetrahedra = 2000000;
  std::string Mesher = "gmsh";
  double TimeLimit = 600.0;

  vtkIdType NumberOfTetrahedra = 0;
  double Volume = 0.0;
  double VolumeError = 0.0;
};

#endif
