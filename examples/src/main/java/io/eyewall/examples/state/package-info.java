/**
 * Counts that survive a crash of the process, with a replayable source and a bolt with state on
 * disk; and counts in windows of event time.
 */
package io.eyewall.examples.state;
