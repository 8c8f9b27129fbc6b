#ifndef TRABECULA_TESTING_KERNELS_TEMPORARYFOLDER_H
#define TRABECULA_TESTING_KERNELS_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace trabecula::testing
{
/// A folder that belongs to a test and is removed at its end.
class TemporaryFolder
{
public:
  TemporaryFolder()
  {
    std::string name = (std::filesystem::temp_directory_path() / "trabecula-XXXXXX").string();
    if (!::mkdtemp(name.data()))
    {
      throw std::filesystem::filesystem_error(
        "no temporary folder", std::error_code(errno, std::generic_category()));
    }
    this->Path = name;
  }
  ~TemporaryFolder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(this->Path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (this->Path / name).string(); }

  std::size_t numberOfFiles() const
  {
    return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(this->Path), {}));
  }

private:
  std::filesystem::path Path;
};

inline std::string contentOf(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  return { std::istreambuf_iterator<char>(file), {} };
}

inline void writeContent(const std::string& path, const std::string& content)
{
  std::ofstream(path, std::ios::binary) << content;
}
}

#endif
