/**
 * The {@code eyewall} command: runs an application's main method, or the demo, on an engine in this
 * process; shows progress; ends with a documented exit code. The main thread watches the
 * topologies; the application's main method has a thread of its own. Depends on {@code local} and
 * {@code examples}.
 */
@NullMarked
package io.eyewall.cli;

import org.jspecify.annotations.NullMarked;
