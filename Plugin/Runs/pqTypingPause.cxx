#include "pqTypingPause.h"

#include "pqLiveSourceBehavior.h"

#include <QCoreApplication>
#include <QEvent>

namespace
{
// Exceeds the interval between two keys when typing a number.
constexpr int MillisecondsAfterKey = 800;
}

bool pqTypingPause::IsTyping = false;

//-----------------------------------------------------------------------------
pqTypingPause::pqTypingPause(QObject* parent) : Superclass(parent)
{
  this->Timer.setSingleShot(true);
  this->Timer.setInterval(MillisecondsAfterKey);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqTypingPause::end);
  QCoreApplication::instance()->installEventFilter(this);
}

//-----------------------------------------------------------------------------
bool pqTypingPause::eventFilter(QObject* object, QEvent* event)
{
  if (event->type() == QEvent::KeyPress || event->type() == QEvent::InputMethod)
  {
    if (!IsTyping && !pqLiveSourceBehavior::isPaused())
    {
      pqLiveSourceBehavior::pause();
      this->PausesLiveSources = true;
    }
    IsTyping = true;
    this->Timer.start();
  }
  return this->Superclass::eventFilter(object, event);
}

//-----------------------------------------------------------------------------
void pqTypingPause::end()
{
  IsTyping = false;
  if (this->PausesLiveSources)
  {
    pqLiveSourceBehavior::resume();
    this->PausesLiveSources = false;
  }
}
