package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.Arrays;

/**
 * The receiving halves of all links that bring items of one kind to one core, in the order in which
 * the links were created. For that core's owner thread.
 */
public final class LinkReceivers extends Padded {
    private LinkReceiver[] links = {};

    /** Adds a new link. */
    public void add(LinkReceiver link) {
        links = Arrays.copyOf(links, links.length + 1);
        links[links.length - 1] = link;
    }

    /** Returns the number of links. */
    public int count() {
        return links.length;
    }

    /** Returns the link at an index, from 0. */
    public LinkReceiver get(int index) {
        return links[index];
    }

    /** Returns whether no batch waits in any link. */
    public boolean areEmpty() {
        for (LinkReceiver link : links) {
            if (!link.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
