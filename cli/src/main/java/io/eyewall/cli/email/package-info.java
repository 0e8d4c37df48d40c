/** {@code eyewall email}: makes files of emails for the email pipeline. */
@NullMarked
package io.eyewall.cli.email;

import org.jspecify.annotations.NullMarked;
