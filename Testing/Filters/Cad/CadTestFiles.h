#ifndef TRABECULA_TESTING_FILTERS_CADTESTFILES_H
#define TRABECULA_TESTING_FILTERS_CADTESTFILES_H

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

namespace trabecula::testing
{
/// Path of a file that CadFilesProgram.cxx has written.
inline std::string pathOf(const std::string& name)
{
  return std::string(TRABECULA_CAD_FILES) + "/" + name;
}

inline std::string contentOf(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  return { std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>() };
}

/// A file in the temporary folder that is removed with this object.
class File
{
public:
  File(const std::string& name, const std::string& content)
    : Path(std::filesystem::temp_directory_path() /
        ("trabecula-" + std::to_string(::getpid()) + "-" + name))
  {
    std::ofstream(this->Path, std::ios::binary) << content;
  }
  ~File() { std::filesystem::remove(this->Path); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::string path() const { return this->Path.string(); }

private:
  std::filesystem::path Path;
};

/// A script that takes the place of a helper process.
class HelperScript
{
public:
  /// Replaces the script before. @return its path
  std::string make(const std::string& commands)
  {
    this->Current.reset(); // removes the one before
    this->Current = std::make_unique<File>("helper.sh", "#!/bin/sh\n" + commands + "\n");
    std::filesystem::permissions(this->Current->path(), std::filesystem::perms::owner_all);
    return this->Current->path();
  }

private:
  std::unique_ptr<File> Current;
};

/// A variable of the environment that is unset with this object.
class Setting
{
public:
  Setting(const char* name, const std::string& value) : Name(name) { this->set(value); }
  ~Setting() { unsetenv(this->Name); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

  void set(const std::string& value) { setenv(this->Name, value.c_str(), 1); }

private:
  const char* Name;
};
}

#endif
