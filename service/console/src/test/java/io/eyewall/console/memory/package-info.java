@NullMarked
package io.eyewall.console.memory;

import org.jspecify.annotations.NullMarked;
