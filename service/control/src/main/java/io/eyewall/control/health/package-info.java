/** The health of a topology in one word, the same for all clients. */
@NullMarked
package io.eyewall.control.health;

import org.jspecify.annotations.NullMarked;
