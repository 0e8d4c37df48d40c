/**
 * State of stateful bolts in memory, and the choice of its provider. Called on the thread that
 * calls the bolt. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.state;

import org.jspecify.annotations.NullMarked;
