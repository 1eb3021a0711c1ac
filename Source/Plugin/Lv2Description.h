#pragma once

#include <string>

namespace kolophon
{
class PluginProcessor;

/** The files of an LV2 bundle in Turtle, out of the parameter table. */
struct Lv2Description
{
    std::string manifest, plugin, editor;
};

/** `library`: name of the bundle's shared library. */
Lv2Description describeLv2 (PluginProcessor& processor, const std::string& library);
} // namespace kolophon
