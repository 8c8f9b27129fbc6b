/**
 * @class   vtkSMForceArrayListDomain
 * @brief   Arrays of the input that can be nodal forces
 *
 * The arrays of an ArrayListDomain, except for arrays that serve other purposes: arrays of bytes,
 * which are flags such as supports; arrays that are chosen by another property of the proxy, if
 * that is a required property of the function Supports, PrescribedDisplacement, Springs or
 * OutputWeights; and displacements of a solution, which are identified by their names.
 *
 * A script can nevertheless set the property to any other array.
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
