/**
 * The parts of exactly-once delivery: positions of messages in their source, and a sink's record of
 * the positions that it has written, which it stores in the transaction that writes the messages.
 * Pure; owned by one task.
 */
@NullMarked
package io.eyewall.toolkit.progress;

import org.jspecify.annotations.NullMarked;
