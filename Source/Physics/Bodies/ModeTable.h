#pragma once

#include "../../Core/Units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace kolophon
{
/** A body as a set of modes: everything the bank needs to know about a bar, a glass or a plate.

    Normalisation: shapes are sqrt (M) times the mass-normalised shape, M the mass of the whole body; a mode whose modal
    mass is M for unit displacement has the shape itself. (A free bar is 2 at its ends, a hinged one sqrt (2) at most.)
    Frequencies are given over the first one: the key decides the pitch, `mass` how heavy it feels.

    The contact path runs over positions 0 … 0.5, which is what hand.position spans; each body says where that lies. */
struct ModeTable
{
    static constexpr int maxModes = 128, places = 129;

    int count = 0;
    double loss = 1.0;                                         // what body.quality is divided by: skins lose more
    std::array<double, maxModes> ratio {};                     // f_n/f_1 > 0, rising
    std::array<double, maxModes> held {};                      // loss factor that its supports add to each mode's
    std::array<double, maxModes> decay {};                     // decay rate over what body.decay asks for; 1 where
                                                               // add() is left alone
    std::array<std::array<double, places>, maxModes> shape {}; // at the contact, at place/(places - 1) * 0.5
    std::array<double, maxModes> left {}, right {};            // at two pickups
    std::array<double, places> leftOut {};                     // static compliance of the modes that are not listed,
                                                               // times M (2 pi f_1)^2

    /** How much the first mode, with its partner where it comes as a pair, is felt at the contact: the square of its
        shape, at least a tenth of its largest. finish() works it out where the body has not; what a hand of relative
        force presses with follows it. */
    std::array<double, places> contactResponse {};

    /** How fast the left pickup moves when the contact moves the first mode, with its partner, at one metre a second:
        with v_m = shape times pickup, sqrt ((sum v_m)^2/2 + (sum v_m^2)/2) over the sum of the squares of shapes, for
        the two keep step as often as not; at least a tenth of its largest; 1 where it hears none of them. finish()
        works it out; a body from a file, of which any mode may sound, has 1. */
    std::array<double, places> heard {};

    /** How far along the path from its beginning the first mode is felt by a quarter of its most, at least. */
    double reach = 0.5;

    /** How many modes sound as the first: it, and its partner where it comes as a pair. */
    std::size_t firstModes () const noexcept { return count > 1 && ratio[1] < 1.05 * ratio[0] ? 2 : 1; }

    /** How far above its first mode a body sounds that is rubbed at `place` [cents]: where that comes as a pair, as
        much as its partner is felt. */
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

    /** Shows `visit` every number of a table but `count`, of the modes that there are: in one order for who writes
        them and who reads them. */
    template <class Table, class Visit>
    static void eachNumber (Table& table, Visit visit)
    {
        visit (table.loss);
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

    /** Between the places, by straight lines. */
    static double at (const std::array<double, places>& values, double position) noexcept
    {
        const double gridPosition = std::clamp (position, 0.0, 0.5) * 2.0 * (places - 1);
        const auto place = std::min (static_cast<std::size_t> (gridPosition), static_cast<std::size_t> (places - 2));
        const double fraction = gridPosition - static_cast<double> (place);
        return values[place] + fraction * (values[place + 1] - values[place]);
    }
};
} // namespace kolophon
