/**
 * Places where executors may run: a tree from cores up to switches, with the price of a tuple that
 * crosses it. No threads; uses the JDK only.
 */
@NullMarked
package io.eyewall.placement.place;

import org.jspecify.annotations.NullMarked;
