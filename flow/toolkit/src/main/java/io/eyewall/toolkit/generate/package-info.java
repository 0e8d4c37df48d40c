/** A source that generates its messages, at a rate. */
@NullMarked
package io.eyewall.toolkit.generate;

import org.jspecify.annotations.NullMarked;
