#ifndef TRABECULA_CORE_EXECUTION_THREADPRIORITY_H
#define TRABECULA_CORE_EXECUTION_THREADPRIORITY_H

namespace trabecula
{
/// Lowers the priority of the calling thread relative to others, such as that of a GUI. Threads
/// that it starts inherit it. Without effect where the system does not allow it.
void lowerPriorityOfThisThread();
}

#endif
