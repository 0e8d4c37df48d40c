/**
 * Markers that travel in order with the tuples: between two windows, and at the end. They are
 * tuples of a stream of their own, which goes to all tasks of a bolt; a bolt acts on one when all
 * tasks before it have sent theirs. The order between two tasks is Storm's own: what one sends to
 * another arrives in the order in which it was sent, whatever the stream.
 *
 * <p>For Storm's API alone. A bolt that knows nothing of markers ends them.
 */
@NullMarked
package io.eyewall.toolkit.punctuation;

import org.jspecify.annotations.NullMarked;
