/** The performance model: what a topology can bear and what it costs, what-ifs, a simulator. */
@NullMarked
package io.eyewall.model;

import org.jspecify.annotations.NullMarked;
