/**
 * Reads the source of a test by Python's own syntax tree, on any Python 3. In: JSON objects on stdin, one a line
 * (`code`, `produces`, `needs`, `known`); out: for each a JSON list of `{line, isError, text}`. The code is parsed, never
 * executed.
 */
export const lintScript = `
import ast, json, sys

def const(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

class Names(ast.NodeVisitor):
    """What a test reads, publishes and defines at its top level."""

    def __init__(self):
        self.reads, self.produced, self.top, self.loaded = [], [], set(), set()
        self.any_read = self.any_produced = False
        self.depth = 0

    def define(self, name):
        if self.depth == 0:
            self.top.add(name)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.define(node.id)
        elif node.id == "variables":
            self.any_read = True
        elif node.id in ("globals", "vars", "locals", "exec", "eval"):
            self.any_read = self.any_produced = True
        else:
            self.loaded.add(node.id)

    def visit_Subscript(self, node):
        name = const(node.slice)
        if isinstance(node.value, ast.Name) and node.value.id == "variables" and name is not None:
            self.reads.append((node.lineno, name))
        else:
            self.generic_visit(node)

    def visit_Compare(self, node):
        last = node.comparators[-1]
        if isinstance(last, ast.Name) and last.id == "variables" and const(node.left) is not None:
            return
        self.generic_visit(node)

    def visit_Call(self, node):
        function, first = node.func, const(node.args[0]) if node.args else None
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            if function.value.id == "variables" and function.attr == "get" and first is not None:
                self.reads.append((node.lineno, first))
                for argument in node.args[1:]:
                    self.visit(argument)
                return
        if isinstance(function, ast.Name) and function.id == "produce":
            named = [const(keyword.value) for keyword in node.keywords if keyword.arg == "name"]
            name = first if first is not None else (named or [None])[0]
            if name is None:
                self.any_produced = True
            else:
                self.produced.append((node.lineno, name))
        elif isinstance(function, ast.Name) and function.id in ("globals", "vars", "exec", "eval"):
            self.any_read = self.any_produced = True
        self.generic_visit(node)

    def inner(self, node):
        for part in getattr(node, "decorator_list", []):
            self.visit(part)
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1

    def visit_FunctionDef(self, node):
        self.define(node.name)
        self.inner(node)

    visit_AsyncFunctionDef = visit_ClassDef = visit_FunctionDef
    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = inner

    def visit_Global(self, node):
        self.top.update(node.names)

    def visit_alias(self, node):
        if node.name == "*":
            self.any_read = self.any_produced = True
        self.define(node.asname or node.name.partition(".")[0])

    def visit_ExceptHandler(self, node):
        self.generic_visit(node)

def found(line, text, is_error=False):
    return {"line": line, "isError": is_error, "text": text}

def near(name, others):
    bare = lambda text: text.replace("_", "").replace("-", "").lower()
    return next((other for other in others if other != name and bare(other) == bare(name)), None)

def check(code, produces, needs, known):
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        return [found(error.lineno, "Python cannot read this: " + (error.msg or "invalid syntax"), True)]
    except (ValueError, RecursionError, MemoryError) as error:
        return [found(None, "Python cannot read this: " + str(error), True)]
    names = Names()
    try:
        names.visit(tree)
    except RecursionError:
        return []
    out = []
    for line, name in dict((name, (line, name)) for line, name in reversed(names.reads)).values():
        meant = near(name, needs) or near(name, known or [])
        if name in needs:
            continue
        elif meant is not None and name not in (known or []):
            where = "the test declares %s" if meant in needs else "%s is what the project produces"
            declare = "" if meant in needs else ", and declare it: --needs " + meant
            out.append(found(line, 'variables["%s"] is read, but %s: read variables["%s"] where that is meant%s' % (name, where % meant, meant, declare)))
        elif known is not None and name not in known:
            out.append(found(line, 'variables["%s"] is read, but no test of the project produces %s: make the value in the test itself, or let another test produce it first' % (name, name)))
        else:
            out.append(found(line, 'variables["%s"] is read, but the test does not declare that it needs %s: --needs %s' % (name, name, name)))
    published = {name for _, name in names.produced}
    for line, name in dict((name, (line, name)) for line, name in reversed(names.produced)).values():
        if name not in produces:
            out.append(found(line, '%s is produced, but not declared, so no other test gets it: --produces %s' % (name, name)))
    for name in produces:
        if name not in published and name not in names.top and not names.any_produced:
            out.append(found(None, '%s is declared as produced, but nothing produces it: call produce("%s", value), or assign it at the top level' % (name, name)))
    read = {name for _, name in names.reads} | names.loaded
    for name in needs:
        if name not in read and not names.any_read:
            out.append(found(None, 'the test declares that it needs %s and never reads it; it only waits for its producer, which --after does without a value' % name))
    return sorted(out, key=lambda one: one["line"] or 0)

for line in sys.stdin.buffer:
    job = json.loads(line.decode("utf-8", "replace"))
    print(json.dumps(check(job["code"], job["produces"], job["needs"], job.get("known"))), flush=True)
`;
