#ifndef TRABECULA_CAD_FACETEDSTEP_H
#define TRABECULA_CAD_FACETEDSTEP_H

#include <string>

/// Writes a STEP file with a plane face for each of the triangles in a text file of this form:
///
///     trabecula-triangles 1
///     unit mm
///     points N        followed by N lines of three coordinates
///     triangles M     followed by M lines of three points from 0, anticlockwise seen from outside
///
/// Each outer surface is a solid; a surface that is inside out is a cavity of the solid around it.
/// @throws std::runtime_error with a sentence for the user
void writeFacetedStep(const std::string& triangles, const std::string& step);

#endif
