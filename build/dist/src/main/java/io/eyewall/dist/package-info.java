/**
 * Describes the package's content: writes the SBOM, the page of third-party software and the
 * licences, all from the files of the package. Runs while the package is built, and is not in it.
 */
@NullMarked
package io.eyewall.dist;

import org.jspecify.annotations.NullMarked;
