#ifndef pqUnitDecorator_h
#define pqUnitDecorator_h

#include "pqPropertyWidgetDecorator.h"

#include <QList>
#include <QString>

class QLabel;
class QLineEdit;

/**
 * Shows the unit of a number at the end of its field, in the units of the filter; see pqUnits. That
 * of several numbers in a row is once behind the last, as narrow fields have no room for it:
 *
 *   <PropertyWidgetDecorator type="Unit" of="force / area"/>
 *
 * With fields="origin radius", for a widget with several fields, only those whose object names
 * begin with one of these have it. With from_material="1", the number is hidden while a material is
 * chosen, whose value counts instead and is shown below its name.
 */
class pqUnitDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqUnitDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqUnitDecorator() override = default;

  bool canShowWidget(bool showAdvanced) const override;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqUnitDecorator)

  /// Adds the label behind a row of fields. @return whether they are one
  bool labelRow();
  void labelFields();

  QString Quantity;
  bool IsFromMaterial = false;
  bool IsRow = false;
  QList<QLineEdit*> Fields;
  QList<QLabel*> Labels; ///< one in each field, or one behind all
};

#endif
