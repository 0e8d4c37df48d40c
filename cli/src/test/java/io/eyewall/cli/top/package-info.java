@NullMarked
package io.eyewall.cli.top;

import org.jspecify.annotations.NullMarked;
