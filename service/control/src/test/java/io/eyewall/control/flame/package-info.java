@NullMarked
package io.eyewall.control.flame;

import org.jspecify.annotations.NullMarked;
