/** Native and Python bolts and spouts as ordinary components of Storm. */
@NullMarked
package io.eyewall.nativetask;

import org.jspecify.annotations.NullMarked;
