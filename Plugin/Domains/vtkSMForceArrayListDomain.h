/**
 * @class   vtkSMForceArrayListDomain
 * @brief   Arrays of the input that can be nodal forces
 *
 * The arrays of an ArrayListDomain without those that are something else: arrays of bytes, which
 * are flags such as supports; arrays that another property of the proxy has chosen, if it is a
 * required property of the function Supports, PrescribedDisplacement, Springs or OutputWeights; and
 * displacements of a solution, by their names.
 *
 * A property can be set to any other array nevertheless, in a script.
 */

#ifndef vtkSMForceArrayListDomain_h
#define vtkSMForceArrayListDomain_h

#include "TrabeculaDomainsModule.h" // for the export macro
#include "vtkSMArrayListDomain.h"

class TRABECULADOMAINS_EXPORT vtkSMForceArrayListDomain : public vtkSMArrayListDomain
{
public:
  static vtkSMForceArrayListDomain* New();
  vtkTypeMacro(vtkSMForceArrayListDomain, vtkSMArrayListDomain);
  void PrintSelf(ostream& os, vtkIndent indent) override;

protected:
  vtkSMForceArrayListDomain() = default;
  ~vtkSMForceArrayListDomain() override = default;

  bool IsFilteredArray(vtkPVDataInformation* info, int association, const char* name) override;

private:
  vtkSMForceArrayListDomain(const vtkSMForceArrayListDomain&) = delete;
  void operator=(const vtkSMForceArrayListDomain&) = delete;

  /// Whether another property has chosen the array.
  bool IsInOtherUse(const std::string& name);
};

#endif
