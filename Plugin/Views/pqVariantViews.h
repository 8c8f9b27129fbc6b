#ifndef pqVariantViews_h
#define pqVariantViews_h

#include <QList>

class pqPipelineSource;

/**
 * Functions for views of several designs side by side.
 */
namespace pqVariantViews
{
/// Returns the optimizations of the active server with a design: those that are selected in the
/// pipeline browser if there are several, else all.
QList<pqPipelineSource*> variants();

/**
 * Opens a layout with a view for each of the variants, named after it, which shows its design at
 * the present time. All views have the same camera.
 */
void showSideBySide(const QList<pqPipelineSource*>& variants);

/// If the active view is one of these views, makes a view of another layout active, or of a new
/// layout if there is none, because data derived from several variants would replace one of them.
void leave();
}

#endif
