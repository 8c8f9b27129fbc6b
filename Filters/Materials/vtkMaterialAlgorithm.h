/**
 * @class   vtkMaterialAlgorithm
 * @brief   Base class of filters with a material
 *
 * The numbers of a filter, such as YoungsModulus, describe its material, or a material is chosen by
 * its name: then its values count instead, in the units that are in use, which must be stated (see
 * vtkTrabeculaAlgorithm::SetUnits()). Materials are those of the program, those of the file that
 * the environment variable TRABECULA_MATERIALS names, and those of MaterialFile. Arrays of cells
 * count before either.
 *
 * @sa trabecula::filters::MaterialLibrary
 */

#ifndef vtkMaterialAlgorithm_h
#define vtkMaterialAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDeviceAlgorithm.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <limits> // for std::numeric_limits
#include <string> // for std::string

class vtkStringArray;

class TRABECULAFILTERS_EXPORT vtkMaterialAlgorithm : public vtkDeviceAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkMaterialAlgorithm, vtkDeviceAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Name of the material, for example "Steel"; "Custom", null or empty for the numbers of the
   * filter. Default is "Custom".
   */
  void SetSolidMaterial(const char* name);
  const char* GetSolidMaterial() { return this->SolidMaterial.c_str(); }
  ///@}

  ///@{
  /**
   * Path of a JSON file with further materials; null or empty for none, which is the default.
   */
  void SetMaterialFile(const char* path);
  const char* GetMaterialFile() { return this->MaterialFile.c_str(); }
  ///@}

  /**
   * Lists the materials: for each its name, what it is, its source, and a description of its values
   * in each system of units but the first.
   */
  vtkStringArray* GetMaterialTable();

  /**
   * Error of the file of materials; empty if there is none.
   */
  const char* GetMaterialError();

protected:
  vtkMaterialAlgorithm();
  ~vtkMaterialAlgorithm() override;

  bool DependsOnUnits() override { return this->HasMaterial(); }

  /// Returns whether a material is chosen.
  bool HasMaterial() const;
  /**
   * Returns a value of the material in the units that are in use.
   *
   * @param property as in trabecula::filters::materialQuantities()
   * @param custom value of the filter, which is returned if no material is chosen
   * @param absent value for a material that has none; NaN if that is an error
   * @throws trabecula::Error if there is no such material, no file, or no units
   */
  double OfMaterial(
    const char* property, double custom, double absent = std::numeric_limits<double>::quiet_NaN());
  /// Returns a note for Status on the material; empty if none is chosen.
  std::string DescribeMaterial();
  /// Returns numbers, as text, with their unit if units are in use; see
  /// trabecula::filters::unitOf().
  std::string WithUnit(const std::string& numbers, const char* quantity);
  /// Returns a note for Status on a mass, after a space; empty for NaN.
  std::string DescribeMass(double mass);

private:
  vtkMaterialAlgorithm(const vtkMaterialAlgorithm&) = delete;
  void operator=(const vtkMaterialAlgorithm&) = delete;

  std::string SolidMaterial;
  std::string MaterialFile;
  vtkSmartPointer<vtkStringArray> MaterialTable; ///< return value of GetMaterialTable()
  std::string MaterialError;                     ///< return value of GetMaterialError()
};

#endif
