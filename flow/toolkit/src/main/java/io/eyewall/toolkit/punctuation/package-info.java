/**
 * Markers that travel in order with the tuples: between two windows, and at the end of a stream.
 * Markers are tuples of a separate stream that goes to all tasks of a bolt; a bolt acts on a marker
 * when all upstream tasks have sent theirs. The order between two tasks is Storm's: tuples from one
 * task to another arrive in the order in which they were sent, whatever their stream.
 *
 * <p>Uses Storm's API only. Markers end at a bolt that does not know them.
 */
@NullMarked
package io.eyewall.toolkit.punctuation;

import org.jspecify.annotations.NullMarked;
