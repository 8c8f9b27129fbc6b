#ifndef pqLiveWatch_h
#define pqLiveWatch_h

#include <QObject>

/**
 * Gives recorded tests the commands of pqLiveEventPlayer and pqUndoEventPlayer, and lets them wait
 * for analyses unless they turn Background on.
 */
class pqLiveWatch : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqLiveWatch(QObject* parent = nullptr);
  ~pqLiveWatch() override = default;

  void onStartup();
  void onShutdown() {}

private:
  Q_DISABLE_COPY(pqLiveWatch)
};

#endif
