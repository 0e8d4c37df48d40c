/**
 * State of Storm's stateful bolts on the local disk: {@link
 * io.eyewall.state.RocksDbKeyValueStateProvider} and the store behind it. Uses only storm-client
 * and nothing of Eyewall, so that it runs in Apache Storm's local mode as well. Called by the
 * threads of executors and of window timers.
 */
@NullMarked
package io.eyewall.state;

import org.jspecify.annotations.NullMarked;
