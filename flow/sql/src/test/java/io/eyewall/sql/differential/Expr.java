package io.eyewall.sql.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An expression of a known type.
 *
 * @param kind the type
 * @param here the text for Eyewall, with {@code §} in the place of each part
 * @param there the text for PostgreSQL
 * @param parts the operands, expressions or queries
 * @param mark what the expression is, for {@link Deliberate}; null for most
 */
record Expr(Kind kind, String here, String there, List<Part> parts, Deliberate.@Nullable Mark mark)
        implements Part {
    static Expr of(Kind kind, String text, Part... parts) {
        return new Expr(kind, text, text, List.of(parts), null);
    }

    /** Returns an expression with a spelling of its own on each side. */
    static Expr both(Kind kind, String here, String there, Part... parts) {
        return new Expr(kind, here, there, List.of(parts), null);
    }

    Expr marked(Deliberate.Mark as) {
        return new Expr(kind, here, there, parts, as);
    }

    @Override
    public String text(boolean isHere) {
        StringBuilder text = new StringBuilder();
        String form = isHere ? here : there;
        int next = 0;
        for (int i = 0; i < form.length(); i++) {
            char each = form.charAt(i);
            if (each == '§') {
                text.append(parts.get(next++).text(isHere));
            } else {
                text.append(each);
            }
        }
        return text.toString();
    }

    @Override
    public List<Part> smaller() {
        List<Part> smaller = new ArrayList<>();
        boolean constant = parts.isEmpty();
        for (String each : List.of(kind.zero, kind.other, kind.none())) {
            if (!constant || (here.length() > each.length() && !here.startsWith("CAST(NULL"))) {
                smaller.add(of(kind, each));
            }
        }
        for (Part part : parts) {
            if (part instanceof Expr inner && inner.kind == kind) {
                smaller.add(inner);
            }
        }
        for (int i = 0; i < parts.size(); i++) {
            for (Part less : parts.get(i).smaller()) {
                List<Part> changed = new ArrayList<>(parts);
                changed.set(i, less);
                smaller.add(new Expr(kind, here, there, changed, mark));
            }
        }
        return smaller;
    }

    @Override
    public void visit(Consumer<Part> visitor) {
        visitor.accept(this);
        parts.forEach(part -> part.visit(visitor));
    }
}
