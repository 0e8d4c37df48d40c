/** Formats of whole files. Pure. */
@NullMarked
package io.eyewall.toolkit.file;

import org.jspecify.annotations.NullMarked;
