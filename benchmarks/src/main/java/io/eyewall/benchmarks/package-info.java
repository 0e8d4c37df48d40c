/**
 * Benchmarks: the command that runs whole-topology scenarios beside their peers. Micro-benchmarks
 * live in the test tree, in packages that mirror those they measure.
 */
package io.eyewall.benchmarks;
