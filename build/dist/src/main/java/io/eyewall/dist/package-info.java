/**
 * Says what the package contains: the SBOM, the page of third parties and their licences, all from
 * the files that go into it. Runs while the package is built, and is no part of it.
 */
@NullMarked
package io.eyewall.dist;

import org.jspecify.annotations.NullMarked;
