#include "pqConflictNote.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqSMAdaptor.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "vtkCommand.h"
#include "vtkSMInputProperty.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMProxy.h"
#include "vtkSMSession.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMVectorProperty.h"
#include "vtkSmartPointer.h"

namespace
{
/// The note follows typing with this delay.
constexpr int MillisecondsOfTyping = 250;

//-----------------------------------------------------------------------------
/// Calls visit(name, property) for each property that has values and is not a result.
template <class Visit>
void forEachSetting(vtkSMProxy* proxy, const Visit& visit)
{
  const auto properties =
    vtkSmartPointer<vtkSMPropertyIterator>::Take(proxy->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    vtkSMProperty* property = properties->GetProperty();
    if (!property->GetInformationOnly() &&
      (vtkSMVectorProperty::SafeDownCast(property) || vtkSMInputProperty::SafeDownCast(property)))
    {
      visit(properties->GetKey(), property);
    }
  }
}

//-----------------------------------------------------------------------------
/// Returns what the filter would report with the values in the panel.
QString conflictsOf(vtkSMProxy* proxy, const char* result)
{
  // The copy is no change of the session that the user could undo.
  SCOPED_UNDO_EXCLUDE();
  const auto copy = vtkSmartPointer<vtkSMProxy>::Take(
    proxy->GetSessionProxyManager()->NewProxy(proxy->GetXMLGroup(), proxy->GetXMLName()));
  if (!copy)
  {
    return QString();
  }
  forEachSetting(proxy,
    [&copy](const char* name, vtkSMProperty* property)
    {
      vtkSMProperty* ofCopy = copy->GetProperty(name);
      if (vtkSMInputProperty::SafeDownCast(property))
      {
        const vtkSMPropertyHelper input(property);
        if (input.GetNumberOfElements() > 0)
        {
          vtkSMPropertyHelper(ofCopy).Set(0, input.GetAsProxy(), input.GetOutputPort());
        }
      }
      else
      {
        pqSMAdaptor::setMultipleElementProperty(
          ofCopy, pqSMAdaptor::getMultipleElementProperty(property, pqSMAdaptor::UNCHECKED));
      }
    });
  copy->UpdateVTKObjects();
  copy->UpdatePropertyInformation(copy->GetProperty(result));
  const vtkSMPropertyHelper conflicts(copy, result);
  return conflicts.GetNumberOfElements() > 0 ? QString(conflicts.GetAsString()) : QString();
}
}

//-----------------------------------------------------------------------------
pqConflictNote::pqConflictNote(vtkSMProxy* proxy, const QString& property, QWidget* parent)
  : Superclass(parent), Proxy(proxy), Property(property.toStdString())
{
  this->setObjectName(property);
  this->setWordWrap(true);
  this->setTextInteractionFlags(Qt::TextSelectableByMouse);
  this->setStyleSheet("background: #ffe9a8; color: black; padding: 3px;");
  this->hide();
  this->Timer.setSingleShot(true);
  this->Timer.setInterval(MillisecondsOfTyping);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqConflictNote::check);
  if (proxy->GetProperty(this->Property.c_str()))
  {
    forEachSetting(proxy,
      [this](const char*, vtkSMProperty* property)
      {
        for (const vtkCommand::EventIds event :
          { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
        {
          pqCoreUtilities::connect(property, event, this, SLOT(checkLater()));
        }
      });
    this->checkLater();
  }
}

//-----------------------------------------------------------------------------
void pqConflictNote::check()
{
  vtkSMProxy* proxy = this->Proxy;
  pqServer* server = proxy
    ? pqApplicationCore::instance()->getServerManagerModel()->findServer(proxy->GetSession())
    : nullptr;
  if (!server)
  {
    return;
  }
  // Events are also processed during updates.
  if (server->isProcessingPending() || server->session()->GetPendingProgress())
  {
    this->checkLater();
    return;
  }
  QStringList lines = conflictsOf(proxy, this->Property.c_str()).split('\n', Qt::SkipEmptyParts);
  if (this->ShowAtRows)
  {
    lines = this->ShowAtRows(lines);
  }
  this->setText(lines.join('\n'));
  this->setVisible(!lines.isEmpty());
}
