import {execFileSync} from 'node:child_process';

/**
 * What is wrong with Python sources: those that do not compile, names that are bound or imported and never used, names
 * that nobody binds, and lines of more than 118 columns.
 */
export function pythonProblems(sources: Record<string, string>): string[] {
	const answer = execFileSync('python3', ['-c', program], {input: JSON.stringify(sources), encoding: 'utf8'});
	return JSON.parse(answer) as string[];
}

const program = `
import ast, builtins, json, sys

INJECTED = {"BASE_URL", "TARGET_URL", "__AUTH_HEADERS__", "__EXTRA_HEADERS__", "variables", "produce", "RUN_TAG"}
INJECTED |= {"leaks", "read_json", "wrong_credential", "tag_letters"}
problems = []
for name, source in json.load(sys.stdin).items():
    try:
        tree = ast.parse(source, name)
        compile(source, name, "exec")
    except SyntaxError as error:
        problems.append(f"{name}: {error}")
        continue
    bound, used = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.FunctionDef):
            bound.add(node.name)
            bound.update(argument.arg for argument in node.args.args + node.args.kwonlyargs)
            bound.update(argument.arg for argument in (node.args.vararg, node.args.kwarg) if argument)
    problems += [f"{name}: {unused} is never used" for unused in sorted(bound - used - {"_"})]
    known = bound | INJECTED | set(dir(builtins))
    problems += [f"{name}: nobody defines {free}" for free in sorted(used - known) if not free.startswith("VAR_")]
    for number, line in enumerate(source.split("\\n"), 1):
        if len(line) > 118:
            problems.append(f"{name}:{number} has {len(line)} columns")
        if line != line.rstrip():
            problems.append(f"{name}:{number} ends in blanks")
print(json.dumps(problems))
`;
