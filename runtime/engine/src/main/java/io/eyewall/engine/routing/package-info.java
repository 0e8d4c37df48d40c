/**
 * Decides which tasks a tuple goes to: a {@link io.eyewall.engine.routing.Router} per task with a
 * {@link io.eyewall.engine.routing.Route} per stream and a {@link
 * io.eyewall.engine.routing.Grouper} per subscription, all resolved before the first tuple. A
 * router is for one thread. Depends on {@code core}, {@code delivery} and {@code memory}.
 */
@NullMarked
package io.eyewall.engine.routing;

import org.jspecify.annotations.NullMarked;
