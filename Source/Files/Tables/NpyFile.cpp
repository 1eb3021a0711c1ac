// SPDX-License-Identifier: GPL-3.0-or-later
#include "NpyFile.h"

#include "../Bytes/ExitCode.h"
#include "../Bytes/SystemReason.h"

#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <string>

namespace kolophon
{
namespace
{
/** Magic, version, length of the description, and that itself, padded so that the data begin at a multiple of 64. */
std::string npyHeading (const std::vector<std::size_t>& shape)
{
    std::string sizes;
    for (const auto size : shape)
        sizes += std::to_string (size) + ", ";
    std::string text = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + sizes + "), }";
    constexpr std::size_t before = 10;
    text.append (63 - (before + text.size()) % 64, ' ');
    text += '\n';
    std::string heading ("\x93NUMPY\x01\x00", 8);
    heading += static_cast<char> (text.size() & 0xff);
    heading += static_cast<char> (text.size() >> 8);
    return heading + text;
}
} // namespace

NpyFile::NpyFile (const std::filesystem::path& target, const std::vector<std::size_t>& shape) : place (target)
{
    file = std::fopen (place.path().string().c_str(), "wb");
    const auto heading = npyHeading (shape);
    write (heading.data(), heading.size());
}

NpyFile::~NpyFile()
{
    if (file != nullptr)
        std::fclose (file);
}

void NpyFile::add (double value)
{
    auto bits = std::bit_cast<std::uint64_t> (value);
    std::array<unsigned char, 8> bytes {};
    for (auto& byte : bytes)
    {
        byte = static_cast<unsigned char> (bits & 0xff);
        bits >>= 8;
    }
    write (bytes.data(), bytes.size());
}

void NpyFile::commit()
{
    const bool closed = std::fclose (file) == 0;
    file = nullptr;
    if (! closed)
        write (nullptr, 0);
    place.commit();
}

void NpyFile::write (const void* data, std::size_t bytes)
{
    if (file == nullptr || std::fwrite (data, 1, bytes, file) != bytes)
        throw Failure (ExitCode::notWritable, "cannot write " + place.target().string() + ": " + systemReason (errno));
}
} // namespace kolophon
