/** Tests of the archives, as users have them: unpacked, looked through and run. */
@NullMarked
package io.eyewall.dist;

import org.jspecify.annotations.NullMarked;
