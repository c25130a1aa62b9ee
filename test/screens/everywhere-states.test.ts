import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {frameProblems} from '../helpers/frame-problems.ts';
import {keyBytes} from '../helpers/key-bytes.ts';
import {screenWays, type ScreenWay} from '../helpers/screen-ways.ts';
import type {EmulatedTerminal, OpenScreen} from '../helpers/terminal-screen.tsx';
import {openWhole, type WholeScreen} from '../helpers/whole-screen.ts';
import {createEmptyWorld, createWholeWorld} from '../helpers/whole-world.ts';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const broken = new ApiError('INTERNAL', 'Something broke.', {nextAction: 'Try again later.'});
const lost = new ApiError('UNAVAILABLE', 'Connection refused.');
const revoked = new ApiError('AUTH_INVALID', 'The API key was revoked.', {nextAction: 'Run svc setup.'});
const readAgain = '\u0012';

async function open(world: WireWorld, {word, id, keys}: ScreenWay): Promise<WholeScreen> {
	const whole = openWhole(world, {screen: word, id});
	({screen} = whole);
	await whole.screen.terminal.until(text => /^ svc {3}/.test(text), 'a screen');
	await whole.screen.terminal.quiet();
	whole.screen.terminal.type(keys);
	await settled(whole);
	return whole;
}

/** What was asked for has been answered, also after the moment that the cursor has to rest. */
async function settled({screen: {terminal, clock}}: WholeScreen): Promise<void> {
	await terminal.quiet();
	await clock.advance(200);
	await terminal.quiet();
}

function looksRight(terminal: EmulatedTerminal): void {
	const {columns, rows} = terminal.stdout;
	expect(frameProblems({lines: terminal.lines(), columns, rows}), terminal.text()).toEqual([]);
}

/** Lines between notice and footer: breadcrumb, strip of screens and notice stand above. */
const bodyOf = (terminal: EmulatedTerminal): string[] => terminal.lines().slice(3, -2);

const withKeys = screenWays.filter(({screen: {keys}}) => keys.length > 0);
const withWords = screenWays.filter(({screen: {starts}}) => Object.keys(starts).length > 0);
/** What a screen says while its first answer is on the way. */
const reading = /Reading|Looking|Checking|Comparing/;

describe('every screen', () => {
	it.each(screenWays)('keeps what it shows while it cannot be read: $name', async ({screen: _, name, ...way}) => {
		const whole = await open(createWholeWorld(), way);
		const {gate} = whole;
		const {terminal, clock} = whole.screen;
		looksRight(terminal);
		expect(terminal.text()).not.toMatch(reading);
		const good = bodyOf(terminal);

		/** Reads again, and tells whether anything was asked for: a run that has ended is never asked for again. */
		const readsAgain = async (state: typeof gate.state) => {
			gate.state = state;
			const before = gate.asked;
			terminal.type(readAgain);
			await settled(whole);
			await clock.advance(5000);
			await terminal.quiet();
			looksRight(terminal);
			return gate.asked > before;
		};

		if (await readsAgain(broken)) await terminal.shows('Not up to date: Something broke. Try again later.');
		expect(bodyOf(terminal)).toEqual(good);
		// What the doctor checks is on this machine: there is no service to lose.
		if (name === 'doctor') return;
		if (await readsAgain(lost)) await terminal.shows('No answer from the service.');
		expect(bodyOf(terminal)).toEqual(good);
		if (await readsAgain(revoked))
			expect(await terminal.shows('does not accept this key any more')).toContain('Run svc setup.');
		await readsAgain('open');
		expect(terminal.text()).not.toMatch(/Not up to date|No answer|does not accept/);
		expect(bodyOf(terminal)).toEqual(good);
	});

	it.each(withKeys)('says that it is read, and shows what comes: $name', async ({screen: {keys}}) => {
		const whole = await open(createWholeWorld(), {word: 'batch', id: 'bat_1', keys: ''});
		const {terminal} = whole.screen;
		whole.gate.state = 'silent';
		terminal.type(keyBytes(keys[0] ?? ''));
		await settled(whole);
		looksRight(terminal);
		const waiting = terminal.text();
		whole.gate.state = 'open';
		terminal.type(readAgain);
		await settled(whole);
		await whole.screen.clock.advance(5000);
		await terminal.quiet();
		looksRight(terminal);
		expect(terminal.text()).not.toMatch(reading);
		// What another screen has read already is shown at once.
		const shared = ['run', 'failures', 'failure', 'tests'];
		if (!shared.some(name => keys.includes({run: '3', failures: '4', failure: '5', tests: '2'}[name] ?? '')))
			expect(waiting).toMatch(reading);
	});

	it.each(withKeys)(
		'says what went wrong, and what to do, where nothing could be read: $name',
		async ({name, screen: {keys}}) => {
			const whole = await open(createWholeWorld(), {word: 'batch', id: 'bat_1', keys: ''});
			const {terminal, clock} = whole.screen;
			whole.gate.state = broken;
			terminal.type(keyBytes(keys[0] ?? ''));
			await settled(whole);
			const first = terminal.text();
			await clock.advance(5000);
			await terminal.quiet();
			looksRight(terminal);
			// Failures are members of the run that is there already.
			if (name !== 'failures') expect(first + terminal.text()).toContain('Something broke. Try again later.');
			whole.gate.state = 'open';
			terminal.type(readAgain);
			await settled(whole);
			await clock.advance(5000);
			await terminal.quiet();
			expect(terminal.text()).not.toContain('Something broke.');
		},
	);

	it.each(withWords)(
		'with nothing to show says so, and what to do: $name',
		async ({screen: _, name: _name, ...way}) => {
			const whole = await open(createEmptyWorld(), way);
			const {terminal} = whole.screen;
			looksRight(terminal);
			expect(terminal.text()).not.toMatch(reading);
			const words =
				bodyOf(terminal)
					.join(' ')
					.match(/\p{L}{2,}/gu) ?? [];
			expect(words.length, terminal.text()).toBeGreaterThan(5);
		},
	);
});
