import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {bindings} from '../../screens/keys/bindings.ts';
import {screens} from '../../screens/registry.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {amount, createChance, seedOf} from '../helpers/chance.ts';
import {frameProblems} from '../helpers/frame-problems.ts';
import {keyBytes} from '../helpers/key-bytes.ts';
import {idFor} from '../helpers/screen-ways.ts';
import {endMembers} from '../helpers/shop-world.ts';
import type {EmulatedTerminal, OpenScreen} from '../helpers/terminal-screen.tsx';
import {openWhole} from '../helpers/whole-screen.ts';
import {createWholeWorld, type Gate} from '../helpers/whole-world.ts';
import {sampleTest} from '../helpers/wire-samples.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

/** Keys, updates and resizes in all. */
const steps = amount(400, 1000, 'SVC_RANDOM_STEPS');
const seed = seedOf(20_261_121, 'SVC_RANDOM_SEED');
/** Things that happen between two looks at the screen: keys are typed fast, news come while they are. */
const burst = 4;

const folder = mkdtempSync(join(tmpdir(), 'svc-walk-'));
const path = process.env['PATH'];
beforeAll(() => {
	// The walk presses every key: no browser may open.
	for (const name of ['xdg-open', 'open']) {
		writeFileSync(join(folder, name), '#!/bin/sh\n');
		chmodSync(join(folder, name), 0o755);
	}
	process.env['PATH'] = [folder, path].join(delimiter);
});
afterAll(() => {
	process.env['PATH'] = path;
	rmSync(folder, {recursive: true, force: true});
});

const keys = [...new Set(bindings.flatMap(binding => binding.keys))].map(keyBytes);
const pointers = ['\u001B[<0;20;8M\u001B[<0;20;8m', '\u001B[<0;70;12M', '\u001B[<64;20;8M', '\u001B[<65;20;8M'];
const texts = ['a', 'order', '注文', '\u001B[200~pasted\nlines\u001B[201~', '1', 'jjj', 'no such row'];
const sizes: Array<[number, number]> = [
	[60, 16],
	[60, 24],
	[80, 24],
	[99, 30],
	[100, 30],
	[132, 43],
	[200, 60],
	[300, 100],
	[59, 30],
	[100, 15],
	[40, 8],
];
const statuses = ['queued', 'running', 'passed', 'failed', 'blocked', 'cancelled'];
const failures = [
	new ApiError('UNAVAILABLE', 'Connection refused.'),
	new ApiError('INTERNAL', 'Something broke.', {nextAction: 'Try again.'}),
	new ApiError('RATE_LIMITED', 'Too many.', {details: {retryAfterSeconds: 2}}),
	new ApiError('AUTH_INVALID', 'The API key was revoked.', {nextAction: 'svc setup'}),
	new ApiError('NOT_FOUND', 'It is gone.', {nextAction: 'Look at the list.'}),
];

type Walk = {screen: OpenScreen; world: WireWorld; gate: Gate; crash: unknown; hasEnded: boolean};

function begin(word: string, id: string | null, isRunning: boolean): Walk {
	const options = {screen: word, id, mouse: true, env: {EDITOR: 'true', PAGER: 'true'}};
	const {screen, gate, world} = openWhole(createWholeWorld({isRunning}), options);
	const walk: Walk = {screen, world, gate, crash: null, hasEnded: false};
	screen.end.then(
		() => {
			walk.hasEnded = true;
		},
		(error: unknown) => {
			walk.crash = error;
		},
	);
	return walk;
}

/** One thing that happens, by chance. */
async function happen({screen, world, gate}: Walk, chance: (below: number) => number): Promise<string> {
	const pick = <Value>(values: readonly Value[]): Value => values[chance(values.length)] as Value;
	const what = chance(20);
	if (what < 12) {
		const typed = chance(8) === 0 ? pick(texts) : chance(12) === 0 ? pick(pointers) : pick(keys);
		screen.terminal.type(typed);
		return `typed ${JSON.stringify(typed)}`;
	}
	if (what < 14) {
		const status = pick(statuses);
		endMembers(world, () => status, [chance(24), chance(24)]);
		return `members ${status}`;
	}
	if (what === 14) {
		world.change('bat_1', batch => ({
			...batch,
			phase: 'cleanup',
			cleanup: {...batch.cleanup, state: 'running', captured: 9, cleaned: chance(10)},
		}));
		return 'cleanup';
	}
	if (what === 15) {
		const isMore = chance(2) === 0;
		world.tests = isMore
			? [sampleTest({id: `tst_new_${world.tests.length}`, name: 'A new one'}), ...world.tests]
			: world.tests.slice(1 + chance(5));
		return isMore ? 'one more test' : 'fewer tests';
	}
	if (what === 16) {
		gate.state = chance(2) === 0 ? 'open' : chance(4) === 0 ? 'silent' : pick(failures);
		world.wake();
		return `the service is ${gate.state instanceof Error ? gate.state.code : gate.state}`;
	}
	if (what === 17) {
		gate.state = 'open';
		screen.terminal.type('\u0012');
		return 'the service is back';
	}
	if (what === 18) {
		const [columns, rows] = pick(sizes);
		await screen.terminal.resize(columns, rows);
		return `${columns}×${rows}`;
	}
	const time = chance(3000);
	await screen.clock.advance(time);
	return `${time} ms`;
}

/** Compares what is shown with the same frame drawn from nothing, and the same state laid out anew. */
async function compareFrames(terminal: EmulatedTerminal, isNewLayout: boolean): Promise<string | null> {
	const {columns, rows} = terminal.stdout;
	const shown = terminal.lines();
	const problems = frameProblems({lines: shown, columns, rows});
	terminal.type('\u000C');
	if (isNewLayout) {
		await terminal.resize(columns + 1, rows);
		await terminal.quiet();
		await terminal.resize(columns, rows);
	}
	await terminal.quiet();
	if (problems.length > 0) return problems.join('\n');
	const other = terminal.lines().findIndex((line, y) => line !== shown[y]);
	return other < 0 ? null : `line ${other + 1} shows    ${shown[other]}\nbut should be    ${terminal.lines()[other]}`;
}

describe(`a walk of ${steps} random keys, updates and resizes (seed ${seed})`, () => {
	// Ctrl-Z stops the process group; here the shell's `fg` follows at once.
	let current: Walk | undefined;
	const onStop = () => current?.screen.process.emit('SIGCONT');
	beforeAll(() => void process.on('SIGTSTP', onStop));
	afterAll(() => void process.off('SIGTSTP', onStop));

	const starts = screens.flatMap(({starts: words}) => Object.keys(words).slice(0, 1));
	const share = Math.ceil(steps / starts.length);

	it.each(starts)(
		'from "%s" breaks nothing and shows no wrong screen',
		{timeout: 240_000 + share * 200},
		async word => {
			const chance = createChance(seed + starts.indexOf(word));
			const scope = screens.find(({starts: words}) => word in words)?.scope ?? 'service';
			const open = () => begin(word, idFor(word, scope), chance(2) === 0);
			let walk = open();
			current = walk;
			const story: string[] = [];
			let looks = 0;
			const tell = () => `${story.slice(-40).join('\n')}\n${walk.screen.terminal.text()}`;
			try {
				await walk.screen.terminal.shows('svc');
				for (let step = 0; step < share; step++) {
					story.push(await happen(walk, chance));
					if (walk.hasEnded || step % burst !== 0) {
						if (walk.hasEnded) {
							await walk.screen.terminal.drained();
							expect(walk.screen.terminal.isAlternate).toBe(false);
							await walk.screen.close();
							walk = open();
							current = walk;
							story.push('--- opened again');
							await walk.screen.terminal.shows('svc');
						}
						continue;
					}
					const {terminal} = walk.screen;
					await terminal.quiet();
					expect(walk.crash, tell()).toBe(null);
					if (walk.hasEnded) continue;
					// An editor or a pager has the terminal for a moment.
					await terminal.until(() => walk.hasEnded || terminal.isAlternate, 'the dashboard again');
					await terminal.quiet();
					if (walk.hasEnded || !terminal.isAlternate) continue;
					looks++;
					const isNewLayout = step % (burst * 4) === 0;
					// A frame of Ink's that comes late on a busy machine is not a wrong screen: one that stays is.
					for (let turn = 1; ; turn++) {
						const differs = await compareFrames(terminal, isNewLayout);
						if (differs === null) break;
						if (turn === 3) throw new Error(`${differs}\n${tell()}`);
					}
				}
				expect(looks).toBeGreaterThan(0);
			} finally {
				await walk.screen.close();
			}
			expect(walk.crash, tell()).toBe(null);
			const written = walk.screen.terminal.written.join('');
			expect(written).not.toContain('\u001B[3J');
		},
	);
});
