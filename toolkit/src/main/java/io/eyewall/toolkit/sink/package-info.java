/**
 * The bolt of all connectors: gathers tuples, writes them together, acks them, tries again, and
 * sends what can't be written to the dead letters. What is particular to a medium is a {@link
 * io.eyewall.toolkit.sink.SinkWriter}. Owned by the bolt's executor.
 */
@NullMarked
package io.eyewall.toolkit.sink;

import org.jspecify.annotations.NullMarked;
