/** What native workers are told, and what becomes of what they say. */
@NullMarked
package io.eyewall.nativetask.worker;

import org.jspecify.annotations.NullMarked;
