package io.eyewall.toolkit.operator;

/**
 * A bolt that deals with one value at a time, and so can go on without one at which its function,
 * or a key of what it makes, throws.
 */
public interface Catching {
    /** Has such values go to the dead letters; while a topology is built. */
    void catching();
}
