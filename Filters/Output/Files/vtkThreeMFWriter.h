/**
 * @class   vtkThreeMFWriter
 * @brief   Writes a closed surface as a 3MF file, for printing
 *
 * The file is a zip container with one object of triangles, its unit stated. Its triangles have
 * their points in common, so that a slicer need not guess which belong together, as it must with
 * STL. Format: 3D Manufacturing Format, Core Specification 1.3, 3MF Consortium.
 */

#ifndef vtkThreeMFWriter_h
#define vtkThreeMFWriter_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkSurfaceFileWriter.h"

class TRABECULAFILTERS_EXPORT vtkThreeMFWriter : public vtkSurfaceFileWriter
{
public:
  static vtkThreeMFWriter* New();
  vtkTypeMacro(vtkThreeMFWriter, vtkSurfaceFileWriter);

protected:
  vtkThreeMFWriter() = default;
  ~vtkThreeMFWriter() override = default;

  void WriteSurface(
    const trabecula::filters::PrintableSurface& surface, const std::string& path) override;

private:
  vtkThreeMFWriter(const vtkThreeMFWriter&) = delete;
  void operator=(const vtkThreeMFWriter&) = delete;
};

#endif
