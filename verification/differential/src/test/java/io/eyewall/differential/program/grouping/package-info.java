/** How groupings choose tasks. */
package io.eyewall.differential.program.grouping;
