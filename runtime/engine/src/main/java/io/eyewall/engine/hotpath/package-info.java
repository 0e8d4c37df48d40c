/**
 * The code through which every tuple passes: calling a spout or bolt, and the fast path of its
 * emits, acks and fails. {@link io.eyewall.engine.hotpath.SpecializedClasses} explains why each
 * component gets copies of these classes. The slow path is in the superclasses, in {@code spout}
 * and {@code bolt}. Depends on {@code acking}, {@code bolt}, {@code core}, {@code delivery}, {@code
 * emit}, {@code executor}, {@code routing}, {@code spout}.
 */
@NullMarked
package io.eyewall.engine.hotpath;

import org.jspecify.annotations.NullMarked;
