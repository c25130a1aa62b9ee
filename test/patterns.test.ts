import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {check} from 'recheck';
import {parseAst} from 'rolldown/parseAst';
import {afterAll, expect, it} from 'vitest';

/**
 * No regular expression of the product takes more than linear time on a text that is made against it: one such pattern
 * stops service or dashboard for minutes. Each literal is analysed once; `linear.txt` remembers the ones that are (by
 * hash), `bounded.json` says of each other one what keeps the text short that it meets.
 * `UPDATE_PATTERNS=1` analyses what is new and writes `linear.txt`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = (name: string) => join(root, 'test/fixtures/patterns', name);
const wings = ['contract', 'source', 'service', 'components', 'screens', 'hooks', 'demo'];

/**
 * The analysis counts steps and never looks at a clock: the verdict is the same on a busy machine. `timeout` ends alone
 * what would not end by itself.
 */
const analyse = (pattern: string, flags: string) =>
	check(pattern, flags, {
		randomSeed: 1,
		attackLimit: 5_000_000,
		attackTimeout: null,
		incubationTimeout: null,
		seedingTimeout: null,
		timeout: 300_000,
	});

type Literal = {pattern: string; flags: string; place: string};

type Read = {file: string; literals: Literal[]; buildsPattern: boolean};

/** What a file says in patterns: its literals, and whether it puts some together at run time. */
function read(file: string): Read {
	const text = readFileSync(join(root, file), 'utf8');
	const told: Read = {file, literals: [], buildsPattern: false};
	const visit = (node: unknown): void => {
		if (node === null || typeof node !== 'object') return;
		const {type, regex, start, callee} = node as {
			type?: string;
			regex?: {pattern: string; flags: string};
			start?: number;
			callee?: {name?: string};
		};
		if (type === 'Literal' && regex)
			told.literals.push({...regex, place: `${file}:${text.slice(0, start).split('\n').length}`});
		if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') told.buildsPattern = true;
		Object.values(node).forEach(visit);
	};
	visit(parseAst(text, {lang: file.endsWith('x') ? 'tsx' : 'ts'}).body);
	return told;
}

const written = ({pattern, flags}: Literal) => `/${pattern}/${flags}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const files = wings
	.flatMap(wing => readdirSync(join(root, wing), {recursive: true, encoding: 'utf8'}).map(name => `${wing}/${name}`))
	.filter(name => /\.tsx?$/.test(name))
	.sort()
	.map(read);
const literals = files.flatMap(file => file.literals);
const bounded: Record<string, string> = JSON.parse(readFileSync(fixture('bounded.json'), 'utf8'));
const linear = new Set(readFileSync(fixture('linear.txt'), 'utf8').split('\n').filter(Boolean));

/** Which of the literals take more than linear time; what is found to be linear is remembered. */
async function slowAmong(all: readonly Literal[]): Promise<string[]> {
	const bad: string[] = [];
	for (const literal of all) {
		const text = written(literal);
		if (linear.has(hashOf(text)) || bounded[text] !== undefined) continue;
		const found = await analyse(literal.pattern, literal.flags);
		if (found.status === 'safe') linear.add(hashOf(text));
		else
			bad.push(`${literal.place} ${text}: ${found.status === 'vulnerable' ? found.complexity.summary : 'not decided'}`);
	}
	return bad;
}

it('every pattern takes linear time, or meets short texts only', async () => {
	expect(await slowAmong(literals)).toEqual([]);
});

afterAll(() => {
	if (!process.env['UPDATE_PATTERNS']) return;
	const kept = [...literals, ...ofPython].map(literal => hashOf(written(literal))).filter(hash => linear.has(hash));
	writeFileSync(fixture('linear.txt'), `${[...new Set(kept)].sort().join('\n')}\n`);
});

it('what is said to be bounded is there and says by what', () => {
	const texts = new Set(literals.map(written));
	expect(Object.entries(bounded).filter(([text, by]) => !texts.has(text) || by.length < 20)).toEqual([]);
});

/** Files that put patterns together at run time, each with what keeps them quick. */
const builtHere: Record<string, string> = JSON.parse(readFileSync(fixture('built.json'), 'utf8'));

/** Patterns of the Python run-time: written ones with their flags, and the source of those that are put together. */
const pythonPatterns = `
import ast, json, pathlib, sys
names = {'compile', 'search', 'match', 'fullmatch', 'sub', 'split', 'findall', 'finditer'}
found = []
for path in sorted(pathlib.Path(sys.argv[1]).rglob('*.py')):
    text = path.read_text()
    for node in ast.walk(ast.parse(text)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names): continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == 're' and node.args): continue
        first = node.args[0]
        value = first.value if isinstance(first, ast.Constant) else None
        found.append({
            'place': f'{path.name}:{node.lineno}',
            'pattern': value.decode('latin-1') if isinstance(value, bytes) else value,
            'ignoresCase': any('re.I' in ast.unparse(given) for given in [*node.args, *(k.value for k in node.keywords)]),
        })
json.dump(found, sys.stdout)
`;
const python: {place: string; pattern: string | null; ignoresCase: boolean}[] = JSON.parse(
	execFileSync('python3', ['-c', pythonPatterns, join(root, 'service/runners/python')], {encoding: 'utf8'}),
);

/** The same in the notation of JavaScript. */
const ofPython: Literal[] = python.flatMap(({pattern, ignoresCase, place}) =>
	pattern === null ? [] : [{pattern: pattern.replaceAll('\\Z', '$'), flags: ignoresCase ? 'i' : '', place}],
);

it('who puts a pattern together at run time says what keeps it quick', () => {
	const builders = [
		...files.filter(({buildsPattern}) => buildsPattern).map(({file}) => file),
		...python.filter(({pattern}) => pattern === null).map(({place}) => place.split(':')[0]!),
	];
	expect([...new Set(builders)].sort()).toEqual(Object.keys(builtHere).sort());
	expect(Object.values(builtHere).filter(because => because.length < 20)).toEqual([]);
});

it('every pattern of the Python run-time takes linear time', async () => {
	expect(python.length).toBeGreaterThan(20);
	expect(await slowAmong(ofPython)).toEqual([]);
});

it.each([
	[String.raw`\s+$`, ''],
	[String.raw`(a+)+$`, ''],
	// Look-around and back-references are tried out instead of calculated.
	[String.raw`(?<!\w)_+|_+(?!\w)`, 'g'],
])('%s takes more than linear time, and is found', async (pattern, flags) => {
	const found = await analyse(pattern, flags);
	expect(found.status).toBe('vulnerable');
});
