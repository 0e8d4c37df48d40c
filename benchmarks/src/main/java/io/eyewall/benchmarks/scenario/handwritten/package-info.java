/**
 * The scenarios in plain Java, as a careful programmer would write them by hand for this one job:
 * the reference for engines. Only the queue between two threads comes from a library (JCTools).
 */
package io.eyewall.benchmarks.scenario.handwritten;
