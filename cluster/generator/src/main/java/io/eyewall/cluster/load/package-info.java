/**
 * Collects the load reports of a Storm cluster's workers: averages of load and traffic per
 * executor, by T-Storm's rule (section IV-B), and their age. {@link
 * io.eyewall.cluster.load.LoadBook} is the entry point. It is kept in memory; {@link
 * io.eyewall.cluster.load.LoadStore} writes it to a database on a thread of its own. Does not
 * depend on the laboratory.
 */
@NullMarked
package io.eyewall.cluster.load;

import org.jspecify.annotations.NullMarked;
