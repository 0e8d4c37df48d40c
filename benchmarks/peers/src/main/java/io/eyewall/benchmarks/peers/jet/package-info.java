/** Runs the scenarios on Hazelcast Jet in this process. */
package io.eyewall.benchmarks.peers.jet;
