/** How a topology is, in one word for all who ask. */
@NullMarked
package io.eyewall.control.health;

import org.jspecify.annotations.NullMarked;
