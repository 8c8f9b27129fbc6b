#ifndef pqLiveBehavior_h
#define pqLiveBehavior_h

#include "pqPollingBehavior.h"

#include <QElapsedTimer>
#include <QMap>
#include <QSet>

class pqPipelineSource;
class pqServerManagerModelItem;

/**
 * Hosts the live runs of optimization filters. ParaView itself polls those in this process and
 * shows their latest iterate, according to the hint <LiveSource/>. Runs on a server are shown by
 * this behavior, because ParaView would poll five times per second and transfer each design,
 * regardless of the speed of the connection. This behavior calls AllowLive(), shows the design of a
 * new filter with its first iterate, and sets the largest time step when a run ends or pauses,
 * because a run has time steps only then.
 *
 * A run of several ranks of a server goes on in slices of about a second, which this behavior
 * requests one after another, without waiting for them. Between two of them it shows what there is
 * and the server answers to others.
 */
class pqLiveBehavior : public pqPollingBehavior
{
  Q_OBJECT
  using Superclass = pqPollingBehavior;

public:
  explicit pqLiveBehavior(QObject* parent = nullptr);
  ~pqLiveBehavior() override = default;

Q_SIGNALS:
  void started(pqPipelineSource* source);
  /// Emitted when a running optimization has a new iterate.
  void advanced(pqPipelineSource* source);
  /// Emitted between two slices of a run.
  void rested(pqPipelineSource* source);

protected:
  void look(pqPipelineSource* source) override;
  void forget(pqPipelineSource* source) override;

private Q_SLOTS:
  void onSourceToBeAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  /// Requests slices of the runs that wait for them.
  void onSlices();

private:
  Q_DISABLE_COPY(pqLiveBehavior)

  struct Seen
  {
    bool busy = false;
    int iterations = -1;
    QElapsedTimer asked; ///< since the last poll
    bool isOwed = false; ///< views of a run on a server do not have its latest iterate
  };
  /// Renders the views of a run on a server, but not while the user turns one. @return whether it
  /// did
  static bool showLatest(pqPipelineSource* source);

  /// Returns the largest iteration of all idle runs; at this time, each shows its last design.
  int lastIteration() const;

  QMap<pqPipelineSource*, Seen> Last;
  QSet<pqPipelineSource*> Waiting; ///< runs that go on with the next slice
  QTimer Slices;
};

#endif
