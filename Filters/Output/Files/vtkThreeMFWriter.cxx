#include "vtkThreeMFWriter.h"

#include "PrintableSurface.h"

#include "Core/Error.h"

#include "vtkObjectFactory.h"

#include <minizip/zip.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

vtkStandardNewMacro(vtkThreeMFWriter);

namespace
{
using trabecula::Error;

constexpr const char* ContentTypes =
  R"(<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
 <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
 <Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
)";

constexpr const char* Relationships =
  R"(<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
 <Relationship Target="/3D/3dmodel.model" Id="rel0" )"
  R"(Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
)";

/// A zip container that is being written. Entries are written from begin to end.
class ZipFile
{
public:
  explicit ZipFile(const std::string& path)
    : Path(path), Zip(zipOpen64(path.c_str(), APPEND_STATUS_CREATE))
  {
    this->Require(this->Zip != nullptr);
  }
  ~ZipFile()
  {
    if (this->Zip)
    {
      zipClose(this->Zip, nullptr);
    }
  }
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;

  /// @param isHuge whether the text may be longer than 4 GB
  void begin(const char* name, bool isHuge = false)
  {
    zip_fileinfo info = {};
    info.dosDate = (1U << 21U) | (1U << 16U); // 1 January 1980: equal parts give equal files
    this->Require(zipOpenNewFileInZip64(this->Zip, name, &info, nullptr, 0, nullptr, 0, nullptr,
                    Z_DEFLATED, Z_DEFAULT_COMPRESSION, isHuge ? 1 : 0) == ZIP_OK);
  }
  void write(const std::string& text)
  {
    for (std::size_t at = 0; at < text.size();)
    {
      const std::size_t size =
        std::min<std::size_t>(text.size() - at, std::numeric_limits<int>::max());
      this->Require(
        zipWriteInFileInZip(this->Zip, text.data() + at, static_cast<unsigned>(size)) == ZIP_OK);
      at += size;
    }
  }
  void end() { this->Require(zipCloseFileInZip(this->Zip) == ZIP_OK); }
  void close()
  {
    zipFile zip = this->Zip;
    this->Zip = nullptr;
    this->Require(zipClose(zip, nullptr) == ZIP_OK);
  }

private:
  void Require(bool isDone) const
  {
    if (!isDone)
    {
      throw Error("The file \"" + this->Path +
        "\" cannot be written. Choose a folder that can be written to, on a disk with space.");
    }
  }

  std::string Path;
  zipFile Zip;
};

const char* unitName(const std::string& unit)
{
  return unit == "cm" ? "centimeter"
    : unit == "m"     ? "meter"
    : unit == "inch"  ? "inch"
                      : "millimeter";
}

/// Writes text in portions, since that of a large surface need not be in memory. Numbers do not
/// depend on the locale.
class Text
{
public:
  explicit Text(ZipFile& zip) : Zip(zip) {}

  Text& operator<<(const char* words)
  {
    this->Portion += words;
    if (this->Portion.size() > (std::size_t(1) << 20))
    {
      this->flush();
    }
    return *this;
  }
  Text& operator<<(std::int32_t number)
  {
    this->Portion += std::to_string(number);
    return *this;
  }
  Text& operator<<(double number)
  {
    constexpr int digits = 9; // more than those of single precision
    std::array<char, 32> text;
    const auto end = std::to_chars(
      text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
    this->Portion.append(text.data(), end.ptr);
    return *this;
  }
  void flush()
  {
    this->Zip.write(this->Portion);
    this->Portion.clear();
  }

private:
  ZipFile& Zip;
  std::string Portion;
};
}

//----------------------------------------------------------------------------
void vtkThreeMFWriter::WriteSurface(
  const trabecula::filters::PrintableSurface& surface, const std::string& path)
{
  ZipFile zip(path);
  zip.begin("[Content_Types].xml");
  zip.write(ContentTypes);
  zip.end();
  zip.begin("_rels/.rels");
  zip.write(Relationships);
  zip.end();
  const trabecula::TriangleMesh& mesh = surface.mesh;
  constexpr std::size_t many = 20000000; // a triangle and its share of points have 80 bytes
  zip.begin("3D/3dmodel.model", mesh.numberOfTriangles() > many);
  Text text(zip);
  text << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"" << unitName(surface.unit)
       << "\" xml:lang=\"en-US\" "
          "xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n"
          " <metadata name=\"Application\">Trabecula</metadata>\n"
          " <resources>\n  <object id=\"1\" type=\"model\">\n   <mesh>\n    <vertices>\n";
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    const double* x = &mesh.points[3 * p];
    text << "     <vertex x=\"" << x[0] << "\" y=\"" << x[1] << "\" z=\"" << x[2] << "\"/>\n";
  }
  text << "    </vertices>\n    <triangles>\n";
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* c = &mesh.triangles[3 * t];
    text << "     <triangle v1=\"" << c[0] << "\" v2=\"" << c[1] << "\" v3=\"" << c[2] << "\"/>\n";
  }
  text << "    </triangles>\n   </mesh>\n  </object>\n </resources>\n"
          " <build>\n  <item objectid=\"1\"/>\n </build>\n</model>\n";
  text.flush();
  zip.end();
  zip.close();
}
