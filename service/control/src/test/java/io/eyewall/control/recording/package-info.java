@NullMarked
package io.eyewall.control.recording;

import org.jspecify.annotations.NullMarked;
