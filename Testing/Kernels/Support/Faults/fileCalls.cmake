# Functions of the system that FileFaults.cxx has a wrapper for: those that write files.
set(trabecula_wrapped_file_calls open fdopen fopen fwrite fflush fsync fclose close rename unlink)
