/**
 * In-memory state of stateful bolts, and the choice of its provider. Called on the thread that
 * calls the bolt. Depends on nothing.
 */
@NullMarked
package io.eyewall.engine.state;

import org.jspecify.annotations.NullMarked;
