package io.eyewall.placement.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The tree of places, with the price of a tuple that crosses between two of them. Vertices are
 * numbered in pre-order, the root is 0; places (the leaves) are numbered from left to right.
 * Immutable.
 */
public final class CostTree {
    /** Up to this number of places, a table holds the level at which any two of them meet. */
    private static final int MAX_PLACES_IN_TABLE = 2048;

    private static final Level[] LEVELS = Level.values();

    private final Crossings crossings;
    private final List<Vertex> vertices = new ArrayList<>();
    private final int[] parents;

    /** By vertex: the number of its last descendant, plus 1. */
    private final int[] ends;

    /** By place: the number of its vertex. */
    private final int[] placeVertices;

    /** By vertex: the number of the first place beneath it; at the end, the number of places. */
    private final int[] firstPlaces;

    private final Map<String, Integer> placeIndices = new HashMap<>();

    /** The height at which each pair of places meets; empty if there are too many places. */
    private final byte[] meetHeights;

    /**
     * Creates the tree and numbers its vertices.
     *
     * @param root the root vertex
     * @param crossings the price of a tuple by level
     */
    public CostTree(Vertex root, Crossings crossings) {
        this.crossings = crossings;
        List<Integer> parentList = new ArrayList<>();
        List<Integer> endList = new ArrayList<>();
        numberVertices(root, -1, parentList, endList);
        this.parents = parentList.stream().mapToInt(Integer::intValue).toArray();
        this.ends = endList.stream().mapToInt(Integer::intValue).toArray();
        this.placeVertices =
                IntStream.range(0, vertices.size())
                        .filter(v -> vertices.get(v).children().isEmpty())
                        .toArray();
        this.firstPlaces = new int[vertices.size() + 1];
        for (int v = 0; v < vertices.size(); v++) {
            boolean isPlace = vertices.get(v).children().isEmpty();
            firstPlaces[v + 1] = firstPlaces[v] + (isPlace ? 1 : 0);
        }
        Map<String, Integer> vertexById = new HashMap<>();
        for (int v = 0; v < vertices.size(); v++) {
            if (vertexById.put(vertices.get(v).id(), v) != null) {
                throw new IllegalArgumentException(
                        "cost tree: two vertices are called '" + vertices.get(v).id() + "'");
            }
        }
        for (int p = 0; p < placeVertices.length; p++) {
            placeIndices.put(vertices.get(placeVertices[p]).id(), p);
        }
        this.meetHeights = tabulateMeetHeights();
    }

    /** Numbers a vertex and all its descendants; returns the number of the last of them, plus 1. */
    private int numberVertices(
            Vertex vertex, int parent, List<Integer> parentList, List<Integer> ends) {
        int index = vertices.size();
        vertices.add(vertex);
        parentList.add(parent);
        ends.add(0);
        int end = index + 1;
        for (Vertex child : vertex.children()) {
            end = numberVertices(child, index, parentList, ends);
        }
        ends.set(index, end);
        return end;
    }

    private byte[] tabulateMeetHeights() {
        int n = placeVertices.length;
        if (n > MAX_PLACES_IN_TABLE) {
            return new byte[0];
        }
        byte[] table = new byte[n * n];
        for (int p = 0; p < n; p++) {
            for (int q = 0; q < n; q++) {
                table[p * n + q] = (byte) climbToMeeting(p, q).height();
            }
        }
        return table;
    }

    private Level climbToMeeting(int p, int q) {
        int vertex = placeVertices[p];
        while (!isBeneath(q, vertex)) {
            vertex = parents[vertex];
        }
        return vertices.get(vertex).level();
    }

    /**
     * Returns the tree of one process whose places are its core threads: {@code core-0}, {@code
     * core-1} and so on.
     */
    public static CostTree machine(int cores, Crossings crossings) {
        List<Vertex> leaves = new ArrayList<>();
        for (int i = 0; i < cores; i++) {
            leaves.add(Vertex.place(Level.CORE, "core-" + i, Limits.cores(1)));
        }
        return new CostTree(Vertex.of(Level.PROCESS, "process", leaves), crossings);
    }

    /** Returns the price of a tuple by level. */
    public Crossings crossings() {
        return crossings;
    }

    /** Returns all vertices in pre-order. */
    public List<Vertex> vertices() {
        return Collections.unmodifiableList(vertices);
    }

    /** Returns the number of places. */
    public int placeCount() {
        return placeVertices.length;
    }

    /** Returns the place with a number. */
    public Vertex place(int place) {
        return vertices.get(placeVertices[place]);
    }

    /** Returns the number of a place, or -1 if no place has this id. */
    public int indexOf(String placeId) {
        return placeIndices.getOrDefault(placeId, -1);
    }

    /** Returns the parent of a vertex, or -1 for the root. */
    public int parent(int vertex) {
        return parents[vertex];
    }

    /** Returns the first place beneath a vertex; the places beneath it have consecutive numbers. */
    public int firstPlace(int vertex) {
        return firstPlaces[vertex];
    }

    /** Returns how many places are beneath a vertex; 1 if it is a place itself. */
    public int placesBeneath(int vertex) {
        return firstPlaces[ends[vertex]] - firstPlaces[vertex];
    }

    /** Returns whether a place is beneath a vertex, or is the vertex. */
    public boolean isBeneath(int place, int vertex) {
        int placeVertex = placeVertices[place];
        return placeVertex >= vertex && placeVertex < ends[vertex];
    }

    /**
     * Returns the level at which tuples cross between two places; the place's own level if both are
     * the same.
     */
    public Level meet(int p, int q) {
        return LEVELS[meetHeight(p, q)];
    }

    /** Returns {@link Level#height} of {@link #meet}, for tables by level. */
    public int meetHeight(int p, int q) {
        return meetHeights.length > 0
                ? meetHeights[p * placeVertices.length + q]
                : climbToMeeting(p, q).height();
    }

    /** Returns the vertices from a place up to the root. */
    public int[] path(int place) {
        int[] path = new int[LEVELS.length];
        int length = 0;
        for (int v = placeVertices[place]; v >= 0; v = parents[v]) {
            path[length++] = v;
        }
        return Arrays.copyOf(path, length);
    }

    /** Returns the highest vertex on a place's path that is not higher than the level. */
    public int unitOf(int place, Level level) {
        int unit = placeVertices[place];
        while (parents[unit] >= 0 && vertices.get(parents[unit]).level().compareTo(level) <= 0) {
            unit = parents[unit];
        }
        return unit;
    }
}
