// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kolophon
{
class PluginProcessor;

/** The files of an LV2 bundle in Turtle, generated from the parameter table. */
struct Lv2Description
{
    std::string manifest, plugin, editor, presets;
};

/** Describes the plugin; `library`: name of the bundle's shared library. */
Lv2Description describeLv2 (PluginProcessor& processor, const std::string& library);
} // namespace kolophon
