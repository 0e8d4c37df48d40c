/**
 * State of Storm's stateful bolts on the local disk: {@link
 * io.eyewall.state.RocksDbKeyValueStateProvider} and the store behind it. Uses nothing of Eyewall,
 * only storm-client, and so runs on Apache Storm's local mode as well. Called by the threads of
 * executors and of window timers.
 */
@NullMarked
package io.eyewall.state;

import org.jspecify.annotations.NullMarked;
