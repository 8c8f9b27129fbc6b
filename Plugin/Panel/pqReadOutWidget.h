#ifndef pqReadOutWidget_h
#define pqReadOutWidget_h

#include "pqPropertyWidget.h"

class QLabel;

/**
 * A result in the panel, for information-only properties with panel_widget="ReadOut": text that is
 * shown from its beginning, is wrapped to the width of the panel and can be copied but not edited.
 *
 * The hint <ReadOut unit="force / length" none="-1"/> states the dimension, which follows the
 * numbers, or the unit if the units of the filter are known, see pqUnits; and a value that means
 * that there is no result yet, as NaN always does. With other_property="Test" other_values="4 5"
 * other_unit="force length", another unit is used while that property has one of the values.
 */
class pqReadOutWidget : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqReadOutWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqReadOutWidget() override = default;

protected:
  /// Enables the widget when it is first shown: ParaView disables information-only properties,
  /// while here a disabled result is out of date.
  void showEvent(QShowEvent* event) override;

private Q_SLOTS:
  void refresh();

private:
  Q_DISABLE_COPY(pqReadOutWidget)

  QLabel* Value = nullptr;
  bool WasShown = false;
};

#endif
