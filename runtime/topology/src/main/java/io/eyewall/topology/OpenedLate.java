package io.eyewall.topology;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks bolts that take something that only one process can have: an update prepares them when the
 * old version's process has ended, as {@code eyewall update --open-late} does. Without this class,
 * on a Storm cluster for instance, the annotation is ignored.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OpenedLate {}
