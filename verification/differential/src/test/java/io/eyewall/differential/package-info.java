/**
 * Runs the same small Storm programs on Storm's own LocalCluster and on ours, and compares their
 * observations.
 *
 * <p>{@code program} contains the programs, {@code stage} the classes that they are made of, {@code
 * observation} the facts that they record, and {@code run} the main class of the child JVMs. All
 * code here is written against storm-client alone; the class path of the JVM determines which
 * {@code org.apache.storm.LocalCluster} runs it.
 */
package io.eyewall.differential;
