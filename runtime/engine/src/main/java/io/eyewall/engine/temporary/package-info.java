/**
 * Folders in the temporary directory, and their deletion. For any part of this process that makes
 * such a folder. Depends on {@code thread}.
 */
@NullMarked
package io.eyewall.engine.temporary;

import org.jspecify.annotations.NullMarked;
