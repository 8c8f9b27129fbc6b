/**
 * @class   vtkTrabecularSample
 * @brief   An image of bone-like structure
 *
 * Makes voxels of solid and void that look like trabecular bone: the intersection of two
 * thresholded noise functions, as the test meshes of CUDA-ParOSol are (Arbenz, Flaig and
 * Kellenberger, "Bone structure analysis on multiple GPGPUs", 2014). The functions depend on the
 * seed alone: a sample with twice the dimensions and twice the voxels per period is the same
 * structure at a higher resolution.
 *
 * The output has the cell array `Solid` (active scalars; 1 solid, 0 void) and, with
 * GenerateDensity, `Density`: relative density, without unit, that increases from 0 to 1 across the
 * surface and is 0.5 on it. Field data contain the actual `VolumeFraction`. The lower corner is at
 * the origin.
 */

#ifndef vtkTrabecularSample_h
#define vtkTrabecularSample_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkTrabeculaSource.h"

class vtkImageData;

class TRABECULAFILTERS_EXPORT vtkTrabecularSample : public vtkTrabeculaSource
{
public:
  static vtkTrabecularSample* New();
  vtkTypeMacro(vtkTrabecularSample, vtkTrabeculaSource);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  vtkImageData* GetOutput();

  ///@{
  /**
   * Number of voxels along x, y and z, at least 1 each. Default is 64, 64, 64.
   */
  vtkSetVector3Macro(Dimensions, int);
  vtkGetVector3Macro(Dimensions, int);
  ///@}

  ///@{
  /**
   * Edge of a voxel, length, above 0. Default is 0.06.
   */
  vtkSetMacro(VoxelSize, double);
  vtkGetMacro(VoxelSize, double);
  ///@}

  ///@{
  /**
   * Edge of a cell of the noise in voxels, about the distance of struts; at least 2. Default is 16.
   */
  vtkSetMacro(VoxelsPerPeriod, double);
  vtkGetMacro(VoxelsPerPeriod, double);
  ///@}

  ///@{
  /**
   * Number of solid voxels over that of all voxels, above 0 and at most 1. Default is 0.3.
   */
  vtkSetMacro(VolumeFraction, double);
  vtkGetMacro(VolumeFraction, double);
  ///@}

  ///@{
  /**
   * Seed of the random structure, at least 0. Default is 1.
   */
  vtkSetMacro(Seed, int);
  vtkGetMacro(Seed, int);
  ///@}

  ///@{
  /**
   * Whether only the largest part that is connected through voxel faces is kept. Removed parts
   * lower the volume fraction. Default is true.
   */
  vtkSetMacro(Connected, bool);
  vtkGetMacro(Connected, bool);
  vtkBooleanMacro(Connected, bool);
  ///@}

  ///@{
  /**
   * Whether the output has the array `Density`. Default is false.
   */
  vtkSetMacro(GenerateDensity, bool);
  vtkGetMacro(GenerateDensity, bool);
  vtkBooleanMacro(GenerateDensity, bool);
  ///@}

protected:
  vtkTrabecularSample() = default;
  ~vtkTrabecularSample() override = default;

  std::string DescribeLackOfMemory() override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkTrabecularSample(const vtkTrabecularSample&) = delete;
  void operator=(const vtkTrabecularSample&) = delete;

  void CheckProperties() const;
  void MakeSample(vtkImageData* output);

  int Dimensions[3] = { 64, 64, 64 };
  double VoxelSize = 0.06;
  double VoxelsPerPeriod = 16.0;
  double VolumeFraction = 0.3;
  int Seed = 1;
  bool Connected = true;
  bool GenerateDensity = false;
};

#endif
