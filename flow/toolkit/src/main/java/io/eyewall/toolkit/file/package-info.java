/** Formats of files, and sources and sinks that read and write files, folders and logs. */
@NullMarked
package io.eyewall.toolkit.file;

import org.jspecify.annotations.NullMarked;
