package io.eyewall.plugin.wire;

import org.apache.storm.shade.net.minidev.json.JSONValue;

/** Writes JSON, one value after the other, and adds the commas. For one thread. */
public final class JsonText {
    private final StringBuilder out = new StringBuilder(1024);
    private boolean first = true;

    /** Opens an object, as a value of a list or after a {@link #name}. */
    public JsonText open() {
        return open('{');
    }

    /** Opens a list. */
    public JsonText openList() {
        return open('[');
    }

    private JsonText open(char bracket) {
        next();
        out.append(bracket);
        first = true;
        return this;
    }

    /** Closes the object. */
    public JsonText close() {
        return close('}');
    }

    /** Closes the list. */
    public JsonText closeList() {
        return close(']');
    }

    private JsonText close(char bracket) {
        out.append(bracket);
        first = false;
        return this;
    }

    /** Writes a field's name; its value must follow. */
    public JsonText name(String name) {
        next();
        quote(name);
        out.append(':');
        first = true;
        return this;
    }

    /** Writes a text. */
    public JsonText text(String value) {
        next();
        quote(value);
        return this;
    }

    /** Writes a whole number. */
    public JsonText whole(long value) {
        next();
        out.append(value);
        return this;
    }

    /** Writes a finite number. */
    public JsonText number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON cannot represent the number " + value);
        }
        next();
        out.append(value);
        return this;
    }

    /** Writes true or false. */
    public JsonText bool(boolean value) {
        next();
        out.append(value);
        return this;
    }

    /** Writes null. */
    public JsonText none() {
        next();
        out.append("null");
        return this;
    }

    private void next() {
        if (!first) {
            out.append(',');
        }
        first = false;
    }

    private void quote(String text) {
        out.append('"').append(JSONValue.escape(text)).append('"');
    }

    /** Returns everything written so far. */
    @Override
    public String toString() {
        return out.toString();
    }
}
