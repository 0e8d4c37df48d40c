/** Windows of the core API, and joins. */
package io.eyewall.differential.program.window;
