#include "pqLegendUnits.h"

#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqScalarBarRepresentation.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "pqUnits.h"
#include "pqView.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <string>

namespace
{
//-----------------------------------------------------------------------------
/// Returns the source that a view shows in the colors of a legend; null if there is none.
vtkSMProxy* colored(pqView* view, vtkSMProxy* colors)
{
  for (pqRepresentation* shown : view->getRepresentations())
  {
    auto* representation = qobject_cast<pqDataRepresentation*>(shown);
    vtkSMProxy* proxy =
      representation && representation->isVisible() ? representation->getProxy() : nullptr;
    if (proxy && proxy->GetProperty("LookupTable") &&
      vtkSMPropertyHelper(proxy, "LookupTable").GetAsProxy() == colors)
    {
      pqOutputPort* port = representation->getOutputPortFromInput();
      return port ? port->getSource()->getProxy() : nullptr;
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
/// Returns a title of a legend with the unit of its array.
QString withUnit(const QString& title, vtkSMProxy* source)
{
  const QString name = title.section(" (", 0, 0);
  const std::string quantity = trabecula::filters::quantityOf(name.toStdString());
  bool isOurs = name == title;
  for (const pqUnits::System system : trabecula::filters::unitSystems())
  {
    const QString unit = QString::fromStdString(trabecula::filters::unitOf(system, quantity));
    isOurs = isOurs || title == QString("%1 (%2)").arg(name, unit);
  }
  if (quantity.empty() || !isOurs)
  {
    return title;
  }
  const QString unit = pqUnits::unitOfName(source, name);
  return unit.isEmpty() ? name : QString("%1 (%2)").arg(name, unit);
}
}

//-----------------------------------------------------------------------------
pqLegendUnits::pqLegendUnits(QObject* parent) : Superclass(parent)
{
  this->Later.setSingleShot(true);
  this->Later.setInterval(0);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqLegendUnits::updateTitles);
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::proxyAdded, this, &pqLegendUnits::onProxyAdded);
  QObject::connect(pqUnits::instance(), &pqUnits::changed, this, &pqLegendUnits::updateTitles);
}

//-----------------------------------------------------------------------------
void pqLegendUnits::onProxyAdded(pqProxy* proxy)
{
  if (auto* legend = qobject_cast<pqScalarBarRepresentation*>(proxy))
  {
    QObject::connect(
      legend, &pqRepresentation::visibilityChanged, &this->Later, QOverload<>::of(&QTimer::start));
    this->Later.start();
  }
}

//-----------------------------------------------------------------------------
void pqLegendUnits::updateTitles()
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqScalarBarRepresentation* legend : model->findItems<pqScalarBarRepresentation*>())
  {
    vtkSMProxy* proxy = legend->getProxy();
    vtkSMProxy* source = legend->getView() && legend->isVisible()
      ? colored(legend->getView(), vtkSMPropertyHelper(proxy, "LookupTable").GetAsProxy())
      : nullptr;
    const QString title = vtkSMPropertyHelper(proxy, "Title").GetAsString();
    const QString wanted = source ? withUnit(title, source) : title;
    if (wanted != title)
    {
      BEGIN_UNDO_EXCLUDE();
      vtkSMPropertyHelper(proxy, "Title").Set(wanted.toUtf8().data());
      proxy->UpdateVTKObjects();
      END_UNDO_EXCLUDE();
      legend->getView()->render();
    }
  }
}
