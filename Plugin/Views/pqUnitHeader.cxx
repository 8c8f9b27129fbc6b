#include "pqUnitHeader.h"

#include "pqDataRepresentation.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqSpreadSheetView.h"
#include "pqUnits.h"

#include <QHeaderView>

//-----------------------------------------------------------------------------
pqUnitHeader::pqUnitHeader(pqSpreadSheetView* view, QTableView* table)
  : Superclass(table), View(view)
{
  this->setSourceModel(table->model());
  if (pqUnits::instance())
  {
    QObject::connect(pqUnits::instance(), &pqUnits::changed, this, &pqUnitHeader::update);
  }
}

//-----------------------------------------------------------------------------
void pqUnitHeader::install(pqSpreadSheetView* view, QTableView* table)
{
  table->horizontalHeader()->setModel(new pqUnitHeader(view, table));
}

//-----------------------------------------------------------------------------
bool pqUnitHeader::hasColumnOfUnits() const
{
  for (int column = 0; column < this->columnCount(); ++column)
  {
    if (Superclass::headerData(column, Qt::Horizontal, Qt::DisplayRole).toString() == "Unit")
    {
      return true;
    }
  }
  return false;
}

//-----------------------------------------------------------------------------
QVariant pqUnitHeader::headerData(int section, Qt::Orientation orientation, int role) const
{
  // The help of a title is the title: columns can be narrower than it.
  const bool isTitle =
    orientation == Qt::Horizontal && (role == Qt::DisplayRole || role == Qt::ToolTipRole);
  QVariant title = Superclass::headerData(section, orientation, isTitle ? Qt::DisplayRole : role);
  if (!isTitle || !title.isValid())
  {
    return title;
  }
  const pqDataRepresentation* shown = this->View->activeRepresentation();
  pqOutputPort* port = shown ? shown->getOutputPortFromInput() : nullptr;
  const QString name = title.toString();
  const QString unit =
    port ? pqUnits::unitOfColumn(port->getSource()->getProxy(), name) : QString();
  return unit.isEmpty() || this->hasColumnOfUnits() ? title : QString("%1 (%2)").arg(name, unit);
}

//-----------------------------------------------------------------------------
void pqUnitHeader::update()
{
  if (this->columnCount() > 0)
  {
    Q_EMIT this->headerDataChanged(Qt::Horizontal, 0, this->columnCount() - 1);
  }
}
