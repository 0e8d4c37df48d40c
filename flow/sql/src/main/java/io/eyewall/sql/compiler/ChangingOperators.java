package io.eyewall.sql.compiler;

import io.eyewall.sql.change.GroupChanges;
import io.eyewall.sql.change.JoinChanges;
import io.eyewall.sql.change.PartitionChanges;
import io.eyewall.sql.change.RowChanges;
import io.eyewall.sql.change.StepsBehind;
import io.eyewall.sql.function.GroupFold;
import io.eyewall.sql.function.JoinRule;
import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.Order;
import io.eyewall.sql.function.OverFold;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.flow.KeyedFlow;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.KeyedStep;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Translates what is never complete over a stream: operators that keep rows or groups for ever, and
 * emit what each row changes in their result.
 */
final class ChangingOperators {
    private final Translation translation;

    /** The operators that keep rows or groups for ever, in the words of SQL, innermost first. */
    private final List<String> reasons = new ArrayList<>();

    ChangingOperators(Translation translation) {
        this.translation = translation;
    }

    /** Returns whether the query has an operator that keeps rows or groups for ever. */
    boolean areThere() {
        return !reasons.isEmpty();
    }

    /** Returns what keeps rows or groups for ever, for messages. */
    String reason() {
        return "the query has " + String.join(", ", new LinkedHashSet<>(reasons));
    }

    /** Refuses functions that could return something else when a row is taken away. */
    void refuseChangingFunctions(RexProgram program) {
        RexVisitorImpl<@Nullable Void> visitor =
                new RexVisitorImpl<>(true) {
                    @Override
                    public @Nullable Void visitCall(RexCall call) {
                        if (!call.getOperator().isDeterministic()
                                || call.getOperator().isDynamicFunction()) {
                            throw translation.error(
                                    call.getOperator().getName()
                                            + " is computed of rows that may be taken away again ("
                                            + reason()
                                            + "), and would give another value then; compute it"
                                            + " in a subquery that only reads the stream");
                        }
                        return super.visitCall(call);
                    }
                };
        for (RexNode expression : program.getExprList()) {
            expression.accept(visitor);
        }
    }

    OperatorRows group(LogicalAggregate aggregate, OperatorRows input, GroupFold fold) {
        boolean isScalar =
                aggregate.getAggCallList().stream()
                        .anyMatch(call -> call.getAggregation().getKind() == SqlKind.SINGLE_VALUE);
        if (isScalar) {
            throw translation.error(
                    "a subquery over a stream stands for one value, but may have several rows;"
                            + " aggregate them, as by MAX");
        }
        reasons.add(
                (aggregate.getAggCallList().isEmpty() ? "DISTINCT or " : "")
                        + "GROUP BY over a stream without window_end among its keys");
        List<Integer> keys = aggregate.getGroupSet().asList();
        return byKey(
                "aggregate",
                aggregate.getGroupSet() + ", " + aggregate.getAggCallList(),
                keys,
                input,
                new GroupChanges(fold, !keys.isEmpty(), input.changing()));
    }

    OperatorRows over(
            String group,
            List<Integer> keys,
            OperatorRows input,
            OverFold fold,
            Order order,
            long needed) {
        reasons.add("OVER over a stream without window_end in its PARTITION BY");
        return byKey(
                "over",
                group + (needed < 0 ? "" : ", the first " + needed),
                keys,
                input,
                PartitionChanges.over(fold, order, needed, input.changing()));
    }

    OperatorRows limit(OperatorRows input, Order order, long skipped, long limit) {
        reasons.add("LIMIT over a stream");
        return byKey(
                "limit",
                order.columns() + ", " + limit + " rows behind " + skipped,
                List.of(),
                input,
                PartitionChanges.limit(order, skipped, limit, input.changing()));
    }

    private OperatorRows byKey(
            String kind,
            String description,
            List<Integer> keys,
            OperatorRows input,
            KeyedStep<Key, Object[], Object[]> step) {
        String name = translation.newName(kind);
        int tasks = translation.tasks(keys);
        KeyedFlow<Key, Object[]> flow = input.flow().keyBy(Key.by(keys)).tasks(tasks);
        explain(name, input.components(), description);
        return changing(
                Output.withSteps(
                        List.of(name),
                        (first, steps) -> flow.each(name, StepsBehind.of(step, steps))),
                true,
                tasks);
    }

    private void explain(String name, List<String> inputs, String description) {
        translation.explain(name + " <- " + inputs + ": " + description + ", with each row");
    }

    private static OperatorRows changing(Output output, boolean changing, int tasks) {
        return new OperatorRows(
                output, false, false, changing, Set.of(), Set.of(), Set.of(), tasks);
    }

    /**
     * @param isStrict by key: whether it is compared by {@code =}, so that nulls are not equal
     */
    OperatorRows join(
            LogicalJoin join,
            JoinRule rule,
            OperatorRows left,
            List<Integer> leftKeys,
            OperatorRows right,
            List<Integer> rightKeys,
            List<Boolean> isStrict) {
        reasons.add(rule.kind() + " JOIN of a stream without window_end in its condition");
        List<Integer> strict =
                IntStream.range(0, isStrict.size()).filter(isStrict::get).boxed().toList();
        JoinChanges step = new JoinChanges(rule, strict, left.changing(), right.changing());
        int tasks = translation.tasks(leftKeys);
        String name = translation.newName("join");
        KeyedFlow<Key, Object[]> leftFlow = left.flow().keyBy(Key.by(leftKeys)).tasks(tasks);
        KeyedFlow<Key, Object[]> rightFlow = right.flow().keyBy(Key.by(rightKeys));
        List<String> inputs = new ArrayList<>(left.components());
        inputs.addAll(right.components());
        explain(name, inputs, rule.kind() + " on " + join.getCondition());
        return changing(
                Output.withSteps(
                        List.of(name),
                        (first, steps) ->
                                leftFlow.eachWith(name, rightFlow, StepsBehind.of(step, steps))),
                step.emitsChanges(),
                tasks);
    }

    /** Unites inputs of which at least one is changes. Steps behind the union run in the inputs. */
    OperatorRows union(List<OperatorRows> inputs) {
        List<String> components = new ArrayList<>();
        int tasks = 1;
        for (OperatorRows input : inputs) {
            if (!input.changing()) {
                String name = translation.newName("changes");
                translation.explain(
                        input.output().addStep(name, RowChanges.ofRows())
                                + ": rows that are added");
            }
            components.addAll(input.components());
            tasks = Math.max(tasks, input.tasks());
        }
        return changing(
                Output.withSteps(components, (first, steps) -> united(inputs, first, steps)),
                true,
                tasks);
    }

    private static Flow<Object[]> united(
            List<OperatorRows> inputs,
            String first,
            EachBolt.@Nullable Step<Object[], Object[]> steps) {
        @Nullable Flow<Object[]> flow = null;
        for (OperatorRows input : inputs) {
            if (steps != null) {
                input.output().addStep(first, steps);
            }
            flow = flow == null ? input.flow() : flow.union(input.flow());
        }
        return Objects.requireNonNull(flow);
    }
}
