/** Storm's configuration from options and files. */
@NullMarked
package io.eyewall.cli.conf;

import org.jspecify.annotations.NullMarked;
