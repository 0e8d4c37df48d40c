@NullMarked
package io.eyewall.console.model;

import org.jspecify.annotations.NullMarked;
