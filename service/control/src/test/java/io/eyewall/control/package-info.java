/** Tests of the control port and its clients. */
@NullMarked
package io.eyewall.control;

import org.jspecify.annotations.NullMarked;
