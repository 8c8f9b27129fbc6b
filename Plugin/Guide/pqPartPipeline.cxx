#include "pqPartPipeline.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCameraReaction.h"
#include "pqDataRepresentation.h"
#include "pqLoadDataReaction.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqPropertiesPanel.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "vtkPVDataInformation.h"
#include "vtkSMInputProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"

#include <QFileInfo>

namespace
{
const QStringList ConditionKinds = { "MechanicalSupport", "MechanicalLoad", "DesignRegion" };
const QStringList Kinds =
  ConditionKinds + QStringList({ "VoxelizeSurface", "TopologyOptimize", "TopologySurface" });
const char* const FacesKind = "SurfaceFaces";
const char* const FaceArray = "CadFeature";
constexpr int DigitsOfSize = 4;
constexpr int FirstCells =
  48; ///< along the longest side: few, so that a first design is soon there

//-----------------------------------------------------------------------------
QString nameOf(const pqPipelineSource* source)
{
  return source && source->getProxy() ? QString(source->getProxy()->GetXMLName()) : QString();
}

//-----------------------------------------------------------------------------
pqPipelineSource* inputOf(pqPipelineSource* source)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  pqOutputPort* port =
    filter && filter->getNumberOfInputs("Input") > 0 ? filter->getInput("Input", 0) : nullptr;
  return port ? port->getSource() : nullptr;
}

//-----------------------------------------------------------------------------
/// Whether a source is a surface whose faces have numbers.
bool hasFaces(pqPipelineSource* source)
{
  pqOutputPort* port = source ? source->getOutputPort(0) : nullptr;
  vtkPVDataInformation* data = port ? port->getDataInformation() : nullptr;
  return data && data->DataSetTypeIsA("vtkPolyData") &&
    data->GetArrayInformation(FaceArray, vtkDataObject::CELL) &&
    !ConditionKinds.contains(nameOf(source));
}

//-----------------------------------------------------------------------------
/// The longest chain of filters of a part below a source.
QList<pqPipelineSource*> longest(pqPipelineSource* source)
{
  QList<pqPipelineSource*> best;
  const QList<pqPipelineSource*> consumers = source->getAllConsumers();
  for (pqPipelineSource* consumer : consumers)
  {
    if (Kinds.contains(nameOf(consumer)) && inputOf(consumer) == source)
    {
      const QList<pqPipelineSource*> further =
        QList<pqPipelineSource*>({ consumer }) + longest(consumer);
      best = further.size() > best.size() ? further : best;
    }
  }
  return best;
}

//-----------------------------------------------------------------------------
pqPipelineSource* addFilter(const QString& name, pqPipelineSource* input, int port = 0)
{
  return pqApplicationCore::instance()->getObjectBuilder()->createFilter(
    "filters", name, input, port);
}

//-----------------------------------------------------------------------------
void setInput(pqPipelineSource* filter, pqPipelineSource* input)
{
  vtkSMProxy* proxy = filter->getProxy();
  vtkSMPropertyHelper(proxy, "Input").Set(input->getProxy(), 0);
  proxy->UpdateVTKObjects();
  if (filter->modifiedState() == pqProxy::UNMODIFIED)
  {
    filter->setModifiedState(pqProxy::MODIFIED);
  }
}
}

//-----------------------------------------------------------------------------
pqPartPipeline::pqPartPipeline(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(model, &pqServerManagerModel::sourceAdded, this,
    &pqPartPipeline::onPipelineChanged, Qt::QueuedConnection);
  QObject::connect(model, &pqServerManagerModel::sourceRemoved, this,
    &pqPartPipeline::onPipelineChanged, Qt::QueuedConnection);
  QObject::connect(model, &pqServerManagerModel::dataUpdated, this,
    &pqPartPipeline::onPipelineChanged, Qt::QueuedConnection);
}

//-----------------------------------------------------------------------------
void pqPartPipeline::onPipelineChanged()
{
  Q_EMIT this->changed();
}

//-----------------------------------------------------------------------------
QString pqPartPipeline::open(const QString& file)
{
  BEGIN_UNDO_SET(tr("Open a Part"));
  pqPipelineSource* reader = pqLoadDataReaction::loadData(QStringList(file));
  QString message;
  if (!reader)
  {
    message = tr("%1 is no file that ParaView reads.").arg(QFileInfo(file).fileName());
  }
  else
  {
    apply(reader);
    message = error(reader);
    pqPipelineSource* part = reader;
    if (message.isEmpty() && !hasFaces(reader))
    {
      part = addFilter(FacesKind, reader);
      apply(part);
      message = error(part);
    }
    if (message.isEmpty() && !hasFaces(part))
    {
      message = tr("%1 has no closed surface. Open a STEP, IGES, BREP, STL, OBJ or PLY file.")
                  .arg(QFileInfo(file).fileName());
    }
    // A reader that reports an error stays, so that its properties can be corrected.
    if (message.isEmpty() || nameOf(reader) == "CadReader")
    {
      this->hide();
      this->Part = part;
      pqCameraReaction::applyIsometricView(); // faces are clicked next, of all sides
    }
  }
  END_UNDO_SET();
  Q_EMIT this->changed();
  return message;
}

//-----------------------------------------------------------------------------
QString pqPartPipeline::partName() const
{
  pqPipelineSource* reader = this->Part;
  while (pqPipelineSource* above = inputOf(reader))
  {
    reader = above;
  }
  return reader ? reader->getSMName() : QString();
}

//-----------------------------------------------------------------------------
QString pqPartPipeline::partSize() const
{
  if (!this->Part)
  {
    return QString();
  }
  double bounds[6];
  this->Part->getOutputPort(0)->getDataInformation()->GetBounds(bounds);
  QStringList extents;
  for (int axis = 0; axis < 3; ++axis)
  {
    extents << QString::number(bounds[2 * axis + 1] - bounds[2 * axis], 'g', DigitsOfSize);
  }
  return extents.join(" x ");
}

//-----------------------------------------------------------------------------
bool pqPartPipeline::hasUnit() const
{
  return this->Part && this->Part->getProxy()->GetProperty("LengthUnit");
}

//-----------------------------------------------------------------------------
void pqPartPipeline::hide() const
{
  for (pqPipelineSource* source : QList<pqPipelineSource*>({ this->Part }) + this->chain())
  {
    for (int port = 0; source && port < source->getNumberOfOutputPorts(); ++port)
    {
      for (pqDataRepresentation* shown : source->getRepresentations(port, nullptr))
      {
        shown->setVisible(false);
        shown->renderViewEventually();
      }
    }
  }
}

//-----------------------------------------------------------------------------
void pqPartPipeline::adopt(pqPipelineSource* source)
{
  for (pqPipelineSource* above = source; above; above = inputOf(above))
  {
    if (hasFaces(above) && !Kinds.contains(nameOf(above)))
    {
      this->Part = above;
      Q_EMIT this->changed();
      return;
    }
  }
}

//-----------------------------------------------------------------------------
QList<pqPipelineSource*> pqPartPipeline::chain() const
{
  return this->Part ? longest(this->Part) : QList<pqPipelineSource*>();
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqPartPipeline::find(const QString& name) const
{
  for (pqPipelineSource* source : this->chain())
  {
    if (nameOf(source) == name)
    {
      return source;
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
QList<pqPipelineSource*> pqPartPipeline::conditions(const QString& kind) const
{
  QList<pqPipelineSource*> found;
  for (pqPipelineSource* source : this->chain())
  {
    if (nameOf(source) == kind)
    {
      found << source;
    }
  }
  return found;
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqPartPipeline::lastCondition() const
{
  pqPipelineSource* last = this->Part;
  for (pqPipelineSource* source : this->chain())
  {
    last = ConditionKinds.contains(nameOf(source)) ? source : last;
  }
  return last;
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqPartPipeline::addCondition(const QString& kind)
{
  pqPipelineSource* last = this->lastCondition();
  if (!last)
  {
    return nullptr;
  }
  pqPipelineSource* image = this->voxels();
  pqPipelineSource* condition = addFilter(kind, last);
  if (image)
  {
    setInput(image, condition);
  }
  Q_EMIT this->changed();
  return condition;
}

//-----------------------------------------------------------------------------
void pqPartPipeline::addDesign()
{
  pqPipelineSource* last = this->lastCondition();
  if (!last || this->design())
  {
    return;
  }
  pqPipelineSource* image = this->voxels();
  if (!image)
  {
    image = addFilter("VoxelizeSurface", last);
    vtkSMPropertyHelper(image->getProxy(), "Cells").Set(FirstCells);
    image->getProxy()->UpdateVTKObjects();
    // The design's panel and its checks need the arrays of the voxels.
    apply(image);
  }
  if (error(image).isEmpty())
  {
    vtkSMProxy* made = addFilter("TopologyOptimize", image)->getProxy();
    if (this->Draft)
    {
      for (const QString& name : materialProperties())
      {
        made->GetProperty(name.toUtf8().data())
          ->Copy(this->Draft->GetProperty(name.toUtf8().data()));
      }
      made->UpdateVTKObjects();
      this->Draft = nullptr;
    }
  }
  Q_EMIT this->changed();
}

//-----------------------------------------------------------------------------
const QStringList& pqPartPipeline::materialProperties()
{
  static const QStringList names = { "Material", "YoungsModulus", "PoissonsRatio", "MassDensity" };
  return names;
}

//-----------------------------------------------------------------------------
vtkSMProxy* pqPartPipeline::material()
{
  if (pqPipelineSource* optimized = this->design())
  {
    return optimized->getProxy();
  }
  pqServer* server = pqActiveObjects::instance().activeServer();
  if (!this->Draft && server)
  {
    this->Draft.TakeReference(server->proxyManager()->NewProxy("filters", "TopologyOptimize"));
    this->Draft->UpdateVTKObjects();
  }
  return this->Draft;
}

//-----------------------------------------------------------------------------
void pqPartPipeline::addSurface()
{
  pqPipelineSource* optimized = this->design();
  if (optimized && !this->surface())
  {
    addFilter(
      "TopologySurface", optimized, pqOptimizationSource::designPort(optimized->getSourceProxy()));
    Q_EMIT this->changed();
  }
}

//-----------------------------------------------------------------------------
void pqPartPipeline::remove(pqPipelineSource* condition)
{
  pqPipelineSource* before = inputOf(condition);
  const QList<pqPipelineSource*> consumers = condition->getAllConsumers();
  for (pqPipelineSource* consumer : consumers)
  {
    setInput(consumer, before);
  }
  pqApplicationCore::instance()->getObjectBuilder()->destroy(condition);
  Q_EMIT this->changed();
}

//-----------------------------------------------------------------------------
void pqPartPipeline::apply(pqPipelineSource* source)
{
  // Apply takes what its panel has shown, and a new source is shown by being active.
  pqActiveObjects::instance().setActiveSource(source);
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    panel->apply();
  }
}

//-----------------------------------------------------------------------------
QString pqPartPipeline::error(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source ? source->getSourceProxy() : nullptr;
  return proxy ? pqOptimizationSource::information(proxy, "ErrorMessage").toString() : QString();
}
