/** Components that the engine's tests load with class loaders of their own. */
package io.eyewall.engine.loaded;
