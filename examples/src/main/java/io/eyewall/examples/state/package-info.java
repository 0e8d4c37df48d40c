/**
 * Counts that outlive the process: a source that can be read again, a bolt with state on disk; and
 * counts in windows of event time.
 */
package io.eyewall.examples.state;
