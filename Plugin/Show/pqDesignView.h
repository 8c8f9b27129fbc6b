#ifndef pqDesignView_h
#define pqDesignView_h

class pqPipelineSource;

/// Functions for the display of the design of an optimization, port 0 of its source.
namespace pqDesignView
{
/// Colors the design in all views that show it: by the design array with the fixed range [0, 1], or
/// by pqShowBoundary().
void showColors(pqPipelineSource* source);
/// Fits cameras to the design, or to the input if an early design is much smaller.
void fitCameras(pqPipelineSource* source);
/// Fits cameras to the input, because the first cells of a live run do not have the final bounds.
void fitCamerasToInput(pqPipelineSource* source);
/// Hides results of other sources in the views of the design.
void hideOthers(pqPipelineSource* source);
/// Informs the user that no cell is above the density threshold.
void tellOfNoCells();
}

#endif
