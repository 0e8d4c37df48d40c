/**
 * The console: a page that shows running topologies live, and the routes that it needs. Start
 * reading at {@link io.eyewall.console.ConsoleSite}. Depends on {@code action}, {@code watch} and
 * {@code model}.
 */
@NullMarked
package io.eyewall.console;

import org.jspecify.annotations.NullMarked;
