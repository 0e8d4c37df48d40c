/** Makes recordings for the performance model of what running topologies say of themselves. */
@NullMarked
package io.eyewall.control.recording;

import org.jspecify.annotations.NullMarked;
