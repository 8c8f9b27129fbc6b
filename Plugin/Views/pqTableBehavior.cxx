#include "pqTableBehavior.h"

#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqSpreadSheetView.h"
#include "pqSpreadSheetViewModel.h"
#include "pqUnitHeader.h"
#include "vtkSMSourceProxy.h"

#include <QHeaderView>
#include <QTableView>
#include <QTimer>
#include <QWidget>

#include <algorithm>

namespace
{
constexpr int WidestColumn = 400; ///< pixels

//-----------------------------------------------------------------------------
// Whether a table shows a result of a solver or a comparison.
bool showsResult(const pqSpreadSheetView* view)
{
  const pqDataRepresentation* shown = view->activeRepresentation();
  pqOutputPort* port = shown ? shown->getOutputPortFromInput() : nullptr;
  pqPipelineSource* source = port ? port->getSource() : nullptr;
  return source &&
    (pqOptimizationSource::castSolver(source) ||
      pqOptimizationSource::hasHint(source->getProxy(), "DesignComparison"));
}

//-----------------------------------------------------------------------------
// Widens columns to their titles and numbers; wider ones are kept.
void widenColumns(pqSpreadSheetView* view)
{
  auto* table = view->widget() ? view->widget()->findChild<QTableView*>() : nullptr;
  if (!table || !table->model() || !showsResult(view))
  {
    return;
  }
  const QAbstractItemView* hints = table; // QTableView hides these methods
  for (int column = 0; column < table->model()->columnCount(); ++column)
  {
    const int needed = std::max(
      hints->sizeHintForColumn(column), table->horizontalHeader()->sectionSizeHint(column));
    if (!table->isColumnHidden(column) && table->columnWidth(column) < needed)
    {
      table->setColumnWidth(column, std::min(needed, WidestColumn));
    }
  }
}
}

//-----------------------------------------------------------------------------
pqTableBehavior::pqTableBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(model, &pqServerManagerModel::viewAdded, this, &pqTableBehavior::onViewAdded);
  // The plugin may be loaded into a running session.
  for (pqView* view : model->findItems<pqView*>())
  {
    this->onViewAdded(view);
  }
}

//-----------------------------------------------------------------------------
void pqTableBehavior::onViewAdded(pqView* view)
{
  QWidget* widget = qobject_cast<pqSpreadSheetView*>(view) ? view->widget() : nullptr;
  if (widget)
  {
    // This disconnects only the slots of the view itself.
    QObject::connect(widget, &QObject::destroyed, view,
      [view]() { QObject::disconnect(view, &pqView::endRender, view, nullptr); });
    auto* spreadsheet = static_cast<pqSpreadSheetView*>(view);
    this->watchColumns(spreadsheet);
    auto* table = widget->findChild<QTableView*>();
    if (table && table->model())
    {
      pqUnitHeader::install(spreadsheet, table);
    }
  }
}

//-----------------------------------------------------------------------------
void pqTableBehavior::watchColumns(pqSpreadSheetView* view)
{
  // Rows are fetched after the view has rendered.
  auto* later = new QTimer(view);
  later->setSingleShot(true);
  later->setInterval(0);
  QObject::connect(later, &QTimer::timeout, view, [view]() { widenColumns(view); });
  const auto start = QOverload<>::of(&QTimer::start);
  const pqSpreadSheetViewModel* model = view->getViewModel();
  QObject::connect(model, &QAbstractItemModel::dataChanged, later, start);
  QObject::connect(model, &QAbstractItemModel::headerDataChanged, later, start);
  QObject::connect(model, &QAbstractItemModel::modelReset, later, start);
}
