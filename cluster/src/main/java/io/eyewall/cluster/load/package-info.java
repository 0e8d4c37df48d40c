/**
 * Keeps the reports of monitors of a Storm cluster's workers: averages of load and traffic per
 * executor, by T-Storm's rule (section IV-B), and their age. {@link
 * io.eyewall.cluster.load.LoadBook} is where to begin; it is kept in memory, and {@link
 * io.eyewall.cluster.load.LoadStore} writes it into a database behind its back, on a thread of its
 * own. Needs nothing of the laboratory.
 */
@NullMarked
package io.eyewall.cluster.load;

import org.jspecify.annotations.NullMarked;
