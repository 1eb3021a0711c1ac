#pragma once

#include "Boxes.h"
#include "PortableMath.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kolophon
{
/** What radiates: a bank of resonances (Boxes.h) driven by the force at the bridge, for two listening places. It is an
    output filter: it takes no energy from the strings (a body that couples back belongs to the physics).

    Each resonance is a state-variable band-pass with trapezoidal integrators (Zavalishin 2012, chapter 4):

        high = (in - (g + d) s_0 - s_1)/(1 + g (g + d))     band = g high + s_0     low = g band + s_1
        s_0 <- band + g high                                s_1 <- low + g band     g = tan (pi f/f_s), d = 1/Q

    Without input s_0^2 + s_1^2 never grows, whatever g > 0 does meanwhile (the step is the Cayley transform of
    g [-d -1; 1 0], whose symmetric part is -g d), so that the size may glide. Another box fades in. */
class SoundingBox
{
public:
    static constexpr double fadeTime = 0.020; // [s] from one box to another

    /** At rest, without a box. [prepare] */
    void prepare (double newSampleRate) noexcept
    {
        sampleRate = newSampleRate;
        now = before = Bank {};
        fade = 0.0;
    }

    /** At rest. */
    void reset() noexcept
    {
        now.rest();
        fade = 0.0;
    }

    /** `box` as in the table's menu out.box; `size` scales it (1 = as built), reached in `samples` (0: at once). Called on
        the control grid. */
    void aim (int box, double size, int samples) noexcept
    {
        if (samples == 0)
            fade = 0.0;
        if (box != now.box && fade == 0.0)
        {
            std::swap (now, before);
            now.rest();
            now.take (box, size, sampleRate);
            fade = samples == 0 ? 0.0 : 1.0;
        }
        now.resize (size, samples, sampleRate);
        if (fade > 0.0)
            before.resize (size, samples, sampleRate);
    }

    /** True when nothing but the bare input comes out, and will until another box is asked for. */
    bool isBare() const noexcept { return now.box == 0 && fade == 0.0; }

    /** One sample of both channels, in place. */
    void process (double& left, double& right) noexcept
    {
        double otherLeft = left, otherRight = right;
        now.process (left, right);
        if (fade > 0.0)
        {
            before.process (otherLeft, otherRight);
            const double share = fade * fade * (3.0 - 2.0 * fade); // without a corner at either end
            left += share * (otherLeft - left);
            right += share * (otherRight - right);
            fade = std::max (0.0, fade - 1.0 / (fadeTime * sampleRate));
        }
    }

private:
    /** One box. Values of the resonances stand side by side, so that compilers work on several at once; they are added up
        one after the other, so that every compiler adds alike. */
    struct Bank
    {
        using Values = std::array<double, boxes::mostResonances>;

        int box = 0;
        std::size_t count = 0;
        double size = 0.0;
        bool gliding = false;
        alignas (64) Values g {}, damping {}, scale {}, gainLeft {}, gainRight {};
        alignas (64) Values goalG {}, goalLeft {}, goalRight {}, stepG {}, stepLeft {}, stepRight {};
        alignas (64) Values left0 {}, left1 {}, right0 {}, right1 {}; // states

        void rest() noexcept
        {
            left0 = left1 = right0 = right1 = {};
        }

        void take (int newBox, double newSize, double sampleRate) noexcept
        {
            box = newBox;
            count = boxes::resonancesOf (box).size();
            size = 0.0;
            resize (newSize, 0, sampleRate);
        }

        void resize (double newSize, int samples, double sampleRate) noexcept
        {
            if (gliding)
                arrive();
            if (newSize == size)
                return;
            size = newSize;
            const auto resonances = boxes::resonancesOf (box);
            for (std::size_t i = 0; i < count; ++i)
            {
                const auto& resonance = resonances[i];
                const double frequency = std::min (resonance.frequency / size, 0.45 * sampleRate);
                const double there = std::min (1.0, (0.45 - frequency / sampleRate) / 0.02); // fades out near half the rate
                damping[i] = 1.0 / resonance.quality;
                goalG[i] = portable::tan (pi * frequency / sampleRate);
                goalLeft[i] = there * (damping[i] * resonance.left);
                goalRight[i] = there * (damping[i] * resonance.right);
            }
            if (samples == 0)
                return arrive();
            gliding = true;
            for (std::size_t i = 0; i < count; ++i)
            {
                stepG[i] = (goalG[i] - g[i]) / samples;
                stepLeft[i] = (goalLeft[i] - gainLeft[i]) / samples;
                stepRight[i] = (goalRight[i] - gainRight[i]) / samples;
            }
        }

        void arrive() noexcept
        {
            gliding = false;
            g = goalG;
            gainLeft = goalLeft;
            gainRight = goalRight;
            solve();
        }

        void glide() noexcept
        {
            for (std::size_t i = 0; i < count; ++i)
            {
                g[i] += stepG[i];
                gainLeft[i] += stepLeft[i];
                gainRight[i] += stepRight[i];
            }
            solve();
        }

        void solve() noexcept
        {
            for (std::size_t i = 0; i < count; ++i)
                scale[i] = 1.0 / (1.0 + g[i] * (g[i] + damping[i]));
        }

        void process (double& left, double& right) noexcept
        {
            if (box == 0)
                return;
            if (gliding)
                glide();
            alignas (64) Values ofLeft, ofRight;
            pass (left, left0, left1, gainLeft, ofLeft);
            pass (right, right0, right1, gainRight, ofRight);
            double sumLeft = 0.0, sumRight = 0.0;
            for (std::size_t i = 0; i < count; ++i)
            {
                sumLeft += ofLeft[i];
                sumRight += ofRight[i];
            }
            left = sumLeft;
            right = sumRight;
        }

        void pass (double in, Values& s0, Values& s1, const Values& gain, Values& out) const noexcept
        {
            for (std::size_t i = 0; i < count; ++i)
            {
                const double high = (in - (g[i] + damping[i]) * s0[i] - s1[i]) * scale[i];
                const double band = g[i] * high + s0[i];
                const double low = g[i] * band + s1[i];
                s0[i] = g[i] * high + band;
                s1[i] = g[i] * band + low;
                out[i] = gain[i] * band;
            }
        }
    };

    double sampleRate = 48000.0;
    Bank now, before;
    double fade = 0.0; // 1 … 0: how much of the box before is left
};
} // namespace kolophon
