#ifndef pqManufacturingWidget_h
#define pqManufacturingWidget_h

#include "pqPropertyWidget.h"
#include "vtkSmartPointer.h"

#include <QList>
#include <QPointer>

class pqView;
class vtkProp;
class vtkRenderer;

/**
 * The end of the table of stages for manufacture, for a property of conflicts with
 * panel_widget="Manufacturing": what Apply would refuse, see pqConflictNote. While it is shown, the
 * active view has the planes and the axis of symmetry as surfaces and a line, and arrows beside the
 * body for the build direction and the draw direction, which follow the panel before Apply.
 */
class pqManufacturingWidget : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqManufacturingWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqManufacturingWidget() override;

  void select() override;
  void deselect() override;

public Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
  void setView(pqView* view) override;

protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

private Q_SLOTS:
  void draw();

private:
  Q_DISABLE_COPY(pqManufacturingWidget)

  /// Removes what was drawn, without rendering.
  void clear();

  QPointer<pqView> DrawnIn;
  QList<vtkSmartPointer<vtkProp>> Drawn;
};

#endif
