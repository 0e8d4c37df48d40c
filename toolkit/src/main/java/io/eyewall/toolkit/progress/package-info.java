/**
 * What exactly once needs: positions of messages in their source, and the book of those that a sink
 * has written, which is kept in the transaction that writes them. Pure; owned by one task.
 */
@NullMarked
package io.eyewall.toolkit.progress;

import org.jspecify.annotations.NullMarked;
