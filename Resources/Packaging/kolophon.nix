# Nix: nix-build -E 'with import <nixpkgs> {}; callPackage ./kolophon.nix {}'
# Not built yet: this was written without Nix. What is checked: that its brackets close, and the names of the options of CMake.
{ lib, stdenv, fetchFromGitHub, fetchurl, cmake, help2man, ninja, pkg-config, python3, eigen, libhwy, tl-expected, nlohmann_json, cli11
, libsndfile, libebur128, muparser, sundials, alsa-lib, libjack2, freetype, xorg }:

let
  juce = fetchFromGitHub {
    owner = "juce-framework";
    repo = "JUCE";
    rev = "7.0.12";
    hash = lib.fakeHash;
  };
  mustache = fetchurl {
    url = "https://raw.githubusercontent.com/kainjow/Mustache/v4.1/mustache.hpp";
    hash = lib.fakeHash;
  };
in
stdenv.mkDerivation {
  pname = "kolophon";
  version = "0.2.0";
  src = lib.cleanSource ../..;

  nativeBuildInputs = [ cmake help2man ninja pkg-config python3 ];
  buildInputs = [
    eigen libhwy tl-expected nlohmann_json cli11 libsndfile libebur128 muparser sundials alsa-lib libjack2 freetype
    xorg.libX11 xorg.libXext xorg.libXcursor xorg.libXinerama xorg.libXrandr
  ];
  preConfigure = "install -D ${mustache} include/mustache.hpp; export NIX_CFLAGS_COMPILE=\"$NIX_CFLAGS_COMPILE -I$PWD/include\"";
  cmakeFlags = [
    "-DKOLOPHON_JUCE_DIR=${juce}"
    "-DKOLOPHON_JOINED=ON"
    "-DKOLOPHON_TESTS=OFF"
    "-DKOLOPHON_BENCHMARKS=OFF"
  ];
  # JUCE opens these when a window is opened.
  NIX_LDFLAGS = "-lX11 -lXext -lXcursor -lXinerama -lXrandr";

  meta = {
    description = "Friction synthesiser: bowed strings and other bodies that are rubbed";
    homepage = "https://kolophon.org";
    license = lib.licenses.gpl3Plus;
    platforms = lib.platforms.linux;
    mainProgram = "kolophon";
  };
}
