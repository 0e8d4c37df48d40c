/**
 * What a console remembers of a topology: half an hour of its rates and latencies, what happened to
 * it, which placements were adopted, and traces of single messages. All of it is bounded. Depends
 * on nothing.
 */
@NullMarked
package io.eyewall.console.memory;

import org.jspecify.annotations.NullMarked;
