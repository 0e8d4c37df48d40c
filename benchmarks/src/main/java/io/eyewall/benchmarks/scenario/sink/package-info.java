/**
 * The sinks of the works for systems that have no bolts. Each sink is created and used by one
 * thread of the system, keeps the data by which the answer is checked, and publishes its progress.
 */
package io.eyewall.benchmarks.scenario.sink;
