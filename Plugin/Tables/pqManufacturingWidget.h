#ifndef pqManufacturingWidget_h
#define pqManufacturingWidget_h

#include "pqPropertyWidget.h"
#include "vtkSmartPointer.h"

#include <QList>
#include <QPointer>

class QComboBox;
class pqConnectionRow;
class pqTableRowDecorator;
class pqView;
class vtkProp;
class vtkRenderer;

/**
 * The end of the table of stages for manufacture, for a property of conflicts with
 * panel_widget="Manufacturing": a list that adds rows, which are the properties of the panel with
 * a pqTableRowDecorator and a pqConnectionRow, and what Apply would refuse, see pqConflictNote, as
 * far as it is not stated at a row. While it is shown, the active view has the planes and the axis
 * of symmetry as surfaces and a line, and arrows beside the body for the build direction and the
 * draw direction, which follow the panel before Apply.
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
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

private Q_SLOTS:
  void draw();
  /// Fills the list of rows that can be added.
  void offerRows();
  /// Adds the row of an entry of the list, unless it is in the table.
  void addRow(int index);

private:
  Q_DISABLE_COPY(pqManufacturingWidget)

  /// The rows of the panel that this widget is in.
  QList<pqTableRowDecorator*> rows() const;
  /// The row of a connection, which is made when the panel has its table of constraints.
  pqConnectionRow* connection();
  /// Removes what was drawn, without rendering.
  void clear();

  QComboBox* Add;
  pqConnectionRow* Connection = nullptr;
  QPointer<pqView> DrawnIn;
  QList<vtkSmartPointer<vtkProp>> Drawn;
};

#endif
