/**
 * Vocabulary of the whole-topology benchmarks: works, scenarios, systems, their input, the board on
 * which a run publishes its progress, and the check of its answer.
 *
 * <p>Pure Java, no Storm; {@code topology} and {@code handwritten} implement the works, {@code
 * child} runs one system in its own JVM, {@code runner} starts those JVMs and compares them.
 */
package io.eyewall.benchmarks.scenario;
