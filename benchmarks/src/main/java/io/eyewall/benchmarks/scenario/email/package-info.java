/**
 * The email scenario: the processing of the Enron emails in the study "Of Streams and Storms" (IBM,
 * 2014) and in Storm-MC's report, on generated emails. Plain functions, the same for all systems.
 */
package io.eyewall.benchmarks.scenario.email;
