/**
 * The messages between the plug-ins and the schedule generator: immutable records, as JSON.
 * Messages are read strictly: unknown fields are ignored, and any other deviation is refused with
 * the name of the field. No threads; depends on the JDK and on the JSON library that Storm ships.
 */
@NullMarked
package io.eyewall.plugin.wire;

import org.jspecify.annotations.NullMarked;
