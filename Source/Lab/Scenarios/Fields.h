// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/NumberText.h"

#include "../../Files/Json/Json.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon::lab
{
/** Allowed range of a number. */
struct Range
{
    double lowest, highest;
    const char* unit = ""; // " N"; empty: a pure number
};

/** The fields of one object of a scenario, declared once and used twice: to read an object, and to write the schema
    that ships (Resources/Schemas/scenario.schema.json, checked by a test). A reader is a function

        void readSine (Fields& f, Signal::Sine& s)
        {
            s.amplitude = f.number ("amplitude", { -1e9, 1e9 }, "Amplitude.");
            s.offset = f.number ("offset", { -1e9, 1e9 }, "Where its middle is.", 0.0);
        }

    Reading throws InputError: path, value, and what is allowed. Describing gives defaults, or the lowest allowed. Every
    name that was not asked for is refused when the reader is done. */
class Fields
{
public:
    using Reader = std::function<void (Fields&)>;

    /** Reads `object` with all its fields. `folder`: where file names of the scenario start from. */
    static void read (const Json& object, const std::string& path, const std::filesystem::path& folder,
                      const Reader& reader);

    /** JSON schema of the object. */
    static Json describe (const Reader& reader);

    bool describing () const noexcept { return object == nullptr; }
    const std::filesystem::path& folder () const noexcept { return home; }
    /** "drive.push.times" */
    std::string pathOf (std::string_view name) const;
    /** True if the object has the field; always false while describing. Does not count as reading it. */
    bool has (std::string_view name) const;

    // Without `otherwise` the field is required.
    double number (std::string_view name, const Range& range, const char* meaning,
                   std::optional<double> otherwise = {});
    /** A number; nullopt if it is left out. */
    std::optional<double> maybe (std::string_view name, const Range& range, const char* meaning);
    int integer (std::string_view name, int lowest, int highest, const char* meaning,
                 std::optional<int> otherwise = {});
    bool flag (std::string_view name, const char* meaning, bool otherwise);
    std::string text (std::string_view name, const char* meaning, std::optional<std::string> otherwise = {});
    std::string choice (std::string_view name, std::span<const std::string_view> allowed, const char* meaning,
                        std::optional<std::string_view> otherwise = {});
    /** A list of numbers; empty if it is left out and `minCount` is 0. */
    std::vector<double> numbers (std::string_view name, const Range& range, std::size_t minCount, std::size_t maxCount,
                                 const char* meaning);
    std::vector<std::string> texts (std::string_view name, std::size_t minCount, std::size_t maxCount,
                                    const char* meaning);

    /** A nested object; without it `reader` is not called, unless describing. True if it exists. */
    bool inside (std::string_view name, bool required, const char* meaning, const Reader& reader);
    /** A list of objects; the reader is called for each. */
    void list (std::string_view name, std::size_t minCount, std::size_t maxCount, const char* meaning,
               const Reader& reader);
    /** Objects by names of the user's; the reader is called for each, with its name. True if there are any. */
    bool each (std::string_view name, const char* meaning,
               const std::function<void (Fields&, const std::string&)>& reader);
    /** A kind of object, with its fields. */
    struct Kind
    {
        std::string_view name;
        const char* meaning;
        Reader reader;
    };
    /** Reads an object by its kind and returns the kind's name; while describing, an empty text. */
    std::string kinds (std::string_view field, std::span<const Kind> table, const char* meaning,
                       std::optional<std::string_view> otherwise = {});
    /** A value that other code reads, described by `schema`; null if it is left out. */
    const Json* value (std::string_view name, const char* meaning, bool required, Json schema);

    /** Refuses a field: "drive.push.times: [0, 0]: must rise". */
    [[noreturn]] void refuse (std::string_view name, const std::string& why) const;

private:
    Fields (const Json* itsObject, std::string itsPath, std::filesystem::path folder);
    ~Fields();
    const Json* find (std::string_view name, bool required, const std::string& allowed);
    Json& declare (std::string_view name, const char* meaning, bool required);
    void done () const;

    const Json* object; // null: describing
    std::string path;
    std::filesystem::path home;
    std::vector<std::string> known;
    std::unique_ptr<Json> schema; // fields described so far
};
} // namespace kolophon::lab
