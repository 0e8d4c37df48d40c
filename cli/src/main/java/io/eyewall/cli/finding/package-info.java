/** Errors and warnings with their position in a file, as compilers print them. */
@NullMarked
package io.eyewall.cli.finding;

import org.jspecify.annotations.NullMarked;
