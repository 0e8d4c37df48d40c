package io.eyewall.model.simulation.result;

/**
 * Something that happened to the cluster.
 *
 * @param sec when, in seconds since the start
 * @param what in a few words
 */
public record Change(double sec, String what) {}
