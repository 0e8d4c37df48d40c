/** Makes recordings for the performance model from the metrics of running topologies. */
@NullMarked
package io.eyewall.control.recording;

import org.jspecify.annotations.NullMarked;
