package io.eyewall.plugin.wire;

import org.apache.storm.shade.net.minidev.json.JSONValue;

/** Writes JSON, one name or value after the other, and adds the commas. For one thread. */
public final class JsonText {
    private final StringBuilder out = new StringBuilder(1024);

    /** Whether no comma may precede the next name or value. */
    private boolean omitComma = true;

    /** Begins an object. Inside of an object, a {@link #name} must come before. */
    public JsonText open() {
        return openBracket('{');
    }

    /** Begins a list. */
    public JsonText openList() {
        return openBracket('[');
    }

    private JsonText openBracket(char bracket) {
        writeCommaIfNeeded();
        out.append(bracket);
        omitComma = true;
        return this;
    }

    /** Ends the object. */
    public JsonText close() {
        return closeBracket('}');
    }

    /** Ends the list. */
    public JsonText closeList() {
        return closeBracket(']');
    }

    private JsonText closeBracket(char bracket) {
        out.append(bracket);
        omitComma = false;
        return this;
    }

    /** Writes a field's name; its value must follow. */
    public JsonText name(String name) {
        writeCommaIfNeeded();
        writeQuoted(name);
        out.append(':');
        omitComma = true;
        return this;
    }

    /** Writes a text. */
    public JsonText text(String value) {
        writeCommaIfNeeded();
        writeQuoted(value);
        return this;
    }

    /** Writes a whole number. */
    public JsonText whole(long value) {
        writeCommaIfNeeded();
        out.append(value);
        return this;
    }

    /** Writes a finite number. */
    public JsonText number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON cannot represent the number " + value);
        }
        writeCommaIfNeeded();
        out.append(value);
        return this;
    }

    /** Writes true or false. */
    public JsonText bool(boolean value) {
        writeCommaIfNeeded();
        out.append(value);
        return this;
    }

    /** Writes null. */
    public JsonText none() {
        writeCommaIfNeeded();
        out.append("null");
        return this;
    }

    private void writeCommaIfNeeded() {
        if (!omitComma) {
            out.append(',');
        }
        omitComma = false;
    }

    private void writeQuoted(String text) {
        out.append('"').append(JSONValue.escape(text)).append('"');
    }

    /** Returns everything written so far. */
    @Override
    public String toString() {
        return out.toString();
    }
}
