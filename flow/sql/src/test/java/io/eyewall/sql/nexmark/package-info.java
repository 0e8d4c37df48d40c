/**
 * <a href="https://github.com/nexmark/nexmark">Nexmark</a>, the benchmark of streaming systems: an
 * auction's persons, auctions and bids, and queries over them.
 */
@NullMarked
package io.eyewall.sql.nexmark;

import org.jspecify.annotations.NullMarked;
