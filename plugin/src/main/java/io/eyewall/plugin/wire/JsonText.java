package io.eyewall.plugin.wire;

import org.apache.storm.shade.net.minidev.json.JSONValue;

/** Writes JSON, one value after the other; commas are its business. For one thread. */
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

    /** A field's name; its value has to follow. */
    public JsonText name(String name) {
        next();
        quote(name);
        out.append(':');
        first = true;
        return this;
    }

    /** Text. */
    public JsonText text(String value) {
        next();
        quote(value);
        return this;
    }

    /** A whole number. */
    public JsonText whole(long value) {
        next();
        out.append(value);
        return this;
    }

    /** A finite number. */
    public JsonText number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("JSON has no number " + value);
        }
        next();
        out.append(value);
        return this;
    }

    /** True or false. */
    public JsonText truth(boolean value) {
        next();
        out.append(value);
        return this;
    }

    /** No value. */
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

    /** All that was written. */
    @Override
    public String toString() {
        return out.toString();
    }
}
