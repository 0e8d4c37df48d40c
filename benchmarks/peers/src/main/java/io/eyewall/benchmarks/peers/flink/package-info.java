/** Runs the scenarios on Apache Flink's MiniCluster. */
package io.eyewall.benchmarks.peers.flink;
