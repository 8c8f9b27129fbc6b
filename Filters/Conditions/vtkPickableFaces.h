/**
 * @class   vtkPickableFaces
 * @brief   The faces of a part that a ray meets, for clicking on them in a view
 *
 * Finds the faces by which vtkRegionCondition chooses regions of the kind FACES, with the same
 * settings. The output is those of them that are to be shown, slightly above the surface, with the
 * cell array `Colors`: chosen faces, and one under the mouse.
 *
 * A ray is answered at once, without an execution, so that a client needs no data of the part.
 */

#ifndef vtkPickableFaces_h
#define vtkPickableFaces_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class vtkPolyData;

class TRABECULAFILTERS_EXPORT vtkPickableFaces : public vtkTrabeculaAlgorithm
{
public:
  static vtkPickableFaces* New();
  vtkTypeMacro(vtkPickableFaces, vtkTrabeculaAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  vtkPolyData* GetOutput();

  ///@{
  /**
   * As PatchAngle and BodyThreshold of vtkRegionCondition; input array 1 defines the body, too.
   * Defaults are 30 and 0.5.
   */
  vtkSetMacro(PatchAngle, double);
  vtkGetMacro(PatchAngle, double);
  vtkSetMacro(BodyThreshold, double);
  vtkGetMacro(BodyThreshold, double);
  ///@}

  ///@{
  /**
   * Numbers of the chosen faces. Default is none.
   */
  void AddFace(vtkIdType number);
  void ClearFaces();
  ///@}

  ///@{
  /**
   * Number of the face under the mouse, or -1. Default is -1.
   */
  vtkSetMacro(LitFace, vtkIdType);
  vtkGetMacro(LitFace, vtkIdType);
  ///@}

  ///@{
  /**
   * Color of the chosen faces. Default is blue.
   */
  vtkSetVector3Macro(ChosenColor, double);
  vtkGetVector3Macro(ChosenColor, double);
  ///@}

  /**
   * Sets the ends of a ray, first three and last three numbers.
   */
  void SetRay(double x0, double y0, double z0, double x1, double y1, double z1);

  ///@{
  /**
   * The first face that the ray meets in the part of the last execution: its number, or -1; and its
   * description, or empty.
   */
  vtkIdType GetHitFace();
  const char* GetHitDescription();
  ///@}

  /**
   * From where LitFace is seen, in the part of the last execution: three coordinates of its centre,
   * the direction towards the viewer, the radius about the centre, and 1 if the direction is that
   * of an axis, of either sign, as of a bore, else 0. Eight zeros if there is no such face.
   */
  double* GetLitSight() VTK_SIZEHINT(8);

  /**
   * A line for each chosen face, in the order of AddFace(): area, three coordinates of the centre,
   * and a description, separated by tabulators; only the number -1 for a face that does not exist.
   */
  const char* GetChosenDescriptions();

protected:
  vtkPickableFaces();
  ~vtkPickableFaces() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkPickableFaces(const vtkPickableFaces&) = delete;
  void operator=(const vtkPickableFaces&) = delete;

  class vtkInternals;

  double PatchAngle = 30.0;
  double BodyThreshold = 0.5;
  vtkIdType LitFace = -1;
  double ChosenColor[3] = { 0.10, 0.35, 0.75 };
  double LitSight[8] = {};
  std::unique_ptr<vtkInternals> Internals;
};

#endif
