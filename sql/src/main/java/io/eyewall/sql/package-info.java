/** SQL over the operators of the toolkit. */
@NullMarked
package io.eyewall.sql;

import org.jspecify.annotations.NullMarked;
