@NullMarked
package io.eyewall.control.log;

import org.jspecify.annotations.NullMarked;
