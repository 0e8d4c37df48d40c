package io.eyewall.benchmarks.scenario.handwritten;

/** The tuple of the hand-written throughput scenario: an object around the value. */
record Message(String text) {}
