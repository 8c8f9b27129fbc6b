#include "pqGuideStep.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "pqProxyWidget.h"
#include "pqServerManagerModel.h"
#include "vtkSMSourceProxy.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

namespace
{
constexpr int ShownOfChoice = 12; // characters
}

//-----------------------------------------------------------------------------
pqGuideStep::pqGuideStep(
  const QString& name, const QString& title, const QString& text, pqPartPipeline* pipeline)
  : Title(title), Pipeline(pipeline), Rows(new QVBoxLayout(this))
{
  this->setObjectName(name);
  auto* explanation = new QLabel(text, this);
  explanation->setObjectName("Explanation");
  explanation->setWordWrap(true);
  this->Rows->addWidget(explanation);
  this->Rows->addStretch(1);
}

//-----------------------------------------------------------------------------
void pqGuideStep::add(QWidget* widget)
{
  this->Rows->insertWidget(this->Rows->count() - 1, widget);
}

//-----------------------------------------------------------------------------
void pqGuideStep::showProperties(int place, pqPipelineSource* source, const QStringList& properties)
{
  this->showProperties(place, source ? source->getProxy() : nullptr, properties);
}

//-----------------------------------------------------------------------------
void pqGuideStep::showProperties(int place, vtkSMProxy* proxy, const QStringList& properties)
{
  while (this->Places.size() <= place)
  {
    Place made;
    made.Frame = new QWidget(this);
    made.Frame->setObjectName(QString("Properties%1").arg(this->Places.size()));
    auto* layout = new QVBoxLayout(made.Frame);
    layout->setContentsMargins(0, 0, 0, 0);
    this->add(made.Frame);
    this->Places << made;
  }
  Place& there = this->Places[place];
  if (there.Proxy == proxy && (there.Widget || !proxy))
  {
    return;
  }
  delete there.Widget;
  there.Proxy = proxy;
  there.Source = proxy
    ? pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(proxy)
    : nullptr;
  if (!proxy)
  {
    return;
  }
  there.Widget = new pqProxyWidget(proxy, properties, false, there.Frame);
  there.Widget->setObjectName("Panel");
  there.Widget->setView(pqActiveObjects::instance().activeView());
  there.Frame->layout()->addWidget(there.Widget);
  // Long choices would make the dock wider than its view is worth.
  for (QComboBox* choice : there.Widget->findChildren<QComboBox*>())
  {
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(ShownOfChoice);
  }
  // Shows what depends on other properties.
  there.Widget->filterWidgets(false);
  // The Properties panel has the same unchecked values, and its Apply takes them, too.
  QObject::connect(there.Widget, &pqProxyWidget::changeFinished, this,
    [this, shown = there.Source]()
    {
      if (shown && shown->modifiedState() == pqProxy::UNMODIFIED)
      {
        shown->setModifiedState(pqProxy::MODIFIED);
      }
      Q_EMIT this->edited();
    });
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqGuideStep::shownAt(int place) const
{
  return place < this->Places.size() ? this->Places[place].Source.data() : nullptr;
}

//-----------------------------------------------------------------------------
pqProxyWidget* pqGuideStep::propertiesAt(int place) const
{
  return place < this->Places.size() ? this->Places[place].Widget.data() : nullptr;
}

//-----------------------------------------------------------------------------
QString pqGuideStep::applyShown()
{
  for (const Place& place : this->Places)
  {
    if (!place.Source || !place.Widget)
    {
      continue;
    }
    if (place.Source->modifiedState() != pqProxy::UNMODIFIED)
    {
      place.Widget->apply();
      pqPartPipeline::apply(place.Source);
    }
    QString message = pqPartPipeline::error(place.Source);
    if (!message.isEmpty())
    {
      return message;
    }
  }
  return QString();
}
