/**
 * A topology in numbers, made for a page: its structure, and tables of what it does now. Immutable.
 * Depends on nothing.
 */
@NullMarked
package io.eyewall.console.model;

import org.jspecify.annotations.NullMarked;
