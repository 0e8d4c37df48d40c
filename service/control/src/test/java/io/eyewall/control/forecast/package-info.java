@NullMarked
package io.eyewall.control.forecast;

import org.jspecify.annotations.NullMarked;
