/**
 * The figures of a topology between two samples of its counters: rates and shares, by executor and
 * by component. Whoever shows a topology takes them from here, so that all show the same.
 */
@NullMarked
package io.eyewall.control.figures;

import org.jspecify.annotations.NullMarked;
