#ifndef pqVariantViews_h
#define pqVariantViews_h

#include <QList>

class pqPipelineSource;

/**
 * Views of several designs side by side.
 */
namespace pqVariantViews
{
/// The optimizations of the active server with a design to be shown: those that are selected in the
/// pipeline browser if these are several, else all.
QList<pqPipelineSource*> variants();

/**
 * Opens a layout with a view for each of the variants, named after it, with its design as at the
 * present time. All views have the same camera.
 */
void showSideBySide(const QList<pqPipelineSource*>& variants);

/// If the active view is one of those, makes a view of another layout active, or of a new one where
/// there is none: what is made of several variants would take the place of one of them.
void leave();
}

#endif
