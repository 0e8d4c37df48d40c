/** The time by which operators and sources decide when something is due. Any thread may read it. */
@NullMarked
package io.eyewall.toolkit.time;

import org.jspecify.annotations.NullMarked;
