/**
 * @class   vtkCadReader
 * @brief   Reads the solids of STEP, IGES and BREP files as closed surfaces
 *
 * A program of its own, trabecula_cad, which uses OpenCASCADE, reads the file and is ended if it
 * takes too long: damaged files can neither end nor block this process. Where it was not built, the
 * error says how to get it.
 *
 * Outputs:
 *
 * - port 0, polygonal data: triangles of all solids, closed and facing outwards, as Voxelize
 * Surface takes them, with the cell arrays of ids `CadFace`, `CadSolid` and `CadFeature` (the faces
 * that form one cylinder, as the halves of a hole, are one feature), and in field data
 * `LengthUnit`, the unit of the output, and `FileUnit`, that of the file or empty;
 * - port 1, a table with a row for each face: `CadFace`, `Description` ("cylinder, radius 5,
 * hole"), `Kind`, `Name` in the file, `CadSolid`, `CadFeature`, `Area`, `Centre`, `Direction`
 * (outward normal or axis, 0 if there is none) and `Radius`, in the unit of the output.
 *
 * Faces keep their numbers as long as the file and Solids are the same. With several ranks the
 * first has everything.
 */

#ifndef vtkCadReader_h
#define vtkCadReader_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaSource.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class vtkPolyData;
class vtkTable;

class TRABECULAFILTERS_EXPORT vtkCadReader : public vtkTrabeculaSource
{
public:
  static vtkCadReader* New();
  vtkTypeMacro(vtkCadReader, vtkTrabeculaSource);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    SURFACE = 0,
    FACES = 1
  };

  enum SolidsType
  {
    ALL_SOLIDS = 0, ///< each as a surface of its own
    UNITED = 1,     ///< one body, without faces between solids that touch or overlap
    ONE_SOLID = 2   ///< that of SolidNumber
  };

  enum UnitType
  {
    MILLIMETRE = 0,
    CENTIMETRE = 1,
    METRE = 2,
    INCH = 3
  };

  vtkPolyData* GetOutput();
  vtkTable* GetFaces();

  ///@{
  /**
   * The file to read; its name ends with step, stp, iges, igs, brep or rle. Default is none.
   */
  vtkSetFilePathMacro(FileName);
  vtkGetFilePathMacro(FileName);
  ///@}

  ///@{
  /**
   * What is read of several solids, one of SolidsType. Default is ALL_SOLIDS.
   */
  vtkSetClampMacro(Solids, int, ALL_SOLIDS, ONE_SOLID);
  vtkGetMacro(Solids, int);
  ///@}

  ///@{
  /**
   * Number of the solid with ONE_SOLID, from 0. Default is 0.
   */
  vtkSetMacro(SolidNumber, int);
  vtkGetMacro(SolidNumber, int);
  ///@}

  ///@{
  /**
   * Unit of the output, one of UnitType. The unit of the file is converted; a file without one is
   * taken to be in mm, which GetStatus() states. Default is MILLIMETRE.
   */
  vtkSetClampMacro(LengthUnit, int, MILLIMETRE, INCH);
  vtkGetMacro(LengthUnit, int);
  ///@}

  ///@{
  /**
   * Largest distance of a triangle from its face, over the diagonal of all solids, above 0 and at
   * most 0.1. Triangles are finer where their volume would differ from that of the solid by more
   * than 0.2
   * %. Default is 0.001.
   */
  vtkSetMacro(Deflection, double);
  vtkGetMacro(Deflection, double);
  ///@}

  ///@{
  /**
   * Largest angle between neighbouring triangles of a face, degrees, from 1 to 90. Default is 20.
   */
  vtkSetMacro(Angle, double);
  vtkGetMacro(Angle, double);
  ///@}

  ///@{
  /**
   * Seconds after which reading is given up, at least 1. Default is 120.
   */
  vtkSetMacro(TimeLimit, double);
  vtkGetMacro(TimeLimit, double);
  ///@}

  /**
   * What was read, in sentences: numbers of solids and faces, size, unit, and what was mended.
   * Empty after an error.
   */
  const char* GetStatus() { return this->Status.c_str(); }

protected:
  vtkCadReader();
  ~vtkCadReader() override;

  std::string DescribeLackOfMemory() override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkCadReader(const vtkCadReader&) = delete;
  void operator=(const vtkCadReader&) = delete;

  class vtkInternals;

  /// Reads the file if it, or a property of what is read, has changed.
  void ReadFile();
  std::string DescribeBody(vtkPolyData* output);

  char* FileName = nullptr;
  int Solids = ALL_SOLIDS;
  int SolidNumber = 0;
  int LengthUnit = MILLIMETRE;
  double Deflection = 1e-3;
  double Angle = 20.0;
  double TimeLimit = 120.0;
  std::string Status;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
