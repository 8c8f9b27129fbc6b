/**
 * @class   vtkSurfaceFileWriter
 * @brief   Base class of writers of files that hold the boundary of a solid
 *
 * The input is a closed surface; see trabecula::filters::readPrintableSurface(). What is wrong with
 * it, or with the file, becomes one error event, and a file that was there before remains. With
 * several ranks, the rank that has the surface writes it; Topology Surface and CAD Reader have it
 * on the first.
 */

#ifndef vtkSurfaceFileWriter_h
#define vtkSurfaceFileWriter_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkWriter.h"

#include <string> // for std::string

namespace trabecula
{
namespace filters
{
struct PrintableSurface;
}
}

class TRABECULAFILTERS_EXPORT vtkSurfaceFileWriter : public vtkWriter
{
public:
  vtkAbstractTypeMacro(vtkSurfaceFileWriter, vtkWriter);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum UnitType
  {
    UNIT_OF_DATA = 0, ///< that of the field arrays `LengthUnit` or `Units`; mm without one
    MILLIMETRE = 1,
    CENTIMETRE = 2,
    METRE = 3,
    INCH = 4
  };

  ///@{
  /**
   * The file to write. Default is none.
   */
  vtkSetFilePathMacro(FileName);
  vtkGetFilePathMacro(FileName);
  ///@}

  ///@{
  /**
   * Unit of the coordinates that the file states, one of UnitType; they are not converted. Default
   * is UNIT_OF_DATA.
   */
  vtkSetClampMacro(LengthUnit, int, UNIT_OF_DATA, INCH);
  vtkGetMacro(LengthUnit, int);
  ///@}

  /**
   * The text of the error event of the last Write(); empty if it succeeded.
   */
  const char* GetErrorMessage() { return this->ErrorMessage.c_str(); }

  int Write() override;

protected:
  vtkSurfaceFileWriter() = default;
  ~vtkSurfaceFileWriter() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  void WriteData() override;

  /**
   * Write the surface, whose unit is set, to a file. @throws trabecula::Error
   */
  virtual void WriteSurface(
    const trabecula::filters::PrintableSurface& surface, const std::string& path) = 0;

  char* FileName = nullptr;
  int LengthUnit = UNIT_OF_DATA;

private:
  vtkSurfaceFileWriter(const vtkSurfaceFileWriter&) = delete;
  void operator=(const vtkSurfaceFileWriter&) = delete;

  void WriteFile();

  std::string ErrorMessage;
};

#endif
