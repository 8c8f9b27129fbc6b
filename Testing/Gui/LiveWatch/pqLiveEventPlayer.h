#ifndef pqLiveEventPlayer_h
#define pqLiveEventPlayer_h

#include "pqWidgetEventPlayer.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QVariant>

/**
 * What a recorded test needs beyond clicks and checks, where things happen by themselves:
 *
 *   waitFor name=pattern    until the object's property matches the regular expression
 *   remember name           the object's property as it is now
 *   waitForOther name       until the object's property is not what was remembered
 *   pressAbort              the window's button Abort, once it is enabled
 *   startHeartbeat          has a timer beat in the window's event loop from now on
 *   reportHeartbeat         prints the longest gap between two beats, on the object given
 *   type limit=text         presses keys on the object, whatever the window does meanwhile; each
 *                           must be taken up within so many milliseconds
 *   expectNoBackgroundThread  until no thread of an optimization is left
 *   loadState name          loads a state from the test's folder
 *   expectFile name=pattern that a file in the test's folder has text that matches
 */
class pqLiveEventPlayer : public pqWidgetEventPlayer
{
  Q_OBJECT
  using Superclass = pqWidgetEventPlayer;

public:
  explicit pqLiveEventPlayer(QObject* parent = nullptr);
  ~pqLiveEventPlayer() override = default;

  using Superclass::playEvent;
  bool playEvent(
    QObject* object, const QString& command, const QString& arguments, bool& error) override;

private Q_SLOTS:
  void beat();

private:
  Q_DISABLE_COPY(pqLiveEventPlayer)

  QVariant Remembered;
  QTimer Heart;
  QElapsedTimer SinceStart;
  QElapsedTimer SinceBeat;
  qint64 LongestGap = 0;
  qint64 MomentOfGap = 0;
  int Beats = 0;
};

#endif
