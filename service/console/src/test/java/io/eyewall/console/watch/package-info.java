@NullMarked
package io.eyewall.console.watch;

import org.jspecify.annotations.NullMarked;
