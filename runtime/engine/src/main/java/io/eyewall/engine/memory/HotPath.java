package io.eyewall.engine.memory;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that runs for every tuple or message of {@code eyewall bench w1-acked} or {@code
 * w3-acked}, and of the JMH benchmark {@code EmitToExecuteBenchmark}. Before and after changing
 * such a method, run these benchmarks and compare the bytes that {@code AllocationIT} counts. The
 * method must stay small enough for the JIT compiler to inline it (325 bytes of bytecode at hot
 * call sites, 35 elsewhere).
 */
@Documented
@Target({ElementType.METHOD, ElementType.CONSTRUCTOR})
@Retention(RetentionPolicy.SOURCE)
public @interface HotPath {}
