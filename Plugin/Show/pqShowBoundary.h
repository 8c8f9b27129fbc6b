#ifndef pqShowBoundary_h
#define pqShowBoundary_h

class pqPipelineSource;

/**
 * Shows the boundary of the material where it is a surface: with the outline of the design, which
 * would hide it. Curves are drawn as thick lines on top of the design.
 *
 * @return whether the design itself needs no colors
 */
bool pqShowBoundary(pqPipelineSource* source);

#endif
