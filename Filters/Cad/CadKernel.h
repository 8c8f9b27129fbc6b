#ifndef TRABECULA_FILTERS_CADKERNEL_H
#define TRABECULA_FILTERS_CADKERNEL_H

#include "CadDescription.h"

#include <functional>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// Path of the program that reads and writes CAD files.
/// @param purpose the beginning of the message, where it is missing @param instead its end
/// @throws Error that says how to get it
std::string findCadProgram(const std::string& purpose = "CAD files are read",
  const std::string& instead = "export the part as STL");

/**
 * Reads a CAD file with the program for it, in a process of its own.
 *
 * @param program from findCadProgram()
 * @param options of the program, after the names of files
 * @param refusal between the name of the file and the reason, in the message if it is refused
 * @param seconds after which it is ended, for messages the Time Limit
 * @throws Error with the name of the file @throws SetupStopped
 */
CadDescription runCadProgram(const std::string& program, const std::string& path,
  const std::vector<std::string>& options, const char* refusal, double seconds,
  const std::function<bool()>& isStopped);
}

#endif
