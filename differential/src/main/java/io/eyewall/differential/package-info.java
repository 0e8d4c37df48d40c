/**
 * The same small Storm programs, run on Storm's own LocalCluster and on ours, and compared.
 *
 * <p>{@code program} holds the programs, {@code stage} what they are made of, {@code observation}
 * what they write down, {@code run} the main class that a child JVM runs. Everything here is
 * written against storm-client alone: which {@code org.apache.storm.LocalCluster} runs it is
 * decided by the class path of the JVM.
 */
package io.eyewall.differential;
