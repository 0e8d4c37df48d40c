/** What clients ask a cluster. */
package io.eyewall.differential.program.cluster;
