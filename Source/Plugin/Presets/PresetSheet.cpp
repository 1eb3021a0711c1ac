// SPDX-License-Identifier: GPL-3.0-or-later
#include "PresetSheet.h"

#include "../Controls/IconButton.h"

namespace kolophon
{
namespace
{
constexpr int sheetSide = 12, sheetCaption = 84, sheetRow = 24, sheetGap = 6, notesRow = 76;
constexpr std::array<const char*, 4> sheetCaptions { "Name", "Author", "Tags", "Description" };
} // namespace

PresetSheet::PresetSheet (Order itsOrder, EditorSettings& itsSettings)
    : order (std::move (itsOrder)), settings (itsSettings)
{
    const bool isNew = order.edited == juce::File();
    describe (*this, isNew ? "Save the preset" : "Edit the preset",
              "Texts that the preset browser shows and searches.");
    const auto add = [this] (juce::TextEditor& field, const char* title, const char* help, const char* hint)
    {
        describe (field, title, help);
        field.setFont (LookAndFeel::font (13.0f));
        field.setTextToShowWhenEmpty (hint, palette::quietText);
        field.setSelectAllWhenFocused (true);
        field.onReturnKey = [this] { save(); };
        field.onEscapeKey = [this] { dismiss(); };
        addAndMakeVisible (field);
    };
    add (name, "Name", "Name of the preset and of its file.", "");
    add (author, "Author", "Your name; suggested again for the next preset.", "your name");
    add (tags, "Tags", "Keywords for the preset browser, separated by commas.", "Strings, Dark");
    add (notes, "Description", "Purpose of the sound, and how to play it.", "");
    notes.setMultiLine (true);
    name.onTextChange = [this] { showTarget(); };
    describe (where, "File", "File of the preset.");
    where.setFont (LookAndFeel::font (12.0f));
    where.setMinimumHorizontalScale (0.6f);
    where.setBorderSize ({ 0, 0, 0, 0 });
    addAndMakeVisible (where);
    describe (saveButton, "Save", "Saves the preset in your preset folder, where the browser lists it.");
    saveButton.onClick = [this] { save(); };
    describe (elsewhere, "Save elsewhere", "Saves the preset in another folder, which the browser does not list.");
    elsewhere.onClick = [this]
    {
        const auto preset = wanted();
        const auto ask = order.saveElsewhere;
        dismiss();
        ask (preset);
    };
    describe (cancel, "Cancel", "Closes this sheet without saving.");
    cancel.onClick = [this] { dismiss(); };
    for (auto* button : { &saveButton, &elsewhere, &cancel })
        addAndMakeVisible (*button);
    elsewhere.setVisible (order.saveElsewhere != nullptr);
    setWords (order.preset.info);
    setSize (width, height);
}

void PresetSheet::setWords (const PresetInfo& words)
{
    juce::StringArray all;
    for (const auto& tag : words.tags)
        all.add (toJuce (tag));
    name.setText (toJuce (words.name), false);
    author.setText (toJuce (words.author), false);
    tags.setText (all.joinIntoString (", "), false);
    notes.setText (toJuce (words.notes), false);
    showTarget();
}

PresetInfo PresetSheet::words() const
{
    auto info = order.preset.info;
    info.name = name.getText().trim().toStdString();
    info.author = author.getText().trim().toStdString();
    info.notes = notes.getText().trim().toStdString();
    info.tags.clear();
    for (const auto& tag : juce::StringArray::fromTokens (tags.getText(), ",", ""))
        if (tag.trim().isNotEmpty())
            info.tags.push_back (tag.trim().toStdString());
    return info;
}

Preset PresetSheet::wanted() const
{
    return UserPresets::owned (order.preset, words());
}

/** File to write. An edited preset stays in its subfolder. */
juce::File PresetSheet::target() const
{
    if (order.edited == juce::File())
        return UserPresets::fileNamed (name.getText());
    const bool keepsName = name.getText().trim() == toJuce (order.preset.info.name);
    return keepsName ? order.edited : UserPresets::fileNamed (order.edited.getParentDirectory(), name.getText());
}

void PresetSheet::showTarget()
{
    const auto file = target();
    const bool isNamed = name.getText().trim().isNotEmpty(), replaces = file != order.edited && file.exists();
    where.setText (! isNamed  ? juce::String ("Enter a name for the preset")
                   : replaces ? "Replaces " + file.getFullPathName()
                              : file.getFullPathName(),
                   juce::dontSendNotification);
    where.setColour (juce::Label::textColourId, ! isNamed || replaces ? palette::alarm : palette::quietText);
    saveButton.setButtonText (replaces ? "Replace" : "Save");
    saveButton.setEnabled (isNamed);
    elsewhere.setEnabled (isNamed);
}

void PresetSheet::save()
{
    if (! saveButton.isEnabled())
        return;
    const auto preset = wanted();
    const auto file = target();
    UserPresets::madeFolder();
    if (const auto written = UserPresets::write (preset, file); ! written)
        return order.onError (toJuce (written.error().what()));
    if (order.edited != juce::File() && order.edited != file)
        order.edited.deleteFile();
    settings.setAuthor (toJuce (preset.info.author));
    const auto tell = order.onSaved;
    dismiss();
    tell (preset, file);
}

void PresetSheet::dismiss()
{
    if (auto* box = findParentComponentOfClass<juce::CallOutBox>())
        box->dismiss();
}

bool PresetSheet::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::escapeKey)
        return dismiss(), true;
    return false;
}

void PresetSheet::resized()
{
    auto area = getLocalBounds().reduced (sheetSide, 8);
    area.removeFromTop (sheetRow);
    for (auto* field : { &name, &author, &tags, &notes })
    {
        field->setBounds (area.removeFromTop (field == &notes ? notesRow : sheetRow).withTrimmedLeft (sheetCaption));
        area.removeFromTop (sheetGap);
    }
    where.setBounds (area.removeFromTop (18));
    auto buttons = area.removeFromBottom (sheetRow + 2);
    saveButton.setBounds (buttons.removeFromRight (84));
    buttons.removeFromRight (8);
    cancel.setBounds (buttons.removeFromRight (76));
    elsewhere.setBounds (buttons.removeFromLeft (136));
    int place = 1;
    for (juce::Component* part :
         std::initializer_list<juce::Component*> { &name, &author, &tags, &notes, &saveButton, &cancel, &elsewhere })
        part->setExplicitFocusOrder (place++);
}

void PresetSheet::paint (juce::Graphics& g)
{
    auto area = getLocalBounds().reduced (sheetSide, 8);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (14.0f, true));
    g.drawText (getTitle(), area.removeFromTop (sheetRow), juce::Justification::topLeft, false);
    g.setFont (LookAndFeel::font (13.0f));
    for (const auto* caption : sheetCaptions)
    {
        g.drawText (caption, area.removeFromTop (sheetRow), juce::Justification::centredLeft, false);
        area.removeFromTop (sheetGap);
    }
}
} // namespace kolophon
