package io.eyewall.engine.core;

/** What can be sent to another core: a tuple. */
public interface Crossing {
    /** Called on the receiving core's thread. */
    void arrive();
}
