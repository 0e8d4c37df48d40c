package io.eyewall.control.wire;

/**
 * A topology in the list of all that a process runs.
 *
 * @param id of it
 * @param name as submitted
 */
public record Summary(String id, String name) {}
