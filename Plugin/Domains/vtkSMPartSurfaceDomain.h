/**
 * @class   vtkSMPartSurfaceDomain
 * @brief   Outputs that can be the surface of a part
 *
 * Accepts all outputs except those that only visualize a condition on a mesh: the markers and the
 * region of a filter with the hint `<MechanicalCondition markers_port="..." caught_port="..."/>`,
 * which are polygons, too.
 */

#ifndef vtkSMPartSurfaceDomain_h
#define vtkSMPartSurfaceDomain_h

#include "TrabeculaDomainsModule.h" // for the export macro
#include "vtkSMDomain.h"

class TRABECULADOMAINS_EXPORT vtkSMPartSurfaceDomain : public vtkSMDomain
{
public:
  static vtkSMPartSurfaceDomain* New();
  vtkTypeMacro(vtkSMPartSurfaceDomain, vtkSMDomain);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  int IsInDomain(vtkSMProperty* property) override;

protected:
  vtkSMPartSurfaceDomain() = default;
  ~vtkSMPartSurfaceDomain() override = default;

private:
  vtkSMPartSurfaceDomain(const vtkSMPartSurfaceDomain&) = delete;
  void operator=(const vtkSMPartSurfaceDomain&) = delete;
};

#endif
