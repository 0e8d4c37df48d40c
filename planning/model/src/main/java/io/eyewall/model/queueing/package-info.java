/** WaitingTime: one place as a server, delays of batches, closed networks, percentiles. */
@NullMarked
package io.eyewall.model.queueing;

import org.jspecify.annotations.NullMarked;
