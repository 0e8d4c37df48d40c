/** Tests of the page in a browser; compiled and run in the complete suite only. */
@NullMarked
package io.eyewall.console.browser;

import org.jspecify.annotations.NullMarked;
