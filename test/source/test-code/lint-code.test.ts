import {describe, expect, it} from 'vitest';
import {codeLint, findingText, usualPythons} from '../../../source/test-code/lint-code.ts';
import {codeReader} from '../../../source/test-code/test-warnings.ts';

const lint = codeLint(['python3']);

const read = async (code: string, {produces = [], needs = []}: {produces?: string[]; needs?: string[]} = {}) =>
	(await lint({code, produces, needs}))?.map(findingText);

describe('what Python cannot read', () => {
	it.each([
		['an open bracket', 'x = (1,\n', /^line 1: Python cannot read this: /],
		['a missing block', 'if True:\nx = 1\n', /^line 2: Python cannot read this: expected an indented block/],
		['a form of another language', 'const x = 1;\n', /^line 1: Python cannot read this: invalid syntax/],
		['a byte that no source has', 'x = 1\u0000\n', /^Python cannot read this: |^line 1: Python cannot read this: /],
	])('%s is told with its line', async (_, code, expected) => {
		const findings = await read(code);
		expect(findings).toHaveLength(1);
		expect(findings![0]).toMatch(expected);
	});

	it('is told once, and not a second time by the reader of its text', async () => {
		const {findings, warnings, isRead} = await codeReader(usualPythons)({code: 'assert (1\n', produces: [], needs: []});
		expect([findings.length, isRead]).toEqual([1, true]);
		expect(warnings.filter(one => one.includes('Python will not run'))).toEqual([]);
	});
});

describe('values that are read', () => {
	it.each([
		['by subscript', 'x = variables["order_id"]\n'],
		['with a default', 'x = variables.get("order_id", 1)\n'],
		['inside an f-string', 'x = f"{variables[\'order_id\']}"\n'],
		['inside a function', 'def test_a():\n    return variables["order_id"]\n'],
	])('%s without a declaration are told, with it they are not', async (_, code) => {
		expect(await read(code)).toEqual([
			expect.stringContaining('does not declare that it needs order_id: --needs order_id'),
		]);
		expect(await read(code, {needs: ['order_id']})).toEqual([]);
	});

	it.each([
		['declared', {needs: ['order_id']}, 'the test declares order_id: read variables["order_id"] where that is meant'],
		[
			'produced',
			{needs: [], known: ['order_id']},
			'order_id is what the project produces: read variables["order_id"] where that is meant, and declare it: --needs order_id',
		],
	])('under a name that is only like one that is %s are told with that one', async (_, declared, told) => {
		const job = {code: 'x = variables["orderId"]\n', produces: [], ...declared};
		expect((await lint(job))?.map(findingText)).toContain(`line 1: variables["orderId"] is read, but ${told}`);
	});

	it('under a name that only the run knows are not guessed at', async () => {
		expect(await read('for name in names:\n    x = variables[name]\n', {needs: ['order_id']})).toEqual([]);
	});

	it.each([
		['as a global', 'x = order_id\n', []],
		[
			'nowhere',
			'x = 1\n',
			[
				'the test declares that it needs order_id and never reads it; it only waits for its producer, which --after does without a value',
			],
		],
		[
			'only in a text',
			'x = "order_id"  # order_id\n',
			[
				'the test declares that it needs order_id and never reads it; it only waits for its producer, which --after does without a value',
			],
		],
		['after asking whether it is there', 'if "order_id" in variables:\n    x = variables["order_id"]\n', []],
	])('declared and read %s', async (_, code, expected) => {
		expect(await read(code, {needs: ['order_id']})).toEqual(expected);
	});
});

describe('values that are published', () => {
	it.each([
		['by produce', 'produce("order_id", 1)\n'],
		['by keyword', 'produce(name="order_id", value=1)\n'],
		['at the top level', 'order_id = 1\n'],
		['at the top level inside a block', 'with open("x") as f:\n    order_id = f.read()\n'],
		['by unpacking', 'a, (order_id, *rest) = f()\n'],
		['by a loop', 'for order_id in ids:\n    pass\n'],
		['by a walrus', 'if (order_id := f()):\n    pass\n'],
		['by a function that says global', 'def make():\n    global order_id\n    order_id = 1\n'],
		['by an import', 'from ids import first as order_id\n'],
		['under a name that only the run knows', 'for name in names:\n    produce(name, 1)\n'],
	])('%s are found', async (_, code) => {
		expect(await read(code, {produces: ['order_id']})).toEqual([]);
	});

	it('that nothing produces are told, a name inside a function is no top level', async () => {
		expect(await read('def make():\n    order_id = 1\n', {produces: ['order_id']})).toEqual([
			'order_id is declared as produced, but nothing produces it: call produce("order_id", value), or assign it at the top level',
		]);
	});

	it('without a declaration are told', async () => {
		expect(await read('x = 1\nproduce("order_id", x)\n')).toEqual([
			'line 2: order_id is produced, but not declared, so no other test gets it: --produces order_id',
		]);
	});
});

it('a variable that names no Python is passed over', async () => {
	const {isRead} = await codeReader(['', undefined, ...usualPythons])({code: 'assert 1\n', produces: [], needs: []});
	expect(isRead).toBe(true);
});

it('a Python that is not there is told apart from one that finds nothing', async () => {
	expect(await codeLint(['/nonexistent/python'])({code: 'x = 1', produces: [], needs: []})).toBeNull();
	const {isRead, warnings} = await codeReader(['/nonexistent/python'])({code: 'assert (1\n', produces: [], needs: []});
	expect(isRead).toBe(false);
	expect(warnings).toEqual([expect.stringContaining('Python will not run this test')]);
});
