// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "../../Files/Json/ShallowJson.h"

#include <JuceHeader.h>

#include <pluginterfaces/base/ipluginbase.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>

/* Completes a VST3 bundle: writes moduleinfo.json from what the library's factory says, so that hosts can list the
   plug-in without loading it, and puts pictures of the editor where hosts look for them. */

namespace
{
using kolophon::Json;
using namespace Steinberg;

/** Class ids as hosts write them, on systems other than Windows. */
std::string textOf (const TUID& id)
{
    std::string all;
    for (const char c : id)
        for (const int digit : { c >> 4 & 15, c & 15 })
            all += "0123456789ABCDEF"[digit];
    return all;
}

template <std::size_t size>
std::string textOf (const char8 (&text)[size])
{
    return { text, std::find (text, text + size, '\0') };
}

Json describeClass (const PClassInfo2& info, const juce::StringArray& pictures)
{
    Json its { { "CID", textOf (info.cid) },         { "Category", textOf (info.category) },
               { "Name", textOf (info.name) },       { "Vendor", textOf (info.vendor) },
               { "Version", textOf (info.version) }, { "SDKVersion", textOf (info.sdkVersion) } };
    const auto kinds = juce::StringArray::fromTokens (juce::String (textOf (info.subCategories)), "|", "");
    for (const auto& kind : kinds)
        its["Sub Categories"].push_back (kind.toStdString());
    its["Class Flags"] = info.classFlags;
    its["Cardinality"] = info.cardinality;
    its["Snapshots"] = Json::array();
    if (textOf (info.category) == kVstAudioEffectClass)
        for (int i = 0; i + 1 < pictures.size(); i += 2)
            its["Snapshots"].push_back (
                { { "Scale Factor", kolophon::numberIn (pictures[i].toStdString()).value_or (1.0) },
                  { "Path", "Resources/Snapshots/" + textOf (info.cid) + "_snapshot" +
                                (i == 0 ? "" : "_" + pictures[i].toStdString() + "x") + ".png" } });
    return its;
}

Json describe (IPluginFactory2& factory, const juce::StringArray& pictures)
{
    PFactoryInfo maker {};
    factory.getFactoryInfo (&maker);
    const auto has = [&maker] (int flag) { return (maker.flags & flag) != 0; };
    Json classes = Json::array();
    std::string name, version;
    for (int32 i = 0; i < factory.countClasses(); ++i)
        if (PClassInfo2 info {}; factory.getClassInfo2 (i, &info) == kResultOk)
        {
            classes.push_back (describeClass (info, pictures));
            name = name.empty() ? textOf (info.name) : name;
            version = version.empty() ? textOf (info.version) : version;
        }
    return { { "Name", name },
             { "Version", version },
             { "Factory Info",
               { { "Vendor", textOf (maker.vendor) },
                 { "URL", textOf (maker.url) },
                 { "E-Mail", textOf (maker.email) },
                 { "Flags",
                   { { "Unicode", has (PFactoryInfo::kUnicode) },
                     { "Classes Discardable", has (PFactoryInfo::kClassesDiscardable) },
                     { "Component Non Discardable", has (PFactoryInfo::kComponentNonDiscardable) } } } } },
             { "Classes", classes } };
}

bool fail (const juce::String& reason)
{
    std::fprintf (stderr, "kolophon_vst3_info: %s\n", reason.toRawUTF8());
    return false;
}

/** Copies each picture to the path that the description names. */
bool copyPictures (const Json& info, const juce::StringArray& pictures, const juce::File& contents)
{
    for (const auto& its : info["Classes"])
        for (std::size_t i = 0; i < its["Snapshots"].size(); ++i)
        {
            const auto from =
                juce::File::getCurrentWorkingDirectory().getChildFile (pictures[2 * static_cast<int> (i) + 1]);
            const auto to = contents.getChildFile (juce::String (its["Snapshots"][i]["Path"].get<std::string>()));
            if (! to.getParentDirectory().createDirectory() || ! from.copyFileTo (to))
                return fail ("can't copy " + from.getFullPathName() + " to " + to.getFullPathName());
        }
    return true;
}

bool complete (const juce::File& library, const juce::StringArray& pictures)
{
    juce::DynamicLibrary module;
    if (! module.open (library.getFullPathName()))
        return fail ("can't load " + library.getFullPathName());
    const auto enter = reinterpret_cast<bool (*) (void*)> (module.getFunction ("ModuleEntry"));
    const auto leave = reinterpret_cast<bool (*)()> (module.getFunction ("ModuleExit"));
    const auto make = reinterpret_cast<IPluginFactory* (*)()> (module.getFunction ("GetPluginFactory"));
    if (enter == nullptr || leave == nullptr || make == nullptr || ! enter (module.getNativeHandle()))
        return fail (library.getFullPathName() + " is not a VST3");
    auto* const factory = make();
    IPluginFactory2* second = nullptr;
    factory->queryInterface (IPluginFactory2_iid, reinterpret_cast<void**> (&second));
    Json info;
    if (second != nullptr)
    {
        info = describe (*second, pictures);
        second->release();
    }
    factory->release();
    leave();
    const auto contents = library.getParentDirectory().getParentDirectory();
    const auto file = contents.getChildFile ("Resources/moduleinfo.json");
    if (info.empty() || ! file.getParentDirectory().createDirectory() ||
        ! file.replaceWithText (juce::String::fromUTF8 ((info.dump (2) + "\n").c_str()), false, false, "\n"))
        return fail ("can't write " + file.getFullPathName());
    return copyPictures (info, pictures, contents);
}
} // namespace

/** kolophon_vst3_info LIBRARY [SCALE PICTURE]… : pictures by scale, 1 first. */
int main (int count, char** arguments)
{
    juce::StringArray words (arguments + 1, count - 1);
    if (words.isEmpty() || words.size() % 2 == 0)
        return fail ("LIBRARY [SCALE PICTURE]...") ? 0 : 1;
    const auto library = juce::File::getCurrentWorkingDirectory().getChildFile (words[0]);
    words.remove (0);
    return complete (library, words) ? 0 : 1;
}
