#ifndef pqHideOtherResults_h
#define pqHideOtherResults_h

class pqPipelineSource;
class pqView;

/**
 * Hides in a view what a new result would be drawn over: results of other analyses and
 * optimizations with the same input, designs of other optimizations in any case if this is one,
 * and regions of conditions; and the legends that nothing in the view uses then.
 */
void pqHideOtherResults(pqPipelineSource* source, pqView* view);

/// Hides the legends of arrays that nothing visible in a view is colored by, unless the user's
/// settings leave legends to the user.
void pqHideUnusedLegends(pqView* view);

#endif
