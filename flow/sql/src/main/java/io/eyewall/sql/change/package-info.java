/**
 * Operators of queries whose result changes while a stream is read: groups, joins, window functions
 * and limits that are never complete. Each computes what a row changes in its result, and emits
 * that: rows that are added and rows that are taken away ({@link
 * io.eyewall.sql.change.RowChanges}).
 */
@NullMarked
package io.eyewall.sql.change;

import org.jspecify.annotations.NullMarked;
