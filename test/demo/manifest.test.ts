import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {type Manifest, manifestProblems, readManifest} from '../../demo/manifest.ts';

const folder = fileURLToPath(new URL('../../demo/tests', import.meta.url));
const manifest = readManifest(folder);
const producerOf = (variable: string) => manifest.tests.find(({produces}) => produces.includes(variable))!;

/** Longest distance from a test without needs, counted from 1. */
function waveOf(name: string): number {
	const {consumes} = manifest.tests.find(test => test.name === name)!;
	return 1 + Math.max(0, ...consumes.map(variable => waveOf(producerOf(variable).name)));
}

describe('the tests of the demo', () => {
	it('are at least fourteen, in files that all belong to one entry', () => {
		expect(manifest.tests.length).toBeGreaterThanOrEqual(14);
		const files = readdirSync(folder).filter(file => file.endsWith('.py'));
		expect(files.sort()).toEqual(manifest.tests.map(({file}) => file).sort());
	});

	it('form at least three waves, with producers, consumers and a teardown', () => {
		const waves = new Set(manifest.tests.filter(({category}) => category === undefined).map(({name}) => waveOf(name)));
		expect(waves.size).toBeGreaterThanOrEqual(3);
		expect(manifest.tests.some(({produces, consumes}) => produces.length > 0 && consumes.length > 0)).toBe(true);
		expect(manifest.tests.filter(({category}) => category === 'teardown')).toHaveLength(1);
	});

	it('fail in exactly one producer, and exactly its consumers are expected to be Blocked', () => {
		expect(manifest.expected.failed).toHaveLength(1);
		const unavailable = new Set(manifest.tests.find(({name}) => name === manifest.expected.failed[0])!.produces);
		const blocked: string[] = [];
		for (const {name, produces, consumes} of manifest.tests) {
			if (!consumes.some(variable => unavailable.has(variable))) continue;
			blocked.push(name);
			for (const variable of produces) unavailable.add(variable);
		}
		expect(blocked.length).toBeGreaterThan(0);
		expect(manifest.expected.blocked).toEqual(blocked);
	});

	it('use in their code exactly what the manifest declares', () => {
		const uses = (code: string, pattern: RegExp) =>
			[...new Set([...code.matchAll(pattern)].map(match => match[1]!))].sort();
		for (const {file, produces, consumes} of manifest.tests) {
			const code = readFileSync(`${folder}/${file}`, 'utf8');
			expect(uses(code, /produce\("(\w+)"/g), file).toEqual([...produces].sort());
			expect(uses(code, /variables\[['"](\w+)['"]\]/g), file).toEqual([...consumes].sort());
		}
	});

	it('start with a sentence, give every call a time limit and every assertion a message', () => {
		for (const {file} of manifest.tests) {
			const code = readFileSync(`${folder}/${file}`, 'utf8');
			expect(code, file).toMatch(/^"""[A-Z].+\.\n\n/);
			const calls = code.match(/requests\.(get|post|put|patch|delete)\(|urlopen\(/g) ?? [];
			expect(code.match(/timeout=/g), file).toHaveLength(calls.length);
			for (const assertion of code.match(/^ *assert .*$/gm) ?? []) expect(assertion, file).toMatch(/, (f?"|\($)/);
		}
	});
});

describe('a manifest that does not hold together', () => {
	const test = {file: 'a.py', name: 'A', description: '', priority: 'p1' as const, produces: ['x'], consumes: []};
	const nothing = {failed: [], blocked: [], orphanFamilies: []};
	it.each<[string, Manifest, string]>([
		[
			'a need without a producer',
			{tests: [{...test, consumes: ['y']}], expected: nothing},
			'nothing produces y for "A"',
		],
		[
			'two tests of one name',
			{tests: [test, {...test, file: 'b.py', produces: []}], expected: nothing},
			'two tests are called "A"',
		],
		[
			'two producers of one name',
			{tests: [test, {...test, name: 'B', file: 'b.py'}], expected: nothing},
			'two tests produce x',
		],
		[
			'two entries for one file',
			{tests: [test, {...test, name: 'B', produces: []}], expected: nothing},
			'two tests use the file a.py',
		],
		[
			'an expectation about no test',
			{tests: [test], expected: {...nothing, failed: ['B']}},
			'"B" is expected but is not a test',
		],
		[
			'one test expected twice',
			{tests: [test], expected: {...nothing, failed: ['A'], blocked: ['A']}},
			'"A" cannot be both failed and blocked',
		],
	])('%s is told in words', (_what, broken, problem) => {
		expect(manifestProblems(broken)).toEqual([problem]);
	});
});
