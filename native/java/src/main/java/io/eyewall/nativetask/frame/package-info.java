/**
 * The frames that components and native tasks exchange; {@code
 * native/task/include/eyewall/task/frame.hpp} describes the layout. Nothing here is thread-safe.
 * Depends on {@code text}.
 */
@NullMarked
package io.eyewall.nativetask.frame;

import org.jspecify.annotations.NullMarked;
