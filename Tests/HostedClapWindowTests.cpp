// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/ClapHost.h"

#include <catch2/catch.hpp>

#include <X11/Xlib.h>
#include <X11/Xutil.h>

/* The CLAP's editor in a window of the host, in an X server: the tests named [window] have one. */

namespace kolophon::test
{
namespace
{
/** A window of the host's. */
struct HostWindow
{
    HostWindow() : display (XOpenDisplay (nullptr))
    {
        REQUIRE (display != nullptr);
        window = XCreateSimpleWindow (display, DefaultRootWindow (display), 0, 0, 1600, 1000, 0, 0, 0xff00ff);
        XMapWindow (display, window);
        XSync (display, False);
    }
    ~HostWindow()
    {
        XDestroyWindow (display, window);
        XCloseDisplay (display);
    }
    HostWindow (const HostWindow&) = delete;
    HostWindow& operator= (const HostWindow&) = delete;

    std::vector<::Window> children () const
    {
        ::Window root = 0, parent = 0, *list = nullptr;
        unsigned count = 0;
        XQueryTree (display, window, &root, &parent, &list, &count);
        std::vector<::Window> all (list, list + count);
        if (list != nullptr)
            XFree (list);
        return all;
    }
    XWindowAttributes attributesOf (::Window which) const
    {
        XWindowAttributes its {};
        XGetWindowAttributes (display, which, &its);
        return its;
    }
    /** Colours of a part of the window, some thousand points apart. */
    std::map<unsigned long, int> colours (int width, int height) const
    {
        std::map<unsigned long, int> all;
        auto* image = XGetImage (display, window, 0, 0, static_cast<unsigned> (width), static_cast<unsigned> (height),
                                 AllPlanes, ZPixmap);
        if (image == nullptr)
            return all;
        for (int y = 0; y < height; y += 5)
            for (int x = 0; x < width; x += 5)
                ++all[XGetPixel (image, x, y) & 0xffffff];
        XDestroyImage (image);
        return all;
    }

    Display* display;
    ::Window window = 0;
};

struct Size
{
    std::uint32_t width = 0, height = 0;
    bool operator== (const Size&) const = default;
};

Size sizeOf (const ClapInstance& instance)
{
    Size size;
    REQUIRE (instance.gui->get_size (instance.plugin, &size.width, &size.height));
    return size;
}

Size adjusted (const ClapInstance& instance, Size size)
{
    REQUIRE (instance.gui->adjust_size (instance.plugin, &size.width, &size.height));
    return size;
}
} // namespace

TEST_CASE ("CLAP: the editor opens in the host's window, at the host's scale and size, by whatever messages it gets",
           "[.][window]")
{
    for (const auto by : { MessagesBy::fds, MessagesBy::timers, MessagesBy::callbacks })
        for (const double scale : { 1.0, 1.25 })
        {
            CAPTURE (static_cast<int> (by), scale);
            const HostWindow host;
            ClapInstance instance (ours(), by);
            instance.start();
            const auto& gui = *instance.gui;
            const char* api = nullptr;
            bool isFloating = true;
            REQUIRE (gui.get_preferred_api (instance.plugin, &api, &isFloating));
            CHECK (std::string (api) == CLAP_WINDOW_API_X11);
            CHECK_FALSE (isFloating);
            CHECK_FALSE (gui.is_api_supported (instance.plugin, CLAP_WINDOW_API_WIN32, false));
            CHECK_FALSE (gui.create (instance.plugin, CLAP_WINDOW_API_X11, true));
            REQUIRE (gui.create (instance.plugin, api, false));
            const auto designed = sizeOf (instance);
            CHECK (gui.set_scale (instance.plugin, scale));
            const auto scaled = sizeOf (instance);
            CHECK (scaled.width == Approx (scale * designed.width).margin (1.0));
            CHECK (gui.can_resize (instance.plugin));
            clap_gui_resize_hints_t hints {};
            REQUIRE (gui.get_resize_hints (instance.plugin, &hints));
            CHECK (hints.preserve_aspect_ratio);

            clap_window_t window {};
            window.api = api;
            window.x11 = host.window;
            REQUIRE (gui.set_parent (instance.plugin, &window));
            REQUIRE (gui.show (instance.plugin));
            const auto paints = [&]
            { return host.colours (static_cast<int> (scaled.width), static_cast<int> (scaled.height)).size() > 50; };
            CHECK (instance.pumpUntil (paints));
            REQUIRE (host.children().size() == 1);
            const auto child = host.children().front();
            CHECK (host.attributesOf (child).width == static_cast<int> (scaled.width));
            CHECK (host.attributesOf (child).height == static_cast<int> (scaled.height));

            for (const Size wanted : { Size { 900, 900 }, Size { 1500, 800 }, Size { 10, 10 }, Size { 99999, 99999 } })
            {
                const auto possible = adjusted (instance, wanted);
                CHECK ((adjusted (instance, possible) == possible));
                CHECK (possible.width == Approx (1.6 * possible.height).margin (2.0)); // 1120 x 700
            }
            const auto smaller = adjusted (instance, { 1000, 800 });
            REQUIRE (gui.set_size (instance.plugin, smaller.width, smaller.height));
            CHECK ((sizeOf (instance) == smaller));
            CHECK (instance.pumpUntil (
                [&] { return host.attributesOf (child).width == static_cast<int> (smaller.width); }));
            CHECK (instance.wantedWidth == 0); // the host's own size comes back to it as no wish

            CHECK (gui.hide (instance.plugin));
            CHECK (gui.show (instance.plugin));
            gui.destroy (instance.plugin);
            CHECK (instance.pumpUntil ([&] { return host.children().empty(); }));
            REQUIRE (gui.create (instance.plugin, api, false)); // and once more
            gui.destroy (instance.plugin);
            CHECK (instance.violations.empty());
        }
}

TEST_CASE ("CLAP: while the editor is open the plugin does not sleep, and without it does in silence", "[.][window]")
{
    ClapInstance instance (ours());
    instance.start();
    const auto statusOf = [&]
    {
        clap_process_status status = CLAP_PROCESS_ERROR;
        instance.audio (
            [&]
            {
                ClapBlocks<float> blocks (instance);
                ClapEvents nothing;
                for (int block = 0; block < 20; ++block)
                    status = blocks.play (512, nothing);
            });
        return status;
    };
    CHECK (statusOf() == CLAP_PROCESS_SLEEP);
    REQUIRE (instance.gui->create (instance.plugin, CLAP_WINDOW_API_X11, false));
    CHECK (instance.processRequests >= 1);
    CHECK (statusOf() == CLAP_PROCESS_CONTINUE);
    instance.gui->destroy (instance.plugin);
    CHECK (statusOf() == CLAP_PROCESS_SLEEP);
}
} // namespace kolophon::test
