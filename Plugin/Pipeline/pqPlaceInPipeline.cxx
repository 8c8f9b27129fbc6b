#include "pqPlaceInPipeline.h"

#include "pqOutputPort.h"
#include "pqPipelineBrowserWidget.h"
#include "pqPipelineFilter.h"
#include "pqPipelineModel.h"

#include <QApplication>
#include <QList>
#include <QModelIndex>
#include <QSet>
#include <QSortFilterProxyModel>

#include <algorithm>

namespace
{
/// Exceeds the number of inputs of any filter.
constexpr int MostBranches = 1000;

//-----------------------------------------------------------------------------
QSet<pqPipelineModel*> shownModels()
{
  QSet<pqPipelineModel*> models;
  for (QWidget* widget : QApplication::allWidgets())
  {
    if (auto* browser = qobject_cast<pqPipelineBrowserWidget*>(widget))
    {
      QAbstractItemModel* model = browser->getModel();
      auto* filtered = qobject_cast<QSortFilterProxyModel*>(model);
      if (auto* shown = qobject_cast<pqPipelineModel*>(filtered ? filtered->sourceModel() : model))
      {
        models.insert(shown);
      }
    }
  }
  return models;
}

//-----------------------------------------------------------------------------
// Collects the items below which a filter is shown, in no particular order.
void collectParents(pqPipelineModel* model, const QModelIndex& index, pqPipelineSource* source,
  QList<pqServerManagerModelItem*>& parents)
{
  for (int row = 0; row < model->rowCount(index); ++row)
  {
    const QModelIndex child = model->index(row, 0, index);
    // A filter with several inputs is shown below the server, and has a link below each input.
    if (model->getItemFor(child) == source && model->getTypeFor(index) != pqPipelineModel::Server)
    {
      parents << model->getItemFor(index);
    }
    collectParents(model, child, source, parents);
  }
}

//-----------------------------------------------------------------------------
QList<pqServerManagerModelItem*> presentParents(pqPipelineModel* model, pqPipelineSource* source)
{
  QList<pqServerManagerModelItem*> parents;
  collectParents(model, QModelIndex(), source, parents);
  std::sort(parents.begin(), parents.end());
  return parents;
}

//-----------------------------------------------------------------------------
QList<pqServerManagerModelItem*> rightParents(const QList<pqOutputPort*>& inputs)
{
  QList<pqServerManagerModelItem*> parents;
  for (pqOutputPort* input : inputs)
  {
    pqPipelineSource* source = input->getSource();
    parents << (source->getNumberOfOutputPorts() > 1 ? static_cast<pqServerManagerModelItem*>(input)
                                                     : source);
  }
  std::sort(parents.begin(), parents.end());
  return parents;
}

//-----------------------------------------------------------------------------
// Removes a branch. The removal of the model itself removes one of the branches below an item,
// which is not always the nearest.
void removeBranch(
  pqPipelineModel* model, pqServerManagerModelItem* parent, pqPipelineSource* source)
{
  auto* port = qobject_cast<pqOutputPort*>(parent);
  model->removeConnection(port ? port->getSource() : qobject_cast<pqPipelineSource*>(parent),
    source, port ? port->getPortNumber() : 0);
}
}

//-----------------------------------------------------------------------------
void pqPlaceInPipeline(pqPipelineSource* source)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  const QList<pqOutputPort*> inputs = filter ? filter->getAllInputs() : QList<pqOutputPort*>();
  for (pqPipelineModel* model : shownModels())
  {
    QList<pqServerManagerModelItem*> parents = presentParents(model, source);
    if (!filter || parents == rightParents(inputs))
    {
      continue;
    }
    for (int i = 0; i < MostBranches && !parents.isEmpty(); ++i)
    {
      removeBranch(model, parents.first(), source);
      parents = presentParents(model, source);
    }
    for (pqOutputPort* input : inputs)
    {
      model->addConnection(input->getSource(), source, input->getPortNumber());
    }
  }
}
