import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {check} from 'recheck';
import {parseAst} from 'rolldown/parseAst';
import {expect, it} from 'vitest';

/**
 * No regular expression of the product takes more than linear time on a text that is made against it: one such pattern
 * stops service or dashboard for minutes. Each literal is analysed once; `linear.txt` remembers the ones that are (by
 * hash), `bounded.json` says of each other one what keeps the text short that it meets.
 * `UPDATE_PATTERNS=1` analyses what is new and writes `linear.txt`.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const fixture = (name: string) => join(root, 'test/fixtures/patterns', name);
const wings = ['source', 'service', 'components', 'screens', 'hooks', 'demo'];

type Literal = {pattern: string; flags: string; place: string};

function literalsOf(file: string): Literal[] {
	const text = readFileSync(join(root, file), 'utf8');
	const found: Literal[] = [];
	const visit = (node: unknown): void => {
		if (node === null || typeof node !== 'object') return;
		const {type, regex, start} = node as {type?: string; regex?: {pattern: string; flags: string}; start?: number};
		if (type === 'Literal' && regex)
			found.push({...regex, place: `${file}:${text.slice(0, start).split('\n').length}`});
		Object.values(node).forEach(visit);
	};
	visit(parseAst(text, {lang: file.endsWith('x') ? 'tsx' : 'ts'}).body);
	return found;
}

const written = ({pattern, flags}: Literal) => `/${pattern}/${flags}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const literals = wings
	.flatMap(wing => readdirSync(join(root, wing), {recursive: true, encoding: 'utf8'}).map(name => `${wing}/${name}`))
	.filter(name => /\.tsx?$/.test(name))
	.sort()
	.flatMap(literalsOf);
const bounded: Record<string, string> = JSON.parse(readFileSync(fixture('bounded.json'), 'utf8'));
const linear = new Set(readFileSync(fixture('linear.txt'), 'utf8').split('\n').filter(Boolean));

it('every pattern takes linear time, or meets short texts only', async () => {
	const now = new Map(literals.map(literal => [written(literal), literal]));
	const bad: string[] = [];
	for (const [text, {pattern, flags, place}] of now) {
		if (linear.has(hashOf(text)) || bounded[text] !== undefined) continue;
		const found = await check(pattern, flags, {timeout: 30_000, randomSeed: 1});
		if (found.status === 'safe') linear.add(hashOf(text));
		else bad.push(`${place} ${text}: ${found.status === 'vulnerable' ? found.complexity.summary : 'not decided'}`);
	}
	if (process.env['UPDATE_PATTERNS']) {
		const kept = [...now.keys()].map(hashOf).filter(hash => linear.has(hash));
		writeFileSync(fixture('linear.txt'), `${[...new Set(kept)].sort().join('\n')}\n`);
	}
	expect(bad).toEqual([]);
});

it('what is said to be bounded is there and says by what', () => {
	const texts = new Set(literals.map(written));
	expect(Object.entries(bounded).filter(([text, by]) => !texts.has(text) || by.length < 20)).toEqual([]);
});

it('a pattern that takes quadratic time is found', async () => {
	const found = await check(String.raw`\s+$`, '');
	expect(found.status).toBe('vulnerable');
});
