#ifndef TRABECULA_CORE_COMMUNICATION_SHAREDFAILURE_H
#define TRABECULA_CORE_COMMUNICATION_SHAREDFAILURE_H

#include "Core/Communication/Communicator.h"

#include <functional>
#include <string>

namespace trabecula
{
/**
 * Does work that does not communicate, such as validation or allocation, on all parts; called by
 * all at the same time. If it fails on any part, all parts throw, so that none waits for another:
 * an Error with the message of the first part by rank that has failed, or what the part itself has
 * thrown if its message is the same.
 */
void failTogether(const Communicator& parts, const std::function<void()>& work);

/// The text of one part, on all parts. @param text used on that part only
std::string broadcastText(const Communicator& parts, int from, const std::string& text);
}

#endif
