/** Messages that are made up, at a rate. */
@NullMarked
package io.eyewall.toolkit.generate;

import org.jspecify.annotations.NullMarked;
