#include "pqTableBehavior.h"

#include "pqApplicationCore.h"
#include "pqServerManagerModel.h"
#include "pqSpreadSheetView.h"

#include <QWidget>

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
    // The view's own slot is all that listens to itself.
    QObject::connect(widget, &QObject::destroyed, view,
      [view]() { QObject::disconnect(view, &pqView::endRender, view, nullptr); });
  }
}
