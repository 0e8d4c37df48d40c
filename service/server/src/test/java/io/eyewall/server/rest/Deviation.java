package io.eyewall.server.rest;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Where an answer differs from Storm's on purpose. docs/reference/server-rest.md has the same in
 * words.
 *
 * @param requests names of recordings
 * @param kind of the difference
 * @param detail the path of a key, the name of a header, or a status
 * @param reason why it is so
 */
record Deviation(Pattern requests, Kind kind, Pattern detail, String reason) {
    enum Kind {
        STATUS,
        HEADER,
        /** A recorded key that is not there. */
        MISSING,
        /** A key that was not recorded. */
        EXTRA,
        /** Another type of JSON. */
        TYPE,
        /** An array that had elements, and has none. */
        EMPTY,
        /** Nothing to compare with. */
        SKIPPED
    }

    private static final String TREES =
            "acks are counted where they happen: they are no tuples, so ackers get none";

    private static Deviation of(String requests, Kind kind, String detail, String reason) {
        return new Deviation(Pattern.compile(requests), kind, Pattern.compile(detail), reason);
    }

    boolean covers(String request, Kind found, String what) {
        return kind == found
                && requests.matcher(request).matches()
                && detail.matcher(what).matches();
    }

    static final List<Deviation> ALL =
            List.of(
                    of(
                            ".*",
                            Kind.HEADER,
                            "Access-Control-Allow-Origin",
                            "security: no other site may read what a server on this machine says"),
                    of(
                            "activate.cross-origin|http.origin|http.options-preflight",
                            Kind.STATUS,
                            "403",
                            "security: what a page of another site asks is refused"),
                    of(
                            ".*",
                            Kind.EXTRA,
                            "configuration/.*",
                            "the recordings keep four keys of it; Eyewall has some of its own"),
                    of(
                            "http.root",
                            Kind.SKIPPED,
                            "",
                            "Storm's own pages are not served; a console of ours has that path"),
                    of(
                            "(activate|rebalance)\\.while-rebalancing",
                            Kind.STATUS,
                            "200",
                            "a rebalance is done at once, while the topology runs"),
                    of(
                            "ras\\.(component|topology|topology-workers|visualization)\\.starved",
                            Kind.SKIPPED,
                            "",
                            "nothing is short of resources: each topology has the process"),
                    of(
                            "visualization\\.words(\\.window-abc)?",
                            Kind.MISSING,
                            ".*/:transferred/[^/]+/_s__ack_.*",
                            "without sys Storm drops system streams of a component's first executor"
                                    + " only; here they are dropped of all"),
                    of(
                            "visualization\\..*",
                            Kind.MISSING,
                            "(faulty|b-0|__acker)/:stats\\[]/:transferred/[^/]+"
                                    + "|.*/:transferred/[^/]+/_s__ack_.*",
                            TREES),
                    of(
                            "visualization\\..*",
                            Kind.TYPE,
                            "(faulty|b-0|__acker)/(:transferred|:latency|:stats\\[]/:transferred)",
                            TREES),
                    of(
                            "component\\.(acker|faulty|trident\\.b-0)(\\.sys)?",
                            Kind.EMPTY,
                            "(bolt|input|output)Stats",
                            TREES),
                    of(
                            ".*",
                            Kind.MISSING,
                            "(configuration/)?(storm\\.local\\.hostname|storm\\.scheduler"
                                    + "|storm\\.zookeeper\\.superACL|supervisor\\.resources\\.map"
                                    + "|topology\\.users|ui\\..*|resource\\.aware\\..*)",
                            "set in the recorded cluster's storm.yaml, or made up for ZooKeeper"),
                    of(
                            "ras\\..*",
                            Kind.TYPE,
                            ".*([gG]enericResources|schedulerInfo|Guarantee(Remaining)?)",
                            "there is no resource-aware scheduler: nobody is guaranteed or given"
                                    + " resources"));
}
