import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

/**
 * Samples declarations of a checkout and asks javac who refers to them.
 *
 * <p>java Oracle.java ROOT [--seed 1] [--count 200] --out FACTS. The output is what ../compare.py reads; ../README.md
 * defines its terms. Dependencies need not be there: what javac cannot resolve is counted as unknown.
 */
class Oracle {
    /** A name in the source: what it means, or null where javac does not know it. */
    record Use(String path, int line, String name, Element means, boolean call, String enclosing, String tag) {}

    record Declared(String path, int line, String name, String qualified, String kind, Element element) {}

    static final Set<String> KINDS = Set.of("CLASS", "INTERFACE", "ENUM", "RECORD", "METHOD", "FIELD");
    static final List<Use> uses = new ArrayList<>();
    static final List<Declared> declared = new ArrayList<>();

    public static void main(String[] given) throws IOException {
        Path root = Path.of(given[0]).toRealPath();
        Map<String, String> options = new HashMap<>(Map.of("--seed", "1", "--count", "200"));
        for (int at = 1; at + 1 < given.length; at += 2) options.put(given[at], given[at + 1]);
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java")).sorted().toList();
        }
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null);
        JavacTask task = (JavacTask) javac.getTask(null, manager, problem -> {}, List.of("-proc:none", "-Xmaxerrs", "0"),
                null, manager.getJavaFileObjectsFromPaths(files));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        for (CompilationUnitTree unit : units) {
            String path = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
            new Names(path, unit, Trees.instance(task)).scan(unit, null);
        }
        declared.sort(Comparator.comparing(Declared::path).thenComparing(Declared::line));
        List<Declared> sample = new ArrayList<>(declared);
        Collections.shuffle(sample, new Random(Long.parseLong(options.get("--seed"))));
        sample = sample.subList(0, Math.min(sample.size(), Integer.parseInt(options.get("--count"))));
        Set<String> judged = files.stream().map(f -> root.relativize(f).toString()).collect(Collectors.toSet());
        String text = "{\"oracle\":" + json("javac " + System.getProperty("java.version")) + ",\"root\":" + json(root.toString())
                + ",\"seed\":" + options.get("--seed") + ",\"population\":" + declared.size() + ",\"skipped\":{},\"judged\":"
                + list(judged.stream().sorted().map(Oracle::json)) + ",\"symbols\":" + list(sample.stream().map(Oracle::described)) + "}";
        Files.writeString(Path.of(options.get("--out")), text);
    }

    static String described(Declared symbol) {
        List<Use> named = uses.stream().filter(use -> use.name().equals(symbol.name())).toList();
        return "{\"path\":" + json(symbol.path()) + ",\"line\":" + symbol.line() + ",\"name\":" + json(symbol.name())
                + ",\"qualified\":" + json(symbol.qualified()) + ",\"kind\":" + json(symbol.kind()) + ",\"aliases\":[],\"declarations\":[]"
                + ",\"references\":" + list(named.stream().filter(use -> same(use.means(), symbol.element())).map(Oracle::referred))
                + ",\"others\":" + list(named.stream().filter(use -> !same(use.means(), symbol.element())).map(Oracle::other)) + "}";
    }

    /** A constructor is a use of its class; overloads of a method are one, as the graph and the other oracles have it. */
    static boolean same(Element means, Element element) {
        if (means == null) return false;
        Element holder = means.getEnclosingElement();
        if (means.getKind() == ElementKind.CONSTRUCTOR) return element.equals(holder);
        boolean methods = means.getKind() == ElementKind.METHOD && element.getKind() == ElementKind.METHOD;
        return methods ? holder.equals(element.getEnclosingElement()) && means.getSimpleName().equals(element.getSimpleName())
                : element.equals(means);
    }

    static String referred(Use use) {
        return "{\"path\":" + json(use.path()) + ",\"line\":" + use.line() + ",\"call\":" + use.call() + ",\"enclosing\":"
                + json(use.enclosing()) + ",\"tag\":" + json(use.tag()) + "}";
    }

    static String other(Use use) {
        return "{\"path\":" + json(use.path()) + ",\"line\":" + use.line() + ",\"tag\":" + json(use.tag()) + ",\"what\":"
                + json(use.means() == null ? "unresolved" : use.means().getKind().toString().toLowerCase(Locale.ROOT)) + "}";
    }

    static String list(Stream<String> items) {
        return items.collect(Collectors.joining(",\n", "[", "]"));
    }

    static String json(String text) {
        return text == null ? "null" : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The names of one file. */
    static class Names extends TreePathScanner<Void, Void> {
        final String path;
        final CompilationUnitTree unit;
        final Trees trees;

        Names(String path, CompilationUnitTree unit, Trees trees) {
            this.path = path;
            this.unit = unit;
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            declare(tree, tree.getSimpleName());
            return super.visitClass(tree, none);
        }

        @Override
        public Void visitMethod(MethodTree tree, Void none) {
            // What the compiler adds has no place of its own.
            if (trees.getSourcePositions().getEndPosition(unit, tree) < 0) return null;
            declare(tree, tree.getName());
            return super.visitMethod(tree, none);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void none) {
            declare(tree, tree.getName());
            return super.visitVariable(tree, none);
        }

        void declare(Tree tree, Name name) {
            Element element = trees.getElement(getCurrentPath());
            if (element == null || !KINDS.contains(element.getKind().name()) || name.isEmpty()) return;
            Element around = element.getEnclosingElement();
            boolean named = around instanceof PackageElement || around instanceof TypeElement type && !type.getSimpleName().isEmpty();
            int line = line(tree, name.toString(), false);
            // Nobody refers to a test.
            if (!named || line == 0 || name.toString().startsWith("test")) return;
            String qualified = around instanceof TypeElement ? around.getSimpleName() + "." + name : name.toString();
            declared.add(new Declared(path, line, name.toString(), qualified, element.getKind().name().toLowerCase(Locale.ROOT), element));
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void none) {
            use(tree, tree.getName().toString(), "bare name");
            return super.visitIdentifier(tree, none);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void none) {
            boolean imported = getCurrentPath().getParentPath().getLeaf() instanceof ImportTree;
            use(tree, tree.getIdentifier().toString(), imported ? "import" : "member");
            return super.visitMemberSelect(tree, none);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void none) {
            use(tree, tree.getName().toString(), "method reference");
            return super.visitMemberReference(tree, none);
        }

        void use(Tree tree, String name, String tag) {
            Element means = trees.getElement(getCurrentPath());
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            boolean call = parent instanceof MethodInvocationTree called && called.getMethodSelect() == tree
                    || parent instanceof NewClassTree made && made.getIdentifier() == tree
                    || parent instanceof AnnotationTree put && put.getAnnotationType() == tree;
            boolean known = means != null && means.asType().getKind() != TypeKind.ERROR;
            int line = line(tree, name, true);
            if (line > 0) uses.add(new Use(path, line, name, known ? means : null, call, enclosing(), tag));
        }

        /** The line of a name: of its last mention in what the tree spans, or of its first in a declaration's head. */
        int line(Tree tree, String name, boolean last) {
            SourcePositions positions = trees.getSourcePositions();
            long start = positions.getStartPosition(unit, tree), end = positions.getEndPosition(unit, tree);
            if (start < 0 || end < 0) return 0;
            try {
                String text = unit.getSourceFile().getCharContent(true).toString().substring((int) start, (int) end);
                var found = java.util.regex.Pattern.compile("(?<![\\w$])" + java.util.regex.Pattern.quote(name) + "(?![\\w$])").matcher(text);
                int at = -1;
                // The head of a declaration may have the name in its documentation or its type before: the name is what
                // stands before a parenthesis, a brace, `=`, `;`, `,`, or a keyword that follows it.
                while (found.find()) {
                    String rest = text.substring(found.end()).stripLeading();
                    boolean head = rest.isEmpty() || "({=;,<".indexOf(rest.charAt(0)) >= 0 || rest.matches("(?s)(extends|implements|permits)\\b.*");
                    if (!last && !head) continue;
                    at = found.start();
                    if (!last) break;
                }
                return at < 0 ? 0 : (int) unit.getLineMap().getLineNumber(start + at);
            } catch (IOException unreadable) {
                return 0;
            }
        }

        String enclosing() {
            for (TreePath at = getCurrentPath(); at != null; at = at.getParentPath()) {
                if (at.getLeaf() instanceof MethodTree || at.getLeaf() instanceof ClassTree) {
                    long start = trees.getSourcePositions().getStartPosition(unit, at.getLeaf());
                    return start < 0 ? null : unit.getLineMap().getLineNumber(start) + ":" + trees.getElement(at);
                }
            }
            return null;
        }
    }
}
