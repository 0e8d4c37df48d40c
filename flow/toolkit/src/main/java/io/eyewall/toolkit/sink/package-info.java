/**
 * The bolt of all connectors. It gathers tuples, writes them together, acks them, retries, and
 * sends tuples that can never be written to the dead letters. The part that is specific to a medium
 * is a {@link io.eyewall.toolkit.sink.SinkWriter}. All of it is owned by the bolt's executor.
 */
@NullMarked
package io.eyewall.toolkit.sink;

import org.jspecify.annotations.NullMarked;
