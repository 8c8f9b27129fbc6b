/**
 * @class   vtkSurfaceFaces
 * @brief   Finds the faces of a surface of triangles
 *
 * Divides a surface of an STL file, or any other that was divided into triangles without noise,
 * into faces at edges with an angle of at least FeatureAngle, and where planes and cylinders join
 * smoothly; fits planes and cylinders. See trabecula::findFaces() for what is divided.
 *
 * The outputs have the arrays of vtkCadReader, so that conditions take such faces as those of CAD
 * files:
 *
 * - port 0: the input with the cell arrays of ids `CadFace`, `CadSolid` (connected bodies) and
 *   `CadFeature` (the same as CadFace), -1 in points and lines, and in field data
 *   `CadFaceFeature`, `CadFaceDescription`, `CadHoleRadius` and `CadFaceDirection`;
 * - port 1: a table with a row for each face: `CadFace`, `Description`, `Kind` (plane, cylinder or
 *   free form), `Name` (empty), `CadSolid`, `CadFeature`, `Area`, `Centre`, `Direction` and
 * `Radius`.
 *
 * The radius is that of the cylinder on which the points lie, not of its chords.
 *
 * With invalid input the outputs keep the last result.
 *
 * @sa vtkCadReader vtkRegionCondition
 */

#ifndef vtkSurfaceFaces_h
#define vtkSurfaceFaces_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <string> // for std::string

class vtkPolyData;
class vtkTable;

class TRABECULAFILTERS_EXPORT vtkSurfaceFaces : public vtkTrabeculaAlgorithm
{
public:
  static vtkSurfaceFaces* New();
  vtkTypeMacro(vtkSurfaceFaces, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    SURFACE = 0,
    FACES = 1
  };

  vtkPolyData* GetOutput();
  vtkTable* GetFaces();

  ///@{
  /**
   * Edges where the normals differ by this angle or more divide faces; degrees, from 1 to 179.
   * Default is 30.
   */
  vtkSetMacro(FeatureAngle, double);
  vtkGetMacro(FeatureAngle, double);
  ///@}

protected:
  vtkSurfaceFaces();
  ~vtkSurfaceFaces() override;

  std::string DescribeComposite(const std::string& type) override;
  std::string DescribeLackOfMemory() override;
  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  void Compute(vtkInformationVector** inputVector) override;

private:
  vtkSurfaceFaces(const vtkSurfaceFaces&) = delete;
  void operator=(const vtkSurfaceFaces&) = delete;

  double FeatureAngle = 30.0;
};

#endif
