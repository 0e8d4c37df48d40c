/**
 * The numbers of a topology as a page shows them: its structure and tables of its current activity.
 * Immutable. Depends on nothing.
 */
@NullMarked
package io.eyewall.console.model;

import org.jspecify.annotations.NullMarked;
