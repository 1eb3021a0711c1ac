// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace kolophon
{
/** A body as a set of modes: all data that the bank needs of a bar, a glass or a plate.

    Normalisation: shapes are sqrt (M) times the mass-normalised shape, M the mass of the whole body; a mode whose modal
    mass is M for unit displacement has the shape itself. (A free bar is 2 at its ends, a hinged one sqrt (2) at most.)
    Frequencies are given over the first one: the key decides the pitch, and `mass` the response to force.

    The contact path runs over positions 0 … 0.5, the range of hand.position; each body defines its
    course. */
struct ModeTable
{
    static constexpr int maxModes = 128, places = 129;

    int count = 0;
    double loss = 1.0;       // divides body.quality: skins lose more
    double tightening = 0.0; // power of the ratio with which the Laplacian's eigenvalues grow, for body.tension; 0:
                             // the edges give way, and the tension is constant
    std::array<double, maxModes> ratio {};                     // f_n/f_1 > 0, rising
    std::array<double, maxModes> held {};                      // loss factor that its supports add to each mode's
    std::array<double, maxModes> decay {};                     // decay rate over the one that body.decay sets; 1
                                                               // after add()
    std::array<std::array<double, places>, maxModes> shape {}; // at the contact, at place/(places - 1) * 0.5
    std::array<double, maxModes> left {}, right {};            // at two pickups
    std::array<double, places> leftOut {};                     // static compliance of the modes that are not listed,
                                                               // times M (2 pi f_1)^2

    /** Response of the first mode, with its partner if it comes as a pair, at the contact: the square of its shape, at
        least a tenth of its largest. Computed by finish() unless the body has set it. Scales the normal force of a hand
        of relative force. */
    std::array<double, places> contactResponse {};

    /** Velocity of the left pickup while the contact moves the first mode, with its partner, at one metre per second:
        with v_m = shape times pickup, sqrt ((sum v_m)^2/2 + (sum v_m^2)/2) over the sum of the squares of shapes,
        because the two are in phase half of the time; at least a tenth of its largest; 1 if the pickup hears neither.
        Computed by finish(); 1 for a body from a file, of which any mode may sound. */
    std::array<double, places> heard {};

    /** Fraction of the path, from its beginning, over which the first mode has at least a quarter of its largest
        response. */
    double reach = 0.5;

    /** Number of modes that form the first: two if it comes as a pair, else one. */
    std::size_t firstModes () const noexcept { return count > 1 && ratio[1] < 1.05 * ratio[0] ? 2 : 1; }

    /** Detuning above the first mode [cents] of a body that is rubbed at `place`: of a pair, in proportion to the
        partner's response. */
    double sharpAt (double place) const noexcept
    {
        if (firstModes() < 2)
            return 0.0;
        const double shape0 = at (shape[0], place), shape1 = at (shape[1], place);
        const double one = shape0 * shape0, other = shape1 * shape1;
        return centsPerNeper * (ratio[1] / ratio[0] - 1.0) * other / std::max (one + other, 1e-300);
    }

    void finish () noexcept
    {
        if (contactResponse[0] <= 0.0)
            contactResponse = firstResponse();
        findHeard();
        const double largest = *std::max_element (contactResponse.begin(), contactResponse.end());
        std::size_t place = 0;
        while (place + 1 < contactResponse.size() &&
               (contactResponse[place + 1] >= 0.25 * largest || contactResponse[place + 1] > contactResponse[place]))
            ++place;
        reach = placeOf (static_cast<int> (place));
    }

    std::array<double, places> firstResponse () const noexcept
    {
        std::array<double, places> response {};
        for (std::size_t place = 0; place < response.size(); ++place)
            for (std::size_t m = 0; m < firstModes(); ++m)
                response[place] += shape[m][place] * shape[m][place];
        raiseToTenth (response);
        return response;
    }

    void findHeard () noexcept
    {
        const auto response = firstResponse();
        for (std::size_t place = 0; place < heard.size(); ++place)
        {
            double sum = 0.0, squares = 0.0;
            for (std::size_t m = 0; m < firstModes(); ++m)
            {
                const double each = shape[m][place] * left[m];
                sum += each;
                squares += each * each;
            }
            heard[place] = response[place] > 0.0 ? std::sqrt (0.5 * (sum * sum + squares)) / response[place] : 0.0;
        }
        raiseToTenth (heard);
        if (heard[0] <= 0.0)
            heard.fill (1.0);
    }

    static void raiseToTenth (std::array<double, places>& values) noexcept
    {
        const double largest = *std::max_element (values.begin(), values.end());
        for (double& value : values)
            value = std::max (value, 0.1 * largest);
    }

    /** Adds a mode, if there is room; returns its index or -1. */
    int add (double itsRatio, double itsHeld = 0.0) noexcept
    {
        if (count == maxModes)
            return -1;
        ratio[static_cast<std::size_t> (count)] = itsRatio;
        held[static_cast<std::size_t> (count)] = itsHeld;
        decay[static_cast<std::size_t> (count)] = 1.0;
        return count++;
    }

    /** Calls visit (number) for every number of a table except `count`, for its existing modes only: one order for
        writing and reading. */
    template <class Table, class Visit>
    static void eachNumber (Table& table, Visit visit)
    {
        visit (table.loss);
        visit (table.tightening);
        visit (table.reach);
        for (auto* values : { &table.leftOut, &table.contactResponse, &table.heard })
            for (auto& value : *values)
                visit (value);
        for (std::size_t m = 0; m < static_cast<std::size_t> (table.count); ++m)
        {
            for (auto* values : { &table.ratio, &table.held, &table.decay, &table.left, &table.right })
                visit ((*values)[m]);
            for (auto& value : table.shape[m])
                visit (value);
        }
    }

    static constexpr double placeOf (int place) noexcept { return 0.5 * place / (places - 1); }

    /** Linear interpolation between the places. */
    static double at (const std::array<double, places>& values, double position) noexcept
    {
        const double gridPosition = std::clamp (position, 0.0, 0.5) * 2.0 * (places - 1);
        const auto place = std::min (static_cast<std::size_t> (gridPosition), static_cast<std::size_t> (places - 2));
        const double fraction = gridPosition - static_cast<double> (place);
        return values[place] + fraction * (values[place + 1] - values[place]);
    }
};
} // namespace kolophon
