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
  pqProgressManager* manager = pqApplicationCore::instance()->getProgressManager();
  QObject::connect(manager, &pqProgressManager::progress, this, &pqStopButton::onProgress);
  QObject::connect(manager, &pqProgressManager::abort, this, [this] { this->Arrived = true; });
}

//-----------------------------------------------------------------------------
void pqStopButton::onProgress(const QString& text)
{
  // As a user does whose press had no effect: on a busy machine the button may not be ready.
  constexpr qint64 millisecondsBetweenPresses = 200;
  if (this->Arrived || !isReport(text) ||
    (this->SincePress.isValid() && this->SincePress.elapsed() < millisecondsBetweenPresses))
  {
    return;
  }
  this->SincePress.start();

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
