#ifndef pqBodyInputs_h
#define pqBodyInputs_h

class pqPipelineSource;

/**
 * Connects a new filter with the hint DesignAndSurface, whose attribute `surface` names the input
 * of the surface, to a design and its surface, if one of them is missing among its inputs: the
 * design of a surface is searched for upstream, the latest surface of a design downstream.
 *
 * @return whether any input was changed
 */
bool pqCompleteBodyInputs(pqPipelineSource* source);

#endif
