/**
 * Measures how long executors wait for user code that keeps their core to itself. One kind of rude
 * code after the other runs beside a quick pipeline on every core, and the longest gap of these
 * pipelines is reported. Runs on the LocalCluster of the class path.
 */
package io.eyewall.benchmarks.fairness;
