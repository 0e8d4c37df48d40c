/** A cache of repeated strings, found by their bytes. Depends on nothing but the JDK. */
@NullMarked
package io.eyewall.nativetask.text;

import org.jspecify.annotations.NullMarked;
