#include "pqResultNoticeBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqPipelineSource.h"
#include "pqPropertiesPanel.h"
#include "pqPropertyWidget.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxyLocator.h"
#include "vtkSMSourceProxy.h"

#include <QLabel>
#include <QStringList>

#include <algorithm>
#include <string>

namespace
{
constexpr int MillisecondsBetweenLooks = 1000;
/// Time after the run during which the notice of a reopened optimization remains visible.
constexpr int MillisecondsOfRest = 15000;

//-----------------------------------------------------------------------------
bool hasMark(pqOutputPort* port, const char* mark)
{
  vtkSMSourceProxy* proxy = port->getSourceProxy();
  // A source that has never been updated has no data information, and must not be updated for this
  // purpose.
  return proxy && proxy->GetOutputPortsCreated() &&
    port->getDataInformation()->GetArrayInformation(mark, vtkDataObject::FIELD);
}

//-----------------------------------------------------------------------------
bool isOutOfDate(pqOutputPort* port)
{
  return hasMark(port, "OutOfDate");
}

//-----------------------------------------------------------------------------
// Returns the faults of the last design of the first optimization upstream of a source, or of the
// source itself; empty if the iteration is another one.
QString faultUpstream(pqPipelineSource* source, int iteration)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  if (proxy->GetProperty("DesignFault"))
  {
    const int last = pqOptimizationSource::information(proxy, "IterationsDone").toInt();
    return iteration < 0 || iteration == last
      ? pqOptimizationSource::information(proxy, "DesignFault").toString()
      : QString();
  }
  QString text;
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  const QList<pqOutputPort*> inputs = filter ? filter->getAllInputs() : QList<pqOutputPort*>();
  for (pqOutputPort* input : inputs)
  {
    text = text.isEmpty() ? faultUpstream(input->getSource(), iteration) : text;
  }
  return text;
}

//-----------------------------------------------------------------------------
// Returns the faults of the design of an output; empty for a sound design. The values of strings
// are not transferred to the client with the data information.
QString faultOf(pqOutputPort* port)
{
  if (!hasMark(port, "DesignFault"))
  {
    return QString();
  }
  vtkPVArrayInformation* number =
    port->getDataInformation()->GetArrayInformation("Iteration", vtkDataObject::FIELD);
  const int iteration = number ? static_cast<int>(number->GetComponentRange(0)[0]) : -1;
  QString text = faultUpstream(port->getSource(), iteration);
  if (!text.isEmpty())
  {
    return text;
  }
  return iteration < 0
    ? QObject::tr("The design is not what it claims to be.")
    : QObject::tr("The design of iteration %1 is not what it claims to be.").arg(iteration);
}

//-----------------------------------------------------------------------------
// Returns the number of pieces of a surface, 1 for other data.
int piecesOf(pqOutputPort* port)
{
  vtkPVArrayInformation* pieces =
    pqOptimizationSource::hasHint(port->getSourceProxy(), "PrintableSurface")
    ? port->getDataInformation()->GetArrayInformation("Pieces", vtkDataObject::FIELD)
    : nullptr;
  return pieces ? static_cast<int>(pieces->GetComponentRange(0)[1]) : 1;
}

//-----------------------------------------------------------------------------
QStringList noticesOfResults(pqView* view)
{
  QStringList notices;
  for (pqRepresentation* shown : view->getRepresentations())
  {
    auto* representation = qobject_cast<pqDataRepresentation*>(shown);
    pqOutputPort* port = representation ? representation->getOutputPortFromInput() : nullptr;
    if (!port || !representation->isVisible())
    {
      continue;
    }
    const QString name = port->getSource()->getSMName();
    QString notice;
    if (isOutOfDate(port))
    {
      notice = QObject::tr("%1: results of the last complete run, not of the present one. See its "
                           "Status.")
                 .arg(name);
    }
    else if (!faultOf(port).isEmpty())
    {
      notice = QObject::tr("%1: %2").arg(name, faultOf(port));
    }
    else if (piecesOf(port) > 1)
    {
      notice = QObject::tr("%1: %2 pieces that do not touch each other. Keep: Largest piece leaves "
                           "one.")
                 .arg(name)
                 .arg(piecesOf(port));
    }
    if (!notice.isEmpty() && !notices.contains(notice))
    {
      notices << notice;
    }
  }
  return notices;
}

//-----------------------------------------------------------------------------
// Whether a view shows a source or data derived from it.
bool isShown(pqPipelineSource* source, pqView* view)
{
  if (source->getViews().contains(view))
  {
    return true;
  }
  const QList<pqPipelineSource*> consumers = source->getAllConsumers();
  return std::any_of(consumers.begin(), consumers.end(),
    [view](pqPipelineSource* consumer) { return isShown(consumer, view); });
}

//-----------------------------------------------------------------------------
void collectSources(
  vtkPVXMLElement* element, vtkSMProxyLocator* locator, QList<pqPipelineSource*>& sources)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (unsigned int i = 0; i < element->GetNumberOfNestedElements(); ++i)
  {
    vtkPVXMLElement* nested = element->GetNestedElement(i);
    int id = 0;
    if (std::string(nested->GetName()) == "Proxy" && nested->GetScalarAttribute("id", &id))
    {
      pqPipelineSource* source = pqOptimizationSource::cast(
        model->findItem<pqPipelineSource*>(locator->LocateProxy(static_cast<vtkTypeUInt32>(id))));
      if (source && !sources.contains(source))
      {
        sources << source;
      }
    }
    collectSources(nested, locator, sources);
  }
}

//-----------------------------------------------------------------------------
QString describeReopened(pqPipelineSource* source)
{
  const vtkSMProperty* resume = source->getProxy()->GetProperty("ResumeFrom");
  const QString file = resume
    ? QString::fromUtf8(vtkSMPropertyHelper(source->getProxy(), "ResumeFrom").GetAsString())
    : QString();
  return file.isEmpty()
    ? QObject::tr("%1: a state file has the settings and not the design, so that the run starts "
                  "anew. With Checkpoint File and Resume From it would go on.")
        .arg(source->getSMName())
    : QObject::tr("%1: the run resumes from its checkpoint %2.").arg(source->getSMName(), file);
}

//-----------------------------------------------------------------------------
QLabel* makeLine(QWidget* parent)
{
  auto* line = new QLabel(parent);
  line->setObjectName("TrabeculaNotice");
  line->setStyleSheet("background: #ffe9a8; color: black; border: 1px solid #b8860b;");
  line->setMargin(5); // unlike padding, it is included in the height for a width
  line->setWordWrap(true);
  line->setAttribute(Qt::WA_TransparentForMouseEvents);
  return line;
}
}

//-----------------------------------------------------------------------------
pqResultNoticeBehavior::pqResultNoticeBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::viewAdded, this, &pqResultNoticeBehavior::onViewAdded);
  // Delayed until the panel has created its widgets.
  this->Later.setSingleShot(true);
  QObject::connect(&pqActiveObjects::instance(), &pqActiveObjects::sourceChanged, &this->Later,
    [this]() { this->Later.start(0); });
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqResultNoticeBehavior::updateReadOuts);
  QObject::connect(pqApplicationCore::instance(), &pqApplicationCore::stateLoaded, this,
    &pqResultNoticeBehavior::onStateLoaded);
  this->Forget.setInterval(MillisecondsBetweenLooks);
  QObject::connect(&this->Forget, &QTimer::timeout, this, &pqResultNoticeBehavior::forgetReopened);
  // The plugin may be loaded into a running session.
  for (pqView* view : model->findItems<pqView*>())
  {
    this->onViewAdded(view);
  }
}

//-----------------------------------------------------------------------------
void pqResultNoticeBehavior::onViewAdded(pqView* view)
{
  const auto update = [this, view]()
  {
    this->updateView(view);
    this->updateReadOuts();
  };
  // Notices are not changed during rendering, which may be part of another update.
  auto* later = new QTimer(view);
  later->setSingleShot(true);
  later->setInterval(0);
  QObject::connect(later, &QTimer::timeout, this, update);
  const auto start = QOverload<>::of(&QTimer::start);
  QObject::connect(view, &pqView::endRender, later, start);
  QObject::connect(view, &pqView::representationVisibilityChanged, later, start);
  QObject::connect(view, &QObject::destroyed, this, [this, view]() { this->Lines.remove(view); });
}

//-----------------------------------------------------------------------------
void pqResultNoticeBehavior::updateView(pqView* view)
{
  QWidget* widget = view->widget();
  const QStringList notices = widget ? this->noticesOf(view) : QStringList();
  QPointer<QLabel>& line = this->Lines[view];
  if (notices.empty())
  {
    delete line;
    return;
  }
  if (!line)
  {
    line = makeLine(widget);
  }
  line->setText(notices.join("\n"));
  line->setFixedSize(widget->width(), line->heightForWidth(widget->width()));
  line->move(0, widget->height() - line->height());
  line->show();
  line->raise();
}

//-----------------------------------------------------------------------------
QStringList pqResultNoticeBehavior::noticesOf(pqView* view) const
{
  QStringList notices = noticesOfResults(view);
  for (const Reopened& reopened : this->Sources)
  {
    if (reopened.Source && isShown(reopened.Source, view))
    {
      notices << reopened.Text;
    }
  }
  return notices;
}

//-----------------------------------------------------------------------------
void pqResultNoticeBehavior::updateViews()
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqView* view : model->findItems<pqView*>())
  {
    this->updateView(view);
  }
}

//-----------------------------------------------------------------------------
void pqResultNoticeBehavior::onStateLoaded(vtkPVXMLElement* root, vtkSMProxyLocator* locator)
{
  if (!root || !locator)
  {
    return; // a Python state file
  }
  QList<pqPipelineSource*> sources;
  collectSources(root, locator, sources);
  for (pqPipelineSource* source : sources)
  {
    Reopened reopened{ source, describeReopened(source), {} };
    reopened.AtRest.start();
    this->Sources << reopened;
    pqOptimizationSource::showMessage(reopened.Text);
  }
  if (!sources.empty())
  {
    this->Forget.start();
    this->updateViews();
  }
}

//-----------------------------------------------------------------------------
void pqResultNoticeBehavior::forgetReopened()
{
  const int before = this->Sources.size();
  for (Reopened& reopened : this->Sources)
  {
    if (reopened.Source && pqOptimizationSource::isBusy(reopened.Source->getSourceProxy()))
    {
      reopened.AtRest.restart();
    }
  }
  this->Sources.erase(std::remove_if(this->Sources.begin(), this->Sources.end(),
                        [](const Reopened& reopened) {
                          return !reopened.Source || reopened.AtRest.elapsed() > MillisecondsOfRest;
                        }),
    this->Sources.end());
  if (this->Sources.size() < before)
  {
    this->updateViews();
  }
  if (this->Sources.empty())
  {
    this->Forget.stop();
  }
}

//-----------------------------------------------------------------------------
void pqResultNoticeBehavior::updateReadOuts()
{
  pqPipelineSource* source = pqActiveObjects::instance().activeSource();
  if (!source)
  {
    return;
  }
  bool isOld = false;
  for (pqOutputPort* port : source->getOutputPorts())
  {
    isOld = isOld || isOutOfDate(port);
  }
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    for (pqPropertyWidget* widget : panel->findChildren<pqPropertyWidget*>())
    {
      vtkSMProperty* property =
        widget->proxy() == source->getProxy() ? widget->property() : nullptr;
      if (property && property->GetInformationOnly())
      {
        const QString name = source->getProxy()->GetPropertyName(property);
        // Conflicts are those of what is chosen now, and their widgets add what may conflict.
        const bool isOfResult = name != "Status" && !name.endsWith("Conflicts");
        widget->setEnabled(!isOld || !isOfResult);
      }
    }
  }
}
