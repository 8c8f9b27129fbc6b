#include "pqKeepSelection.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqPlaceInPipeline.h"
#include "pqServerManagerModel.h"

#include <utility>

//-----------------------------------------------------------------------------
pqKeepSelection::pqKeepSelection(QObject* parent) : Superclass(parent)
{
  // This must precede the slot of the pipeline browser, which moves the filter.
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::preConnectionAdded, this, &pqKeepSelection::onConnectionChanged);
  QObject::connect(model, &pqServerManagerModel::preConnectionRemoved, this,
    &pqKeepSelection::onConnectionChanged);
  QObject::connect(model, &pqServerManagerModel::preConnectionRemoved, this,
    &pqKeepSelection::onConnectionRemoved);
  this->Later.setSingleShot(true);
  this->Later.setInterval(0);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqKeepSelection::activate);
}

//-----------------------------------------------------------------------------
void pqKeepSelection::onConnectionChanged(pqPipelineSource*, pqPipelineSource* consumer)
{
  if (consumer == pqActiveObjects::instance().activeSource() &&
    pqOptimizationSource::castSolver(consumer))
  {
    this->Moved = consumer;
    this->Later.start();
  }
}

//-----------------------------------------------------------------------------
void pqKeepSelection::onConnectionRemoved(pqPipelineSource*, pqPipelineSource* consumer)
{
  this->Disconnected << consumer;
  this->Later.start();
}

//-----------------------------------------------------------------------------
void pqKeepSelection::activate()
{
  for (const QPointer<pqPipelineSource>& source : std::exchange(this->Disconnected, {}))
  {
    if (source)
    {
      pqPlaceInPipeline(source);
    }
  }
  if (this->Moved)
  {
    // The filter may still be the active source without being selected.
    pqProxySelection selection;
    selection.append(this->Moved.data());
    pqActiveObjects::instance().setSelection(selection, this->Moved.data());
  }
  this->Moved = nullptr;
}
