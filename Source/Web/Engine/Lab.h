// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/** The laboratory in a browser: three experiments, by the engine's own steps. Exports of kolophon.lab.wasm for
    Source/Web/Page/src/audio/lab-worker.ts. There is one performance at a time: lab_begin() ends the one before. */

#define KOLOPHON_LAB(name) extern "C" __attribute__ ((export_name (#name)))

/** Why the last call failed; empty if it did not. */
KOLOPHON_LAB (lab_fault) const char* lab_fault();
/** JSON: id, title, source, notes and number of runs of each experiment. */
KOLOPHON_LAB (lab_experiments) const char* lab_experiments();
/** Prepares an experiment; returns the number of its runs, 0 on failure. */
KOLOPHON_LAB (lab_begin) std::int32_t lab_begin (const char* id);
/** Performs its next run; returns 0 on failure. Runs without a real-time form stay empty. */
KOLOPHON_LAB (lab_run) std::int32_t lab_run();
/** JSON of its tables' heads, numbers and pictures, when all runs have been performed. Valid until the next call. */
KOLOPHON_LAB (lab_result) const char* lab_result();
/** A column of a run's table; null for a run without one. Valid until the next call. */
KOLOPHON_LAB (lab_column) const double* lab_column (std::int32_t run, std::int32_t column);
