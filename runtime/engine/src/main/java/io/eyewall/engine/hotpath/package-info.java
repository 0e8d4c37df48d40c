/**
 * The code through which every tuple passes: calling a spout or bolt, and its emits, acks and fails
 * as long as nothing is special. {@link io.eyewall.engine.hotpath.SpecializedClasses} says why each
 * component gets copies of these classes. Whatever is special is left to the superclasses in {@code
 * spout} and {@code bolt}. Depends on {@code acking}, {@code bolt}, {@code core}, {@code delivery},
 * {@code emit}, {@code executor}, {@code routing}, {@code spout}.
 */
@NullMarked
package io.eyewall.engine.hotpath;

import org.jspecify.annotations.NullMarked;
