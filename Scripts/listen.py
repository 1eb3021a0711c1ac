#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""listen.py FILE.wav [NOTE…]: what is in a recording, and whether these MIDI notes are.

Prints length, level and the notes it hears with their deviation from equal temperament. Exits 1 when the recording is
silent, has samples that are not numbers, or lacks a note that was asked for (within 20 cents)."""
import struct
import sys

import numpy as np


def read(path):
    data = open(path, "rb").read()
    position, samples = 12, None
    while position + 8 <= len(data):
        kind, size = data[position : position + 4], struct.unpack("<I", data[position + 4 : position + 8])[0]
        body = data[position + 8 : position + 8 + size]
        if kind == b"fmt ":
            code, channels, rate, _, _, bits = struct.unpack("<HHIIHH", body[:16])
            if code == 0xFFFE:
                code = struct.unpack("<H", body[24:26])[0]
        elif kind == b"data":
            if code == 3:
                samples = np.frombuffer(body[: len(body) // 4 * 4], "<f4").astype(float)
            elif bits == 16:
                samples = np.frombuffer(body[: len(body) // 2 * 2], "<i2") / 32768.0
            elif bits == 24:
                triples = np.frombuffer(body[: len(body) // 3 * 3], "u1").reshape(-1, 3).astype(np.int32)
                samples = ((triples[:, 0] << 8 | triples[:, 1] << 16 | triples[:, 2] << 24) >> 8) / 2.0**23
            else:
                samples = np.frombuffer(body[: len(body) // 4 * 4], "<i4") / 2.0**31
        position += 8 + size + size % 2
    return samples[: len(samples) // channels * channels].reshape(-1, channels), rate


def pitch(frame, rate):
    """De Cheveigne & Kawahara (2002), YIN: first dip of the normalised difference, refined by a parabola. [Hz] or 0"""
    half = len(frame) // 2
    spectrum = np.fft.rfft(frame, 2 * len(frame))
    head = np.fft.rfft(frame[:half], 2 * len(frame))
    correlation = np.fft.irfft(spectrum * np.conj(head))[:half]
    energy = np.cumsum(np.concatenate(([0.0], frame**2)))
    difference = energy[half] + (energy[half : 2 * half] - energy[:half]) - 2.0 * correlation
    normalised = difference[1:] * np.arange(1, half) / np.maximum(np.cumsum(difference[1:]), 1e-30)
    low = int(rate / 2000.0)
    dips = np.nonzero(normalised[low:] < 0.1)[0]
    if len(dips) == 0:
        return 0.0
    lag = low + dips[0]
    while lag + 1 < len(normalised) - 1 and normalised[lag + 1] < normalised[lag]:
        lag += 1
    a, b, c = normalised[lag - 1 : lag + 2]
    return rate / (lag + 1 + (0.5 * (a - c) / (a - 2.0 * b + c) if a + c > 2.0 * b else 0.0))


def listen(path, wanted):
    """Prints what is heard; whether it is sound, in numbers, with all the notes that are wanted."""
    sound, rate = read(path)
    mono = np.nan_to_num(sound.mean(axis=1))
    finite = bool(np.isfinite(sound).all())
    rms, peak = np.sqrt(np.mean(mono**2)), np.abs(mono).max()
    level = lambda x: f"{20.0 * np.log10(max(x, 1e-12)):.1f} dBFS"
    print(f"{len(mono) / rate:.2f} s, {rate} Hz, {sound.shape[1]} channels, peak {level(peak)}, RMS {level(rms)}"
          + ("" if finite else ", NOT ALL SAMPLES ARE NUMBERS"))

    heard = {}
    for start in range(0, len(mono) - 4096, 1024):
        frame = mono[start : start + 4096]
        if np.sqrt(np.mean(frame**2)) < 1e-4:
            continue
        frequency = pitch(frame, rate)
        if frequency > 0.0:
            note = 69.0 + 12.0 * np.log2(frequency / 440.0)
            heard.setdefault(round(note), []).append((start / rate, 100.0 * (note - round(note))))

    missing = set(wanted)
    for note, frames in sorted(heard.items(), key=lambda item: item[1][0][0]):
        if len(frames) < 5:
            continue
        name = "C C# D D# E F F# G G# A A# B".split()[note % 12] + str(note // 12 - 1)
        cents = float(np.median([c for _, c in frames]))
        print(f"  {name:4} note {note:3}  first heard at {frames[0][0]:.2f} s, {len(frames)} frames, {cents:+.1f} cents")
        if abs(cents) < 20.0:
            missing.discard(note)

    if missing:
        print("missing notes:", sorted(missing))
    return finite and rms > 1e-4 and not missing


if __name__ == "__main__":
    sys.exit(0 if listen(sys.argv[1], [int(note) for note in sys.argv[2:]]) else 1)
