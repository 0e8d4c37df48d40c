/**
 * The messages between the plug-ins and the schedule generator: immutable records, as JSON. What
 * arrives is read strictly: unknown fields are passed over, all else that is not as expected is
 * refused by name. No threads; uses the JDK and the JSON that Storm ships.
 */
@NullMarked
package io.eyewall.plugin.wire;

import org.jspecify.annotations.NullMarked;
