#ifndef pqDesignDefaultsBehavior_h
#define pqDesignDefaultsBehavior_h

#include "pqPipelineSource.h"

#include <QObject>
#include <QPointer>

/**
 * Gives an optimization filter that the user has just created a density threshold, so that the
 * structure is seen instead of the block it is carved from, and ticks the arrays that it would use
 * by itself: those that start with the prefix of the hint <InteractiveDefault prefix="Force"/>.
 *
 * A filter with the hint <FinalDesignInput/> that the user has just put on what is shown of an
 * optimization is connected to the whole of its last design.
 *
 * Scripts and state files keep the filter's own defaults, the whole mesh and no choice of arrays:
 * pqObjectBuilder is at work only where the user picks a filter in the window. A default that the
 * user saved stays.
 *
 * A filter from a state file that was saved before there was the property ResultGeometry has its
 * results on hexahedra, which its panel then says.
 */
class pqDesignDefaultsBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqDesignDefaultsBehavior(QObject* parent = nullptr);
  ~pqDesignDefaultsBehavior() override = default;

private Q_SLOTS:
  void activateMoved();
  void onFilterCreated(pqPipelineSource* source);
  void onSourceAdded(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqDesignDefaultsBehavior)

  QPointer<pqPipelineSource> Moved;
};

#endif
