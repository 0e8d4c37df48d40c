/** Formulas of queueing theory: waits at a server and for a batch, closed networks, percentiles. */
@NullMarked
package io.eyewall.model.queueing;

import org.jspecify.annotations.NullMarked;
