import {rmSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {isDispensable} from '../../../source/client/dispensable-fields.ts';
import {canaryKey, type FuzzCase} from '../../fuzz/generate.ts';
import {playInProcess, prepare} from '../../fuzz/play.ts';
import {type PlayableLine, playableLines} from '../../fuzz/playable-lines.ts';
import {createSandbox, createTemplate} from '../../fuzz/sandbox.ts';
import {mapSome} from '../../helpers/map-some.ts';
import {type Change, type SampleService, startSampleService} from '../../helpers/sample-service.ts';
import {missable, type Variation, variations, varied} from '../../helpers/variations.ts';

/**
 * Every command against a service of another make: it answers the documented shapes (the schemas of the contract are
 * walked, so a new field is covered by itself), but leaves out what may be left out, sends null for it, or adds to it.
 */

let service: SampleService;
let template: ReturnType<typeof createTemplate>;
beforeAll(async () => {
	service = await startSampleService();
	template = createTemplate({isSmall: true});
});
afterAll(async () => {
	await service.close();
	template.remove();
});

const lines = await playableLines();
type Output = 'json' | 'text';

async function play({path, argv}: PlayableLine, output: Output, change?: Change) {
	const endpoint = service.endpoint(change);
	const fuzzCase: FuzzCase = {
		seed: 7,
		// The clock runs fast: a busy machine must not end a wait.
		argv: ['--output', output, '--request-timeout', '600', ...argv.map(word => (word === '30' ? '3600' : word))],
		path,
		target: 'hostile',
		mood: 'sample',
		env: {SVC_API_KEY: canaryKey, SVC_TARGET_POLICY: 'private', SVC_PROJECT_ID: 'prj_1', SVC_NO_SKILL_WARNING: '1'},
		stdin: '',
		credentials: null,
		config: null,
		canaries: [canaryKey],
	};
	const sandbox = createSandbox(template.path);
	try {
		// The examples choose directories that must not exist yet.
		rmSync(`${sandbox.cwd}/bundle`, {recursive: true, force: true});
		const env = prepare(fuzzCase, sandbox, {url: endpoint.url, key: null});
		const played = await playInProcess({
			fuzzCase,
			sandbox,
			env,
			cliPath: '',
			serviceAddress: '',
			patienceMs: 120_000,
			speed: 20,
		});
		const shown = output === 'text' ? played.stdout + played.stderr : played.stderr;
		const triggers = endpoint.received.filter(({route}) => route?.trigger);
		return {...played, shown, triggers: triggers.map(({method, path: at, body}) => `${method} ${at} ${body}`)};
	} finally {
		sandbox.remove();
	}
}

/** Lines of what is shown that let the inside look out. */
const odd = (shown: string) =>
	shown
		.split('\n')
		.filter(line => /\b(undefined|null|NaN|Infinity|TypeError)\b|\[object |Invalid Date|a bug in/.test(line));

/** Commands that cannot do their work without what an answer may leave out; each says so. */
const needs: Record<string, [exitCode: number, says: RegExp]> = {
	'test code get': [4, /has no code yet/],
	'test failure get': [5, /--out.*the run has no id|"field": "out"/s],
	'test artifact get': [5, /does not say which run it is of/],
};

const both: Output[] = ['text', 'json'];
const usual = new Map<string, ReturnType<typeof play>>();
/** How a line ends when nothing is changed. */
function usually(line: PlayableLine, output: Output): ReturnType<typeof play> {
	const key = `${output} ${line.argv.join(' ')}`;
	const known = usual.get(key) ?? play(line, output);
	usual.set(key, known);
	return known;
}

/** What is wrong with how a line ends when answers are changed. */
async function faultsWith(
	line: PlayableLine,
	output: Output,
	how: Variation,
	change: Change = (route, value) => varied(route.response, value, how),
): Promise<string[]> {
	const name = line.path.join(' ');
	const expected = await usually(line, output);
	const seen = await play(line, output, change);
	const need = seen.exitCode === needs[name]?.[0] ? needs[name] : undefined;
	const exitCode = need?.[0] ?? expected.exitCode;
	return [
		...(seen.hung || seen.interrupted ? ['does not end'] : []),
		...(seen.exitCode === exitCode ? [] : [`exit ${exitCode} -> ${seen.exitCode}: ${seen.stderr}`]),
		...(need === undefined || need[1].test(seen.stderr) ? [] : [`does not say what it needs: ${seen.stderr}`]),
		...odd(seen.shown).filter(one => !expected.shown.includes(one)),
		...(seen.triggers.join() === expected.triggers.join() ? [] : [`starts runs otherwise: ${seen.triggers.join()}`]),
	].map(fault => `svc ${line.argv.join(' ')} [${output}]: ${fault}`);
}

/** A value without the fields that no command decides by, at any depth. */
const withoutDispensable = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(withoutDispensable);
	if (typeof value !== 'object' || value === null) return value;
	// `summary` is a sentence in one answer, and counts that are needed in another.
	const isTextOrList = (one: unknown) => one === null || typeof one === 'string' || Array.isArray(one);
	const kept = Object.entries(value).filter(([key, one]) => !(isDispensable(key) && isTextOrList(one)));
	return Object.fromEntries(kept.map(([key, one]) => [key, withoutDispensable(one)]));
};

describe.each(variations)('against answers with every field "%s" that may be missing', how => {
	it.each(both)('every command ends as ever, in %s', {timeout: 300_000}, async output => {
		const change: Change = (route, value) => {
			const changed = varied(route.response, value, how);
			return how === 'left out' ? withoutDispensable(changed) : changed;
		};
		const faults = await mapSome(lines, 4, line => faultsWith(line, output, how, change));
		expect(faults.flat()).toEqual([]);
	});
});

it('every single field that may be missing is missed by nobody', {timeout: 300_000}, async () => {
	const tried = new Set<string>();
	const cases: Array<{line: PlayableLine; place: string; name: string; how: Variation}> = [];
	for (const line of lines)
		await play(line, 'text', (route, value) => {
			for (const place of missable(route.response, value)) {
				const field = `${route.name} ${place}`;
				if (tried.has(field)) continue;
				tried.add(field);
				cases.push({line, place, name: route.name, how: cases.length % 2 === 0 ? 'left out' : 'null'});
			}
			return value;
		});
	expect(cases.length).toBeGreaterThan(500);
	const faults = await mapSome(cases, 4, async ({line, place, name, how}) => {
		const change: Change = (route, value) => (route.name === name ? varied(route.response, value, how, place) : value);
		const found = await faultsWith(line, 'text', how, change);
		return found.map(fault => `${name} ${place} ${how}: ${fault}`);
	});
	expect(faults.flat()).toEqual([]);
});

it.each([
	['nothing in it', {}],
	['null', null],
	['a list', []],
])('a run that was started and answered with %s is not started again', {timeout: 300_000}, async (_, answer) => {
	const starting = [];
	for (const line of lines) if ((await usually(line, 'text')).triggers.length > 0) starting.push(line);
	expect(starting.length).toBeGreaterThan(5);
	const faults = await mapSome(starting, 4, async line => {
		const seen = await play(line, 'text', (route, value) => (route.trigger ? answer : value));
		const expected = await usually(line, 'text');
		const known = new Set(expected.triggers);
		return [
			...(seen.triggers.every(one => known.has(one)) ? [] : [`other triggers: ${seen.triggers.join()}`]),
			...(seen.triggers.length <= expected.triggers.length ? [] : [`starts more: ${seen.triggers.join()}`]),
			...(seen.exitCode === 0 ? ['ends as if nothing had happened'] : []),
			...(/may be under way|accepted/.test(seen.stderr) ? [] : [`does not say what happened: ${seen.stderr}`]),
			...odd(seen.shown),
		].map(fault => `svc ${line.argv.join(' ')}: ${fault}`);
	});
	expect(faults.flat()).toEqual([]);
});
