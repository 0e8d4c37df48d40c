/** Applications: their classes, beside those of Storm and ours. */
@NullMarked
package io.eyewall.local.application;

import org.jspecify.annotations.NullMarked;
