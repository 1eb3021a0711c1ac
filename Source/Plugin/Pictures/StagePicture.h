// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Drawing/MeshDrawing.h"
#include "Picture.h"
#include "SeatPlan.h"

namespace kolophon
{
/** The body in slow motion, and the bow on it: a string's corner travels round about once per second. The bow can be
    dragged: across the body sets Position, down sets Pressure (with a pen: its pressure), the wheel sets Speed. What
    touches beside it is dragged where it is drawn, and a second body for the place where it rubs. The arrow keys move
    one of them, which Page Up and Page Down select. Of a section, a click on a chair lets that player be heard alone.
    [message] */
class StagePicture final : public Picture
{
public:
    explicit StagePicture (PictureContext& itsContext);
    ~StagePicture() override;

    void advance (int tick) override;
    juce::String caption () const override;
    juce::String table () const override;

    void lookAndFeelChanged () override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;
    void mouseWheelMove (const juce::MouseEvent& event, const juce::MouseWheelDetails& wheel) override;
    bool keyPressed (const juce::KeyPress& key) override;
    SentenceLine::Help helpAt (juce::Point<int> place) const override;

    /** Parts that can be dragged. */
    enum class Grip { bow, side, finger, second };
    /** The part that a drag from this place moves. */
    Grip gripAt (juce::Point<float> place) const;
    /** Area in which it is drawn; empty unless it is. */
    juce::Rectangle<float> areaOf (Grip grip) const;
    /** The part that the arrow keys move. */
    Grip heldByKeys () const noexcept { return chosen; }

    /** Position of the sharpest bend of the drawn string, 0 … 1 from the bridge; nothing without a bend, or if the body
        is not a string. */
    std::optional<double> drawnCorner () const;
    /** Mesh that is drawn, and the displacement of each of its points [m]. */
    const BodyMesh& body () const noexcept { return mesh; }
    const std::vector<float>& displacements () const noexcept { return displacement; }
    /** Place in bodyTable() of the second body that is drawn; -1: none. */
    int drawnSecond () const noexcept { return secondBody; }
    /** The section, while it is drawn beside the body. */
    const SeatPlan& section () const noexcept { return seats; }
    /** The player who is heard alone, which a click on the chair or Alt with an arrow key begins and ends; -1: all. */
    int playerAlone () const noexcept { return alone; }
    /** State in which the contact patch is drawn. */
    ContactMotion drawnPhase () const noexcept { return phase; }

protected:
    void draw (juce::Graphics& g) override;

private:
    static constexpr double smallestSeen = 2e-6; // [m] lower limit of the full scale
    static constexpr int wordsHeight = 20;       // [px]

    /** Returns true if the body has changed. */
    bool setBody (int bodyType, int second);
    void follow (const ShapeFrame& frame);
    juce::Point<float> toScreen (juce::Point<float> unit) const;
    juce::Point<float> displaced (std::size_t point) const;
    juce::Point<float> toUnit (juce::Point<float> screen) const;
    juce::Rectangle<float> hairArea () const;
    void write ();
    std::size_t contactPoint () const;
    std::size_t pointAt (double place) const;
    juce::Point<float> springEnd (juce::Point<float> contact) const;
    void paintGround (juce::Graphics& g);
    void paintBody (juce::Graphics& g) const;
    void paintGhost (juce::Graphics& g, float gain) const;
    void paintLine (juce::Graphics& g, const juce::Path& path, float weight) const;
    void paintCorner (juce::Graphics& g) const;
    void paintBow (juce::Graphics& g);
    void paintHair (juce::Graphics& g);
    static void drawStrands (juce::Graphics& g, juce::Rectangle<float> hair);
    void paintTouch (juce::Graphics& g, juce::Point<float> contact) const;

    /** Something beside the bow, as it is drawn. */
    struct Beside
    {
        Grip grip;
        bool isStop, touches;
        juce::Rectangle<float> area;
    };
    float onScreen (double gap) const;
    std::vector<Beside> drawnBeside () const;
    void paintSides (juce::Graphics& g) const;
    bool isHeldByKeys (Grip grip) const { return chosen == grip && hasKeyboardFocus (false); }

    /** Ids of the knobs that a drag across and down and the wheel turn; `down` of the bow: that of its force. */
    struct GripKnobs
    {
        std::string_view across, down, wheel;
    };
    GripKnobs knobsOf (Grip grip) const;
    std::vector<Grip> grips () const;
    const TableParameter& knob (std::string_view id) const;
    double placeAt (juce::Point<float> screen) const;
    void turnBy (std::string_view id, double normalised);
    void dragBeside (const juce::MouseEvent& event);
    void chooseNext (int step);
    juce::String wordsOfHeld () const;
    float touchSize () const;
    float secondHeight () const { return 0.22f * static_cast<float> (getHeight()); }
    bool isWide () const { return getWidth() > 420; } // enough for whole sentences
    void paintPatch (juce::Graphics& g, juce::Point<float> centre) const;
    void paintSpring (juce::Graphics& g, juce::Point<float> anchor, juce::Point<float> to) const;
    juce::Point<float> secondAt (juce::Point<float> contact) const;
    juce::Rectangle<float> secondArea (juce::Point<float> contact) const;
    juce::Point<float> drawnContact () const;
    void paintSecond (juce::Graphics& g, juce::Point<float> contact) const;
    void paintBlock (juce::Graphics& g) const;
    void paintWords (juce::Graphics& g) const;
    void drag (const juce::MouseEvent& event);

    MouseHand hand;
    Grip held = Grip::bow, chosen = Grip::bow;    // by the mouse, by the keys
    double grabbedPlace = 0.0, grabbedDown = 0.0; // of the knobs when the drag began
    std::array<double, 7> shownBeside {};
    void hearPlayer (int player);
    bool showsSection () const { return hasFrame && seats.isSection() && isWide(); }

    SeatPlan seats;
    int alone = -1; // the player who is heard alone
    BodyMesh mesh;
    int bodyType = -1, secondBody = -1; // places in bodyTable(); no second: -1
    BodyMesh secondMesh;
    std::uint32_t bodyNumber = 0; // of the body from a file
    juce::String bodyName;
    std::vector<float> displacement, highest, lowest; // [m] per point
    double largest = 0.0;                             // [m] full scale of the stage
    ShapeFrame frame;
    bool hasFrame = false;
    ContactMotion phase = ContactMotion::lifted;
    std::uint64_t version = 0;
    double bowDisplacement = 0.0, position = 0.13; // [m] since it appeared; along the path
    double shownForce = 0.0;                       // of the knob, 0 … 1
    juce::String motion;                           // of the contact, in words
    juce::String words, size;                      // below the body: state of the contact, size of the motion
    juce::Image ground, strands;                   // cached, unchanged from frame to frame, in screen pixels
};
} // namespace kolophon
