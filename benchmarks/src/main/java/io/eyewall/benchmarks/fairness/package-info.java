/**
 * How long do neighbours on a core wait for code that keeps it to itself? One kind of rude code
 * after the other runs beside a quick pipeline on every core, and the longest gap of these is told.
 * Runs on the LocalCluster of the class path.
 */
package io.eyewall.benchmarks.fairness;
