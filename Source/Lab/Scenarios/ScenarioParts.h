// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Run.h"
#include "Fields.h"

#include <functional>

/** The readers of a scenario, by noun. A reader declares each field of its object once, for reading and for the schema.
    */
namespace kolophon::lab
{
struct Scenario;
struct PictureChoice;
struct Setting;
} // namespace kolophon::lab

namespace kolophon::lab::scenario
{
inline constexpr double huge = 1e12;
inline constexpr std::size_t maxPoints = 1000000, maxModes = 256, maxMasses = 60, maxRuns = 400;
inline constexpr Range anything { -huge, huge }, seconds { 0.0, 1e6, " s" }, times { -1e6, 1e6, " s" };

// ScenarioSignals.cpp
void readSignalObject (Fields& f, Signal& signal);
/** A number, or an object with a kind. */
void readSignal (Fields& f, std::string_view name, Signal& signal, const char* meaning);

// ScenarioBodies.cpp
/** Result of the reader of a body. */
struct BodyRead
{
    LinearBody body;
    std::optional<Stops> stops;
    bool turning = false;
    /** Shape at a place that the user names: a mass by its number, a point of a string by its fraction of the length,
        one of a mode's further shapes by its number. Null: the body has only the contact. */
    std::function<Eigen::VectorXd (double)> shapeAt;
    Range places { 0.0, 0.0 };
    /** ga of each coordinate for an axial stiffness [N] and a length [m]. Null: the body has no tension. */
    std::function<std::vector<double> (double, double)> tensionOf;
};

void readBody (Fields& f, BodyRead& read);

// ScenarioNetwork.cpp
/** Bodies, contacts and pushes, of several bodies that touch. */
void readNetwork (Fields& f, Run& run);

// ScenarioRun.cpp
/** A number for a body of one coordinate, else a list; empty if it is left out. */
Eigen::VectorXd readCoordinates (Fields& f, std::string_view name, int size, const char* meaning);
Solver solverOf (std::string_view name);
/** Reads the solver of a record; nullopt: the reference if the run has one. */
std::optional<Solver> readSolver (Fields& f);
/** Body, law, drive, start and run. */
void readMotion (Fields& f, Run& run);
/** Memory of the run's records and signals. [bytes] */
double memoryOf (const Run& run);

// ScenarioFigures.cpp
/** A name that columnOf() knows. */
std::string readColumn (Fields& f, std::string_view name, std::optional<std::string> otherwise, const char* meaning);
void readPicture (Fields& f, PictureChoice& picture);

// ScenarioVariants.cpp
struct Variant
{
    std::string name;
    std::vector<Setting> settings;
};
std::vector<Variant> readVariants (Fields& f);
/** Each sweep takes every variant through its values. */
std::vector<Variant> readSweeps (Fields& f, std::vector<Variant> variants);
} // namespace kolophon::lab::scenario
