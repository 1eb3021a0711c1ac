// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Motion/NetworkBodies.h"
#include "Scenario.h"
#include "ScenarioParts.h"

#include "../../Files/Json/ShallowJson.h"

#include <algorithm>
#include <map>

namespace kolophon::lab::scenario
{
namespace
{
constexpr int maxContacts = 60;
constexpr std::string_view ground = "ground";

struct NamedBody
{
    BodyRead read;
    Start start;
    std::vector<double> coefficients; // of the tension
    int first = 0;                    // of its coordinates
};
using Bodies = std::map<std::string, NamedBody>;

void readNamedBody (Fields& f, NamedBody& body)
{
    f.inside ("body", true, "The body.", [&] (Fields& g) { readBody (g, body.read); });
    if (body.read.stops && ! f.describing())
        f.refuse ("body", "is a block between stops; allowed: another kind");
    const int size = body.read.body.size();
    f.inside ("start", false, "State at t = 0; default: at rest.",
              [&] (Fields& g)
              {
                  body.start.place = readCoordinates (g, "position", size, "Coordinates at t = 0.");
                  body.start.speed = readCoordinates (g, "velocity", size, "Speeds at t = 0.");
              });
    f.inside ("tension", false, "Tension of a string that grows with its motion.",
              [&] (Fields& g)
              {
                  const double axial =
                      g.number ("axial_stiffness", { 1e-3, 1e12, " N" }, "Young's modulus times cross-section, EA.");
                  const double length = g.number ("length", { 1e-4, 1e4, " m" }, "Length of the string.");
                  if (g.describing())
                      return;
                  if (! body.read.tensionOf)
                      g.refuse ("axial_stiffness", "needs a string; allowed: kind string");
                  body.coefficients = body.read.tensionOf (axial, length);
              });
}

/** All bodies as one: of modes if all are, else of masses. */
void joinBodies (Bodies& bodies, Motion& motion)
{
    bool modal = true;
    int size = 0;
    for (auto& [name, one] : bodies)
    {
        one.first = size;
        size += one.read.body.size();
        modal = modal && one.read.body.modal() && areModes (one.read.body);
    }
    auto& all = motion.body;
    all.contact = all.pushed = Eigen::VectorXd::Zero (size);
    motion.start.place = motion.start.speed = Eigen::VectorXd::Zero (size);
    if (modal)
        all.frequency = all.decay = Eigen::VectorXd::Zero (size);
    else
        all.mass = all.damping = all.stiffness = Eigen::MatrixXd::Zero (size, size);
    for (const auto& [name, one] : bodies)
    {
        const auto& body = one.read.body;
        const int n = body.size(), at = one.first;
        if (one.start.place.size() > 0)
            motion.start.place.segment (at, n) = one.start.place;
        if (one.start.speed.size() > 0)
            motion.start.speed.segment (at, n) = one.start.speed;
        if (modal)
        {
            all.frequency.segment (at, n) = body.frequency;
            all.decay.segment (at, n) = body.decay;
        }
        else if (body.modal())
        {
            all.mass.block (at, at, n, n).setIdentity();
            all.damping.block (at, at, n, n) = (2.0 * body.decay).asDiagonal();
            all.stiffness.block (at, at, n, n) = body.frequency.array().square().matrix().asDiagonal();
        }
        else
        {
            all.mass.block (at, at, n, n) = body.mass;
            all.damping.block (at, at, n, n) = body.damping;
            all.stiffness.block (at, at, n, n) = body.stiffness;
        }
        if (! one.coefficients.empty())
            motion.network->tensions.push_back ({ at, one.coefficients });
        if (! one.coefficients.empty() && ! modal)
            throw InputError ({ .place = "bodies." + name + ".tension",
                                .problem = "needs bodies of modes alone",
                                .allowed = "kinds string, modes and instrument" });
    }
}

const NamedBody* bodyNamed (const Fields& f, std::string_view field, const Bodies& bodies, const std::string& name)
{
    if (name == ground)
        return nullptr;
    const auto found = bodies.find (name);
    if (found == bodies.end())
    {
        std::string allowed (ground);
        for (const auto& [known, body] : bodies)
            allowed += ", " + known;
        f.refuse (field, "names a body that is unknown, \"" + name + "\"; allowed: " + allowed);
    }
    return &found->second;
}

/** Adds a body's shape at a place to that of all coordinates. Without a place: its contact. */
void addShape (const Fields& f, std::string_view field, Eigen::VectorXd& shape, const NamedBody* body,
               std::optional<double> place, double sign)
{
    if (body == nullptr)
        return;
    const auto& read = body->read;
    Eigen::VectorXd own = read.body.contact;
    if (place)
    {
        if (! read.shapeAt || *place < read.places.lowest || *place > read.places.highest)
            f.refuse (field, "is not a place of its body; allowed: " +
                                 (read.shapeAt ? dump (read.places.lowest) + " to " + dump (read.places.highest)
                                               : std::string ("none, its contact is the only place")));
        own = read.shapeAt (*place);
    }
    shape.segment (body->first, own.size()) += sign * own;
}

struct Pair
{
    const NamedBody* bodies[2];
    Eigen::VectorXd shape (const Fields& f, const std::vector<double>& places, Eigen::Index size) const
    {
        Eigen::VectorXd shape = Eigen::VectorXd::Zero (size);
        for (std::size_t i = 0; i < 2; ++i)
            addShape (f, "at", shape, bodies[i], places.size() == 2 ? std::optional (places[i]) : std::nullopt,
                      i == 0 ? -1.0 : 1.0);
        return shape;
    }
};

void readSpring (Fields& g, NetworkTouch& touch, const Pair& pair, Eigen::Index size)
{
    const auto places = g.numbers ("at", { 0.0, 1e6 }, 0, 2,
                                   "Places or shapes in the normal direction, one per body, positive from the first "
                                   "body into the second; default: those of the contact.");
    touch.stiffness = g.number ("stiffness", { 1e-6, 1e18 }, "Stiffness [N/m], with exponent 1.5 [N/m^1.5].");
    static constexpr std::array<std::string_view, 2> exponents { "linear", "hertz" };
    touch.hertz = g.choice ("kind", exponents, "Force over penetration: in proportion, or to the power of 1.5.",
                            "linear") == "hertz";
    touch.damping =
        g.number ("damping", { 0.0, 1e6, " s/m" }, "Hunt and Crossley's: force times (1 + damping speed).", 0.0);
    touch.gap = g.number ("gap", { -1e3, 1e3, " m" }, "Distance at rest; negative: pressed.", 0.0);
    if (! g.describing())
        touch.into = pair.shape (g, places, size);
}

void readContact (Fields& g, NetworkTouch& touch, const Bodies& bodies, Eigen::Index size)
{
    touch.name = g.text ("name", "Name, for columns: \"NAME.F\", v, N, bristle, mode and heat.");
    const auto between =
        g.texts ("between", 2, 2, "Names of the two bodies; \"ground\" for what does not move but by velocity.");
    const auto places = g.numbers ("at", { 0.0, 1e6 }, 0, 2,
                                   "Place on each of the bodies: number of a mass, fraction of a string's length, "
                                   "number of a further shape of modes; any for the ground. Default: their contacts.");
    Pair pair { { nullptr, nullptr } };
    if (! g.describing())
        for (std::size_t i = 0; i < 2; ++i)
            pair.bodies[i] = bodyNamed (g, "between", bodies, between[i]);
    const bool rubs = g.inside ("law", false, "Friction law and its parameters; without it nothing rubs.",
                                [&] (Fields& k) { readLaw (k, touch.law); });
    if (rubs && ! g.describing())
        touch.along = pair.shape (g, places, size);
    readSignal (g, "velocity", touch.velocity,
                "Speed of the first body beside its own motion [m/s]; of a bow that is the ground: its speed.");
    readSignal (g, "normal_force", touch.normalForce, "Normal force [N] of a contact without normal; default: 1.");
    touch.elongation = g.number ("bristle", { -1e6, 1e6, " m" }, "Elongation of the bristle at t = 0.", 0.0);
    const bool springs = g.inside ("normal", false, "A spring that pushes the bodies apart and never pulls.",
                                   [&] (Fields& k) { readSpring (k, touch, pair, size); });
    if (! g.describing() && ! rubs && ! springs)
        g.refuse ("law", "missing; a contact needs a law, a normal, or both");
}
} // namespace

void readNetwork (Fields& f, Run& run)
{
    auto& motion = run.motion;
    if (! f.describing())
        motion.network.emplace();
    Bodies bodies;
    const bool any = f.each ("bodies", "Bodies of an experiment with several contacts, by name.",
                             [&] (Fields& g, const std::string& name) { readNamedBody (g, bodies[name]); });
    if (! f.describing())
    {
        if (! any)
            f.refuse ("bodies", "missing; allowed: { \"name\": { \"body\": … }, … } beside contacts");
        joinBodies (bodies, motion);
        for (const auto& [name, body] : bodies)
            run.turning = run.turning || body.read.turning;
    }
    const auto size = motion.body.contact.size();
    Network described;
    auto& network = f.describing() ? described : *motion.network;
    f.list ("contacts", f.describing() ? 0 : 1, maxContacts, "Places where two bodies touch.",
            [&] (Fields& g) { readContact (g, network.contacts.emplace_back(), bodies, size); });
    f.list ("push", 0, 20, "External forces.",
            [&] (Fields& g)
            {
                auto& push = network.pushes.emplace_back();
                const auto name = g.text ("body", "Name of the body.");
                const auto place = g.maybe ("at", { 0.0, 1e6 }, "Place on it; default: its contact.");
                readSignal (g, "force", push.force, "Force [N] or torque [N m].");
                if (g.describing())
                    return;
                push.shape = Eigen::VectorXd::Zero (size);
                const auto* body = bodyNamed (g, "body", bodies, name);
                if (body == nullptr)
                    g.refuse ("body", "is the ground; allowed: a body");
                addShape (g, "at", push.shape, body, place, 1.0);
            });
    for (std::size_t i = 0; i < network.contacts.size() && ! f.describing(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (network.contacts[i].name == network.contacts[j].name)
                f.refuse ("contacts", "has two contacts named \"" + network.contacts[i].name + "\"");
}
} // namespace kolophon::lab::scenario
