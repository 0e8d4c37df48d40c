/** What goes wrong in sources and sinks, and what becomes of it: tried again, or a dead letter. */
@NullMarked
package io.eyewall.toolkit.failure;

import org.jspecify.annotations.NullMarked;
