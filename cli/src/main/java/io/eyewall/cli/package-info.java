/**
 * The {@code eyewall} command: runs an application's main, or the demo, on an engine in this
 * process; shows progress; ends with a documented exit code. The main thread watches, the
 * application's main has a thread of its own. Depends on {@code local} and {@code examples}.
 */
@NullMarked
package io.eyewall.cli;

import org.jspecify.annotations.NullMarked;
