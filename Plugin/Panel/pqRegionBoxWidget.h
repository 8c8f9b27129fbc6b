#ifndef pqRegionBoxWidget_h
#define pqRegionBoxWidget_h

#include "pqBoxPropertyWidget.h"

/**
 * ParaView's interactive box for <PropertyGroup panel_widget="RegionBox">, without the choice of
 * reference bounds: positions and lengths of a region are always absolute.
 */
class pqRegionBoxWidget : public pqBoxPropertyWidget
{
  Q_OBJECT
  using Superclass = pqBoxPropertyWidget;

public:
  pqRegionBoxWidget(vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent = nullptr)
    : Superclass(proxy, group, parent, true)
  {
  }
  ~pqRegionBoxWidget() override = default;

private:
  Q_DISABLE_COPY(pqRegionBoxWidget)
};

#endif
