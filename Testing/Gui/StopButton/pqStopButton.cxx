#include "pqStopButton.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqProgressManager.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QMouseEvent>
#include <QWindow>

namespace
{
/// Whether this is what an optimization reports first, or another solver.
bool isReport(const QString& text)
{
  return text.startsWith("Iteration ") || text.startsWith("Solving");
}
}

//-----------------------------------------------------------------------------
pqStopButton::pqStopButton(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqStopButton::onStartup()
{
  QObject::connect(pqApplicationCore::instance()->getProgressManager(),
    &pqProgressManager::progress, this, &pqStopButton::onProgress);
}

//-----------------------------------------------------------------------------
void pqStopButton::onProgress(const QString& text)
{
  if (this->Pressed || !isReport(text))
  {
    return;
  }
  this->Pressed = true;

  QWidget* window = pqCoreUtilities::mainWidget();
  auto* button = window->findChild<QAbstractButton*>("AbortButton");
  const QPoint global = button->mapToGlobal(button->rect().center());
  const QPoint local = window->mapFromGlobal(global);
  // To the window, as from the window system: that is what finds the button, if anything lets it.
  for (const QEvent::Type type : { QEvent::MouseButtonPress, QEvent::MouseButtonRelease })
  {
    const bool press = type == QEvent::MouseButtonPress;
    QCoreApplication::postEvent(window->windowHandle(),
      new QMouseEvent(type, local, global, Qt::LeftButton, press ? Qt::LeftButton : Qt::NoButton,
        Qt::NoModifier));
  }
}
