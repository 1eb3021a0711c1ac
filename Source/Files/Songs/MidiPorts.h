// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MidiTrack.h"

#include <vector>

/** MIDI ports of a file, for MidiFile.cpp. */
namespace kolophon
{
/** Gives the channels of several ports (meta event FF 21: 16 channels each) channels of their own among the 16 of the
    instrument, so that no controller, bend or note-off reaches another port's notes.

    The lowest port with notes keeps its channels. Channels with notes on other ports get the unused channels, that of
    the same number first; the other events of those ports, and their tunings of all channels, are left out. Where none
    is unused, or the first port sets up MPE, which needs all channels, ports share a channel, and a warning says so. */
void separatePorts (std::vector<TickEvent>& events, Warnings& warnings);
} // namespace kolophon
