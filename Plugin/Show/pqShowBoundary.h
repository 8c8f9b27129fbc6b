#ifndef pqShowBoundary_h
#define pqShowBoundary_h

class pqPipelineSource;

/**
 * Shows the boundary of the material. If it is a surface, it is shown with the outline of the
 * design, which would hide it. Curves are drawn as thick lines on top of the design.
 *
 * @return whether the design itself should not be colored
 */
bool pqShowBoundary(pqPipelineSource* source);

#endif
