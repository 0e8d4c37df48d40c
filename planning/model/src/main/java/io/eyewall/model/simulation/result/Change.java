package io.eyewall.model.simulation.result;

/**
 * A change of the cluster during the simulation.
 *
 * @param sec its time, in seconds since the start
 * @param what a short description
 */
public record Change(double sec, String what) {}
