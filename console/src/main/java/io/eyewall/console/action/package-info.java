/** What can be done to topologies from a page. Depends on {@code watch}. */
@NullMarked
package io.eyewall.console.action;

import org.jspecify.annotations.NullMarked;
