// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pluginterfaces/base/ipluginbase.h>
#include <pluginterfaces/gui/iplugview.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivstcomponent.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>
#include <pluginterfaces/vst/ivstevents.h>
#include <pluginterfaces/vst/ivstmessage.h>
#include <pluginterfaces/vst/ivstmidicontrollers.h>
#include <pluginterfaces/vst/ivstparameterchanges.h>

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

/** As much of a VST3 host as a test needs: it loads a bundle through its factory, asks, and plays. No JUCE in it. */
namespace kolophon::test
{
namespace vst = Steinberg::Vst;
using Steinberg::tresult;

inline std::string ascii (const vst::TChar* text)
{
    std::string all;
    for (; *text != 0; ++text)
        all += *text < 128 ? static_cast<char> (*text) : '?';
    return all;
}

/** An object of the host's: lives on the host's stack and counts no references. */
template <class Interface>
struct OnStack : Interface
{
    tresult PLUGIN_API queryInterface (const Steinberg::TUID, void** object) override
    {
        *object = nullptr;
        return Steinberg::kNoInterface;
    }
    Steinberg::uint32 PLUGIN_API addRef () override { return 1; }
    Steinberg::uint32 PLUGIN_API release () override { return 1; }
};

/** What came for one parameter in one block. */
struct ValueQueue final : OnStack<vst::IParamValueQueue>
{
    struct Point
    {
        Steinberg::int32 offset;
        vst::ParamValue value;
    };
    vst::ParamID id = 0;
    std::vector<Point> points;

    vst::ParamID PLUGIN_API getParameterId () override { return id; }
    Steinberg::int32 PLUGIN_API getPointCount () override { return static_cast<Steinberg::int32> (points.size()); }
    tresult PLUGIN_API getPoint (Steinberg::int32 index, Steinberg::int32& offset, vst::ParamValue& value) override
    {
        if (index < 0 || index >= getPointCount())
            return Steinberg::kResultFalse;
        offset = points[static_cast<std::size_t> (index)].offset;
        value = points[static_cast<std::size_t> (index)].value;
        return Steinberg::kResultTrue;
    }
    tresult PLUGIN_API addPoint (Steinberg::int32, vst::ParamValue, Steinberg::int32&) override
    {
        return Steinberg::kResultFalse;
    }
};

/** All parameters' changes of a block, in the order in which the host has gathered them. */
struct ParameterChanges final : OnStack<vst::IParameterChanges>
{
    std::vector<ValueQueue> queues;

    void add (vst::ParamID id, vst::ParamValue value, Steinberg::int32 offset = 0)
    {
        for (auto& queue : queues)
            if (queue.id == id)
                return queue.points.push_back ({ offset, value });
        queues.emplace_back();
        queues.back().id = id;
        queues.back().points.push_back ({ offset, value });
    }
    Steinberg::int32 PLUGIN_API getParameterCount () override { return static_cast<Steinberg::int32> (queues.size()); }
    vst::IParamValueQueue* PLUGIN_API getParameterData (Steinberg::int32 index) override
    {
        return index >= 0 && index < getParameterCount() ? &queues[static_cast<std::size_t> (index)] : nullptr;
    }
    vst::IParamValueQueue* PLUGIN_API addParameterData (const vst::ParamID&, Steinberg::int32&) override
    {
        return nullptr;
    }
};

struct EventList final : OnStack<vst::IEventList>
{
    std::vector<vst::Event> events;

    void noteOn (int channel, int key, float velocity)
    {
        vst::Event event {};
        event.type = vst::Event::kNoteOnEvent;
        event.noteOn.channel = static_cast<Steinberg::int16> (channel);
        event.noteOn.pitch = static_cast<Steinberg::int16> (key);
        event.noteOn.velocity = velocity;
        event.noteOn.noteId = -1;
        events.push_back (event);
    }
    Steinberg::int32 PLUGIN_API getEventCount () override { return static_cast<Steinberg::int32> (events.size()); }
    tresult PLUGIN_API getEvent (Steinberg::int32 index, vst::Event& event) override
    {
        if (index < 0 || index >= getEventCount())
            return Steinberg::kResultFalse;
        event = events[static_cast<std::size_t> (index)];
        return Steinberg::kResultTrue;
    }
    tresult PLUGIN_API addEvent (vst::Event&) override { return Steinberg::kResultFalse; }
};

/** Owns one reference. */
template <class Interface>
class Owned
{
public:
    Owned() = default;
    Owned (const Owned&) = delete;
    Owned& operator= (const Owned&) = delete;
    ~Owned() { reset(); }
    void reset ()
    {
        if (object != nullptr)
            object->release();
        object = nullptr;
    }
    void** out () { return reinterpret_cast<void**> (&object); }
    Interface* operator->() const { return object; }
    Interface* get () const { return object; }

private:
    Interface* object = nullptr;
};

/** One instance of the first audio effect of a bundle, its controller connected to it. Throws when something is
    missing. */
class Vst3Plugin
{
public:
    static constexpr int blockSize = 480;
    Steinberg::PFactoryInfo maker {}; // as the bundle says

    explicit Vst3Plugin (const std::string& library) : module (dlopen (library.c_str(), RTLD_NOW | RTLD_LOCAL))
    {
        if (module == nullptr)
            throw std::runtime_error (dlerror());
        call<bool (*) (void*)> ("ModuleEntry") (module);
        auto* const factory = call<Steinberg::IPluginFactory* (*)()> ("GetPluginFactory")();
        factory->getFactoryInfo (&maker);
        for (int i = 0; i < factory->countClasses() && component.get() == nullptr; ++i)
        {
            Steinberg::PClassInfo info {};
            factory->getClassInfo (i, &info);
            if (std::string (info.category) == kVstAudioEffectClass)
                factory->createInstance (info.cid, vst::IComponent_iid, component.out());
        }
        need (component.get() != nullptr && component->initialize (nullptr) == Steinberg::kResultOk, "a component");
        Steinberg::TUID id {};
        need (component->getControllerClassId (id) == Steinberg::kResultOk &&
                  factory->createInstance (id, vst::IEditController_iid, controller.out()) == Steinberg::kResultOk &&
                  controller->initialize (nullptr) == Steinberg::kResultOk,
              "a controller");
        factory->release();
        Owned<vst::IConnectionPoint> one, other;
        component->queryInterface (vst::IConnectionPoint_iid, one.out());
        controller->queryInterface (vst::IConnectionPoint_iid, other.out());
        one->connect (other.get());
        other->connect (one.get());
        component->queryInterface (vst::IAudioProcessor_iid, processor.out());
        controller->queryInterface (vst::IMidiMapping_iid, midi.out());
        need (processor.get() != nullptr && midi.get() != nullptr, "a processor and its controllers");
    }
    ~Vst3Plugin()
    {
        component->setActive (false);
        midi.reset();
        processor.reset();
        controller->terminate();
        controller.reset();
        component->terminate();
        component.reset();
        call<bool (*)()> ("ModuleExit")();
        dlclose (module);
    }
    Vst3Plugin (const Vst3Plugin&) = delete;
    Vst3Plugin& operator= (const Vst3Plugin&) = delete;

    void start ()
    {
        vst::ProcessSetup setup { vst::kRealtime, vst::kSample32, blockSize, 48000.0 };
        processor->setupProcessing (setup);
        component->activateBus (vst::kAudio, vst::kOutput, 0, true);
        component->activateBus (vst::kEvent, vst::kInput, 0, true);
        component->setActive (true);
        processor->setProcessing (true);
    }

    /** The left channel of the next block. */
    std::vector<float> play (ParameterChanges* changes = nullptr, EventList* events = nullptr)
    {
        std::vector<float> left (blockSize), right (blockSize), unused (2 * blockSize);
        float* outputs[] = { left.data(), right.data() };
        float* inputs[] = { unused.data(), unused.data() + blockSize };
        vst::AudioBusBuffers out {}, in {};
        out.numChannels = in.numChannels = 2;
        out.channelBuffers32 = outputs;
        in.channelBuffers32 = inputs;
        vst::ProcessData data;
        data.processMode = vst::kRealtime;
        data.symbolicSampleSize = vst::kSample32;
        data.numSamples = blockSize;
        data.numInputs = data.numOutputs = 1;
        data.inputs = &in;
        data.outputs = &out;
        ParameterChanges noChanges;
        EventList noEvents;
        data.inputParameterChanges = changes != nullptr ? changes : &noChanges;
        data.inputEvents = events != nullptr ? events : &noEvents;
        processor->process (data);
        return left;
    }

    vst::ParamID idOfController (int channel, int number)
    {
        vst::ParamID id = 0;
        need (midi->getMidiControllerAssignment (0, static_cast<Steinberg::int16> (channel),
                                                 static_cast<vst::CtrlNumber> (number), id) == Steinberg::kResultOk,
              "a parameter for every controller");
        return id;
    }

    Steinberg::IPluginFactory& factory () { return *call<Steinberg::IPluginFactory* (*)()> ("GetPluginFactory")(); }

    Owned<vst::IComponent> component;
    Owned<vst::IEditController> controller;
    Owned<vst::IAudioProcessor> processor;
    Owned<vst::IMidiMapping> midi;

private:
    template <class Function>
    Function call (const char* name)
    {
        auto* const symbol = dlsym (module, name);
        need (symbol != nullptr, name);
        return reinterpret_cast<Function> (symbol);
    }
    static void need (bool isThere, const std::string& what)
    {
        if (! isThere)
            throw std::runtime_error ("the bundle lacks " + what);
    }

    void* module;
};

} // namespace kolophon::test
