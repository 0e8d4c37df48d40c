/**
 * The spout of all connectors: keeps what is in flight, replays what failed, sends what never
 * succeeds to the dead letters, and connects again. What is particular to a medium is a {@link
 * io.eyewall.toolkit.source.SourceReader}. Owned by the spout's executor.
 */
@NullMarked
package io.eyewall.toolkit.source;

import org.jspecify.annotations.NullMarked;
