/**
 * The ends of the works for systems that have no bolts: each is created and used by one thread of
 * the system, keeps what the answer is checked by, and publishes its progress.
 */
package io.eyewall.benchmarks.scenario.sink;
