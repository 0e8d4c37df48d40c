/**
 * Runs long loads in a small heap. They test that memory stays bounded when a fast spout feeds a
 * slow sink, acked or not, and that a cycle of full mailboxes does not deadlock. Runs on the
 * LocalCluster of the class path.
 */
package io.eyewall.benchmarks.soak;
