/**
 * The frames by which components speak with native tasks: {@code
 * native/task/include/eyewall/task/frame.hpp} has the layout. Nothing here is for several threads.
 * Depends on {@code text}.
 */
@NullMarked
package io.eyewall.nativetask.frame;

import org.jspecify.annotations.NullMarked;
