/**
 * Levels of this process's loggers, which Storm's clients change through Nimbus while topologies
 * run. A daemon thread resets levels whose timeout has passed; it runs while there are such levels.
 * Any thread may call. Depends on no other package.
 */
@NullMarked
package io.eyewall.local.log;

import org.jspecify.annotations.NullMarked;
