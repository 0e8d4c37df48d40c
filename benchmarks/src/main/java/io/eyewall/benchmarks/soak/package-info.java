/**
 * Long loads in a small heap: does memory stay bounded when a fast spout meets a slow sink, acked
 * or not, and does a cycle of full mailboxes keep moving? Runs on the LocalCluster of the class
 * path.
 */
package io.eyewall.benchmarks.soak;
