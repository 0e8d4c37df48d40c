/** A lab's processes: how they are started, told from all others, and ended. Uses {@code /proc}. */
@NullMarked
package io.eyewall.cluster.lab.process;

import org.jspecify.annotations.NullMarked;
