// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Source/Synth/Control/Channels.h"

#include <catch2/catch.hpp>

using namespace kolophon;

namespace
{
void send (Channels& channels, int channel, int controller, int data)
{
    channels.control (channel, controller, data / 127.0);
}
void announce (Channels& channels, int manager, int members)
{
    send (channels, manager, Controller::rpnCoarse, 0);
    send (channels, manager, Controller::rpnFine, 6);
    send (channels, manager, Controller::dataEntry, members);
}
constexpr double patchRange = 7.0; // [semitones]
} // namespace

TEST_CASE ("MPE switched on by hand makes channel 1 the manager of all others, until a controller says otherwise")
{
    Channels channels;
    channels.follow (Mpe::on, 24.0);
    for (int channel = 1; channel < 16; ++channel)
    {
        CHECK (channels.managerOf (channel) == 0);
        channels[channel].bend = 0.5;
        CHECK (channels.bendSemitones (channel, patchRange) == 12.0);
    }
    CHECK (channels.managerOf (0) == -1);
    channels[0].bend = -1.0; // the manager's own range is 2 semitones (MPE 2.4)
    CHECK (channels.bendSemitones (5, patchRange) == 10.0);

    announce (channels, 15, 3); // an upper zone: channels 13 to 15
    for (int channel = 0; channel < 15; ++channel)
        CHECK (channels.managerOf (channel) == (channel >= 12 ? 15 : -1));
    announce (channels, 15, 0); // closed again: back to the player's wish
    CHECK (channels.managerOf (7) == 0);
}

TEST_CASE ("MPE switched off keeps every channel to itself and remembers what was announced")
{
    Channels channels;
    channels.follow (Mpe::off, 48.0);
    channels[3].bend = 1.0;
    announce (channels, 0, 15);
    CHECK (channels.managerOf (3) == -1);
    CHECK (channels.bendSemitones (3, patchRange) == patchRange);
    channels.follow (Mpe::automatic, 48.0);
    CHECK (channels.managerOf (3) == 0);
    CHECK (channels.bendSemitones (3, patchRange) == 0.0); // another mode begins centred
    channels[3].bend = 1.0;
    CHECK (channels.bendSemitones (3, patchRange) == 48.0);
    channels.reset();
    CHECK (channels.managerOf (3) == -1);
    channels.follow (Mpe::on, 30.0);
    channels.reset(); // forgets the channels, not the wish
    CHECK (channels.managerOf (3) == 0);
    channels[3].bend = 1.0;
    CHECK (channels.bendSemitones (3, patchRange) == 30.0);
}
