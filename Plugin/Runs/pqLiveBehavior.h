#ifndef pqLiveBehavior_h
#define pqLiveBehavior_h

#include "pqPollingBehavior.h"

#include <QMap>

class pqPipelineSource;

/**
 * Hosts the live runs of optimization filters that execute in this process: ParaView itself polls
 * them and shows their latest iterate, by the hint <LiveSource/>. This behavior calls AllowLive(),
 * shows the design of a new one with its first iterate, and goes to the last time step of all when
 * a run ends or pauses, as it has time steps only then.
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
  /// A running one has a new iterate.
  void advanced(pqPipelineSource* source);

protected:
  void look(pqPipelineSource* source) override;
  void forget(pqPipelineSource* source) override;

private:
  Q_DISABLE_COPY(pqLiveBehavior)

  struct Seen
  {
    bool busy = false;
    int iterations = -1;
  };
  /// The largest one of all that rest: at this time, each shows its last design.
  int lastIteration() const;

  QMap<pqPipelineSource*, Seen> Last;
};

#endif
