/** Errors and warnings with their place in a file, as compilers print them. */
@NullMarked
package io.eyewall.cli.finding;

import org.jspecify.annotations.NullMarked;
