/**
 * Contains the benchmark command, which runs whole-topology scenarios on Eyewall and its peers.
 * Micro-benchmarks are in the test tree, in packages that mirror the measured ones.
 */
package io.eyewall.benchmarks;
