package io.eyewall.sql.compiler;

import io.eyewall.sql.function.Code;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.ClassDeclaration;
import org.apache.calcite.linq4j.tree.ClassDeclarationFinder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.GotoStatement;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.MethodDeclaration;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.validate.SqlConformanceEnum;

/**
 * Generates Java code for a condition and a projection, with the code generator of Calcite's own
 * engine.
 */
final class RowCode {
    private RowCode() {}

    /** Generates a function of a row of the program's input. */
    static Code generate(RexProgram program, JavaTypeFactory types) {
        BlockBuilder body = new BlockBuilder();
        ParameterExpression row = Expressions.parameter(Object[].class, "row");
        PhysType input =
                PhysTypeImpl.of(types, program.getInputRowType(), JavaRowFormat.ARRAY, false);
        RexToLixTranslator.InputGetter fields =
                new RexToLixTranslator.InputGetterImpl(Map.of(row, input));
        if (program.getCondition() != null) {
            Expression condition =
                    RexToLixTranslator.translateCondition(
                            program,
                            types,
                            body,
                            fields,
                            name -> fields,
                            SqlConformanceEnum.DEFAULT);
            body.add(
                    Expressions.ifThen(
                            Expressions.not(condition),
                            Expressions.return_(null, Expressions.constant(null))));
        }
        List<Expression> projects =
                RexToLixTranslator.translateProjects(
                        program,
                        types,
                        SqlConformanceEnum.DEFAULT,
                        body,
                        null,
                        null,
                        DataContext.ROOT,
                        fields,
                        null);
        body.add(Expressions.return_(null, Expressions.newArrayInit(Object.class, projects)));
        SharedFunctions functions = new SharedFunctions();
        BlockStatement block = body.toBlock().accept(new TextFunctionCalls()).accept(functions);
        List<Statement> statements = new ArrayList<>(functions.initialization());
        statements.addAll(withoutUnreachable(block));
        MethodDeclaration apply =
                Expressions.methodDecl(
                        Modifier.PUBLIC,
                        Object[].class,
                        "apply",
                        List.of(DataContext.ROOT, row),
                        Expressions.block(statements));
        List<MemberDeclaration> members = new ArrayList<>(functions.declarations());
        members.addAll(withConstants(apply));
        return new Code(Expressions.toString(members, "\n", false));
    }

    /**
     * Returns the members of a class with a method in which objects that depend on nothing, such as
     * functions that compile patterns and keep them, are constants of the class.
     */
    private static List<MemberDeclaration> withConstants(MethodDeclaration method) {
        ClassDeclaration withMethod =
                Expressions.classDecl(
                        Modifier.PUBLIC, "Functions", null, List.of(), List.of(method));
        return withMethod.accept(ClassDeclarationFinder.create()).memberDeclarations;
    }

    /**
     * Returns the statements of a body without the statements behind the first return at its top
     * level. A condition that is never true, such as {@code x = NULL}, is reduced to such a return,
     * and Java rejects unreachable statements.
     */
    private static List<Statement> withoutUnreachable(BlockStatement body) {
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : body.statements) {
            statements.add(statement);
            if (statement instanceof GotoStatement) {
                break;
            }
        }
        return statements;
    }
}
