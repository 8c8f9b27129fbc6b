#ifndef pqPollingBehavior_h
#define pqPollingBehavior_h

#include <QList>
#include <QObject>
#include <QTimer>

class pqPipelineSource;

/**
 * Base class of behaviors that host filters of a kind which compute in threads of their own: looks
 * at each of them five times a second, and stops them when they are removed and when ParaView
 * quits.
 *
 * Filters on a server are not hosted and execute synchronously.
 */
class pqPollingBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  ~pqPollingBehavior() override = default;

protected:
  using Kind = bool (*)(pqPipelineSource*);

  /// @param isMine whether a source is of the kind; never called with null
  /// @param allow, stop commands of these filters: for a host that polls, and to end a computation
  pqPollingBehavior(Kind isMine, const char* allow, const char* stop, QObject* parent);

  /// Called while no update is under way. What changes by itself is no step of the user, to be
  /// undone or to end redo.
  virtual void look(pqPipelineSource* source) = 0;
  /// Called before a source is removed.
  virtual void forget(pqPipelineSource* source) = 0;

  bool isHosting(pqPipelineSource* source) const { return this->Hosted.contains(source); }

  /// Renders views of what is downstream, which ParaView does not do for data that come later:
  /// tables would keep their numbers.
  static void renderConsumers(pqPipelineSource* source);

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onSourceRemoved(pqPipelineSource* source);
  void onTimeout();
  /// Ends all threads.
  void onQuit();

private:
  Q_DISABLE_COPY(pqPollingBehavior)

  Kind IsMine;
  const char* Allow;
  const char* Stop;
  QList<pqPipelineSource*> Hosted;
  QTimer Timer;
};

#endif
