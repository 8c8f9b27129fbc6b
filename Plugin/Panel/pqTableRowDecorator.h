#ifndef pqTableRowDecorator_h
#define pqTableRowDecorator_h

#include "pqPropertyWidgetDecorator.h"

#include <QString>

class QLabel;

/**
 * Makes the widget of a property the first line of a row in a table of the panel, whose rows are
 * added from a list, see pqManufacturingWidget:
 *
 *   <PropertyWidgetDecorator type="TableRow" title="Extrusion" add="3" says="Extrusion"/>
 *
 * The row is in the table while the property is not 0, also before this is applied. It has a button
 * that removes it, which sets the property to 0, and below its widget what Apply would refuse
 * because of it: conflicts that begin with the words of "says". The attribute "add" is the value of
 * a new row. With of="Symmetry" flag="2" the row is in the table while another property has a flag,
 * which it sets and removes.
 *
 * The properties remain those of scripts and states; the table is a view of them.
 */
class pqTableRowDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqTableRowDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqTableRowDecorator() override = default;

  bool canShowWidget(bool showAdvanced) const override;

  /// What the row is called in the list.
  QString title() const;
  bool isInTable() const;
  void addToTable();

  /// Shows those of the lines that belong to the row, and returns the others.
  QStringList takeConflicts(const QStringList& lines);

private Q_SLOTS:
  void removeFromTable();

private:
  Q_DISABLE_COPY(pqTableRowDecorator)

  /// The number of the property that the row depends on, as in the panel.
  int value() const;
  /// Sets it as if the user had chosen it.
  void setValue(int value);

  QString Of;   ///< name of that property
  int Flag = 0; ///< 0 for all of its values
  QLabel* Conflict;
};

#endif
