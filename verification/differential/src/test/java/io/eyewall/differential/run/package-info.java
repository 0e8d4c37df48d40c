/** Runs programs on the LocalCluster of this JVM's class path and writes their observations. */
package io.eyewall.differential.run;
