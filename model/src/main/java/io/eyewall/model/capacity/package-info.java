/** What rates the places, threads and links of a placement bear, and what gives way first. */
@NullMarked
package io.eyewall.model.capacity;

import org.jspecify.annotations.NullMarked;
