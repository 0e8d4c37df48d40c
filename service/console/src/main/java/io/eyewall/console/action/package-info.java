/** ConsoleActions on topologies that a page offers. Depends on {@code watch}. */
@NullMarked
package io.eyewall.console.action;

import org.jspecify.annotations.NullMarked;
