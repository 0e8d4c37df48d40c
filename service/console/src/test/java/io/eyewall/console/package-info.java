@NullMarked
package io.eyewall.console;

import org.jspecify.annotations.NullMarked;
