/**
 * @class   vtkStepWriter
 * @brief   Writes a closed surface as a STEP file with a plane face for each triangle
 *
 * The program trabecula_cad, which uses OpenCASCADE, writes the file: a solid for each outer
 * surface, with its cavities, whose faces have their edges and points in common. MaximumTriangles
 * is what CAD programs can still handle; Topology Surface with Decimate makes fewer.
 */

#ifndef vtkStepWriter_h
#define vtkStepWriter_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkSurfaceFileWriter.h"

class TRABECULAFILTERS_EXPORT vtkStepWriter : public vtkSurfaceFileWriter
{
public:
  static vtkStepWriter* New();
  vtkTypeMacro(vtkStepWriter, vtkSurfaceFileWriter);

  static constexpr int MaximumTriangles = 10000;

protected:
  vtkStepWriter() = default;
  ~vtkStepWriter() override = default;

  void WriteSurface(
    const trabecula::filters::PrintableSurface& surface, const std::string& path) override;

private:
  vtkStepWriter(const vtkStepWriter&) = delete;
  void operator=(const vtkStepWriter&) = delete;
};

#endif
