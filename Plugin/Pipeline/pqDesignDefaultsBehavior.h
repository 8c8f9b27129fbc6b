#ifndef pqDesignDefaultsBehavior_h
#define pqDesignDefaultsBehavior_h

#include "pqPipelineSource.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

/**
 * Sets a density threshold for an optimization filter that the user has just created, so that the
 * structure is shown instead of the whole domain, and checks the arrays that the filter would use
 * by default: those with the prefix of the hint <InteractiveDefault prefix="Force"/>.
 *
 * A filter with the hint <FinalDesignInput/> that the user has just applied to the displayed output
 * of an optimization is connected to its final design with all cells.
 *
 * Scripts and state files keep the defaults of the filter, which are the whole mesh and no selected
 * arrays: pqObjectBuilder is used only when the user creates a filter in the window. Saved user
 * defaults are kept.
 *
 * A filter from a state file saved without the property ResultGeometry has its results on
 * hexahedra, and one saved without SolidLayers designs all cells; the panel is set accordingly. New
 * optimizations are Live, and new analyses continue in the background.
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
  QTimer Later; ///< unlike QTimer::singleShot, it never fires during an execution
};

#endif
