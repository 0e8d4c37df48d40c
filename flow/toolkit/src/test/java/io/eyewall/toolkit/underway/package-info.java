/** Flows on several cores while executors change and tuples fail. */
@NullMarked
package io.eyewall.toolkit.underway;

import org.jspecify.annotations.NullMarked;
