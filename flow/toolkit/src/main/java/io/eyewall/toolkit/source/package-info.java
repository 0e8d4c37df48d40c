/**
 * The spout of all connectors. It tracks messages in flight, replays failed ones, sends those that
 * never succeed to the dead letters, and reconnects. The part that is specific to a medium is a
 * {@link io.eyewall.toolkit.source.SourceReader}. All of it is owned by the spout's executor.
 */
@NullMarked
package io.eyewall.toolkit.source;

import org.jspecify.annotations.NullMarked;
