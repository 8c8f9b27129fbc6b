#ifndef pqPollingBehavior_h
#define pqPollingBehavior_h

#include <QList>
#include <QObject>
#include <QTimer>

class pqPipelineSource;

/**
 * Base class of behaviors that host filters which compute in their own threads. It polls each
 * filter five times per second, and stops filters when they are removed and when ParaView quits. A
 * poll of a filter on a server waits for answers; over a slow connection polls are less frequent,
 * so that most of the time remains for the user.
 */
class pqPollingBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  ~pqPollingBehavior() override = default;

protected:
  using Kind = bool (*)(pqPipelineSource*);

  /// @param isMine whether a source is to be hosted; never called with null
  /// @param allow, stop commands of these filters: to allow background computation, and to end it
  pqPollingBehavior(Kind isMine, const char* allow, const char* stop, QObject* parent);

  /// Polls a source. Called while no update is in progress. Automatic changes are not recorded for
  /// undo and do not discard the redo stack.
  virtual void look(pqPipelineSource* source) = 0;
  /// Called before a source is removed.
  virtual void forget(pqPipelineSource* source) = 0;

  bool isHosting(pqPipelineSource* source) const { return this->Hosted.contains(source); }

  /// Postpones the next look, while a server computes and does not answer.
  void rest(int milliseconds) { this->Rest += milliseconds; }

  /// Whether a filter executes on several ranks of a server.
  static bool isOnRanks(pqPipelineSource* source);
  /// Whether a filter executes in another process, so that each request is a round trip.
  static bool isRemote(pqPipelineSource* source);

  /// Renders views of data downstream, which ParaView does not do for data that become available
  /// later: tables would keep their values.
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
  int Rest = 0; ///< milliseconds from these looks to the next ones, at least
};

#endif
