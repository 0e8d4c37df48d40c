/** What a task is given, and when its methods are called. */
package io.eyewall.differential.program.task;
