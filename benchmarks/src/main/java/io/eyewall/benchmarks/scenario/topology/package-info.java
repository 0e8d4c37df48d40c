/**
 * The scenarios as topologies, written against storm-client alone, so that the same classes run on
 * Apache Storm's LocalCluster and on Eyewall's. Spouts and bolts are called by their executor only.
 */
package io.eyewall.benchmarks.scenario.topology;
