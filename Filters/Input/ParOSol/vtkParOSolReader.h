/**
 * @class   vtkParOSolReader
 * @brief   Reads input files of ParOSol as voxel images
 *
 * Reads the input of ParOSol (Flaig and Arbenz, "A scalable memory efficient multigrid solver for
 * micro-finite element analyses based on CT images", 2011): HDF5 files with a group `Image_Data`,
 * in the form that the documentation of its TU Wien fork describes. Units are the file's, which are
 * mm, N and MPa by ParOSol's convention.
 *
 * The output is image data with its lower corner at the origin, and
 *
 * - the cell array `YoungsModulus` (active scalars): force per area, 0 is void;
 * - the point arrays `Supports` (three components, 1 where that displacement component is
 *   prescribed, else 0) and `PrescribedDisplacement` (three components, length), if the file
 *   prescribes any;
 * - the point array `Force` (three components), if the file has loaded nodes;
 * - in field data, `PoissonsRatio`.
 *
 * These are the default array names of Voxel Micro-FE and Topology Optimize. A file of another
 * kind, or a damaged one, gives one error and an empty output.
 */

#ifndef vtkParOSolReader_h
#define vtkParOSolReader_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaSource.h"

#include <string> // for std::string

class vtkImageData;

class TRABECULAFILTERS_EXPORT vtkParOSolReader : public vtkTrabeculaSource
{
public:
  static vtkParOSolReader* New();
  vtkTypeMacro(vtkParOSolReader, vtkTrabeculaSource);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  vtkImageData* GetOutput();

  ///@{
  /**
   * The file to read. Default is none.
   */
  vtkSetFilePathMacro(FileName);
  vtkGetFilePathMacro(FileName);
  ///@}

  /**
   * 1 if this is an HDF5 file with an image of ParOSol, else 0.
   */
  int CanReadFile(const char* fileName);

protected:
  vtkParOSolReader();
  ~vtkParOSolReader() override;

  std::string DescribeLackOfMemory() override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkParOSolReader(const vtkParOSolReader&) = delete;
  void operator=(const vtkParOSolReader&) = delete;

  void ReadFile(vtkImageData* output);

  char* FileName = nullptr;
};

#endif
