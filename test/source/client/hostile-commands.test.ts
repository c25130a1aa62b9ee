import {rmSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {faultsOf} from '../../fuzz/faults.ts';
import {canaryKey, type FuzzCase} from '../../fuzz/generate.ts';
import {type HostileService, type Mood, moods, startHostileService} from '../../fuzz/hostile-service.ts';
import {type Played, playInProcess, prepare} from '../../fuzz/play.ts';
import {playableLines} from '../../fuzz/playable-lines.ts';
import {createSandbox, createTemplate} from '../../fuzz/sandbox.ts';
import {mapSome} from '../../helpers/map-some.ts';

let hostile: HostileService;
let template: ReturnType<typeof createTemplate>;

beforeAll(async () => {
	hostile = await startHostileService();
	template = createTemplate({isSmall: true});
});
afterAll(async () => {
	await hostile.close();
	template.remove();
});

const lines = await playableLines();

/** Exit codes of a command that sends one request, by how it was answered. */
const exitOf: Partial<Record<Mood, number>> = {
	html: 1,
	'html-404': 4,
	'html-500': 1,
	'bare-502': 10,
	framework: 4,
	truncated: 1,
	empty: 1,
	'no-content': 1,
	'not-json': 1,
	redirect: 1,
	slow: 7,
	silent: 7,
	close: 10,
	half: 10,
	huge: 1,
	bomb: 1,
	'bad-gzip': 1,
	'rate-limited': 11,
	'not-http': 10,
};
/** Their exit code follows from several answers. */
const manyRequests = ['test cancel', 'test delete-batch', 'test wait', 'test create-batch', 'test rerun', 'test flaky'];
/** Answers that take time or work, or are read like another one: a few commands of each kind are enough. */
const forFew: readonly Mood[] = [
	...(['slow', 'silent', 'huge', 'bomb', 'unfinished'] as const),
	...(['html-500', 'plain-text', 'not-json', 'bad-gzip', 'too-old', 'half', 'empty', 'html-404'] as const),
];
const fewCommands = ['test list', 'project create', 'test run', 'test code get', 'test artifact get', 'batch watch'];

async function play(
	path: string[],
	argv: string[],
	mood: Mood,
	output: 'json' | 'text',
): Promise<Played & {faults: string[]}> {
	const endsByTime = mood === 'slow' || mood === 'silent';
	const fuzzCase: FuzzCase = {
		seed: 7,
		argv: [
			'--output',
			output,
			'--request-timeout',
			endsByTime ? '1' : exitOf[mood] === undefined ? '20' : '600',
			...argv,
		],
		path,
		target: 'hostile',
		mood,
		env: {SVC_API_KEY: canaryKey, SVC_TARGET_POLICY: 'private', SVC_PROJECT_ID: 'prj_1', SVC_NO_SKILL_WARNING: '1'},
		stdin: '',
		credentials: null,
		config: null,
		canaries: [canaryKey],
	};
	const sandbox = createSandbox(template.path);
	// Tens of megabytes take their time, and so does a busy machine: a wait must not end by its fast clock before.
	const isEnded = exitOf[mood] !== undefined;
	const isPatient = path[1] === 'watch' && isEnded && !endsByTime;
	if (isPatient) fuzzCase.argv.push('--timeout', '3600');
	try {
		// The examples choose directories that must not exist yet.
		rmSync(`${sandbox.cwd}/bundle`, {recursive: true, force: true});
		const env = prepare(fuzzCase, sandbox, {url: hostile.endpoint(mood, 7), key: null});
		const before = sandbox.snapshot();
		const played = await playInProcess({
			...{fuzzCase, sandbox, env, cliPath: '', serviceAddress: '', patienceMs: isEnded ? 200_000 : 20_000},
			speed: isPatient ? 10 : undefined,
		});
		const faults = faultsOf(fuzzCase, played, {sandbox, before, after: sandbox.snapshot()});
		return {...played, faults};
	} finally {
		sandbox.remove();
	}
}

describe.each(moods)('against a service that answers "%s"', mood => {
	const chosen = lines.filter(({path}, index) =>
		forFew.includes(mood)
			? fewCommands.includes(path.join(' '))
			: // Every command meets every other answer, and every answer every other command.
				(index + moods.indexOf(mood)) % 2 === 0,
	);
	it('every command ends as specified and stays in its place', async () => {
		const played = await mapSome(chosen, 8, async ({path, argv}, index) => {
			// Both forms, without playing everything twice.
			const output = (index + (moods.indexOf(mood) >> 1)) % 2 === 0 ? 'text' : 'json';
			const name = path.join(' ');
			return {name, argv, ...(await play(path, argv, mood, output))};
		});
		const wrong = played.flatMap(({name, argv, exitCode, faults, stderr}) => {
			const expected = manyRequests.includes(name) ? undefined : exitOf[mood];
			// Half an answer to what changes something is an acceptance that cannot be read: it is not sent again.
			const isHalfDone = mood === 'half' && exitCode === 1 && /broke off/.test(stderr);
			const isExpected = expected === undefined || expected === exitCode || isHalfDone;
			return isExpected && faults.length === 0
				? []
				: [{line: argv.join(' '), exitCode, expected, faults, stderr: stderr.slice(0, 300)}];
		});
		expect(wrong).toEqual([]);
		expect(hostile.leakedKeys).toEqual([]);
	});
});
