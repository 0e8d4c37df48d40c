/** Failures of sources and sinks, and their treatment: another attempt, or a dead letter. */
@NullMarked
package io.eyewall.toolkit.failure;

import org.jspecify.annotations.NullMarked;
