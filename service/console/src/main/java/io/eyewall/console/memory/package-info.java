/**
 * The console's memory of a topology: half an hour of its rates and latencies, its events, the
 * adopted placements, and traces of single messages. All of it is bounded. Depends on nothing.
 */
@NullMarked
package io.eyewall.console.memory;

import org.jspecify.annotations.NullMarked;
