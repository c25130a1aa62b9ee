import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

const minute = 60_000;

/** The run of the world ended a moment ago: at 09:29:58 of a clock that starts at 09:30. */
function worldOfTwoSeconds() {
	const world = createWorld({count: 5});
	const finishedAt = '2026-01-31T09:29:58.000Z';
	world.change('bat_1', batch => ({
		...batch,
		finishedAt,
		members: batch.members.map(member => ({...member, finishedAt})),
	}));
	return world;
}

/** Lets time pass; how many frames were drawn, and their bytes. */
async function pass(ms: number): Promise<{frames: number; bytes: number}> {
	const {terminal, clock} = screen;
	await terminal.quiet();
	const before = terminal.written.length;
	await clock.advance(ms);
	await terminal.quiet();
	const drawn = terminal.written.slice(before);
	return {frames: drawn.length, bytes: Buffer.byteLength(drawn.join(''))};
}

const places = [
	['Projects', {screen: 'projects'}, 'shop-api'],
	['Tests', {screen: 'tests', id: 'prj_1'}, 'test 004'],
	['Run', {screen: 'batch', id: 'bat_1'}, 'Wave 1'],
	['Failures', {screen: 'failures', id: 'bat_1'}, 'test 003'],
	['History', {screen: 'history', id: 'prj_1'}, 'bat_1'],
] as const;

/** Every age on the screen, in its order, in minutes: `now`, `just now`, `3 min`. */
const agesOf = (text: string): number[] =>
	(text.match(/\bnow\b(?!\.)|\b\d+ min\b/g) ?? []).map(age => Number.parseInt(age, 10) || 0);
const older = (ages: readonly number[], minutes: number) => ages.map(age => age + minutes);

describe('an idle screen', () => {
	it.each(places)('of %s tells ages that move with the time, all of them together', async (_name, request, sign) => {
		screen = openScreen(worldOfTwoSeconds(), {...request, columns: 160});
		await screen.terminal.shows(sign);
		await screen.clock.advance(1000);
		await screen.terminal.quiet();
		const young = agesOf(screen.terminal.text());
		expect(young).toContain(0);
		for (const minutes of [1, 2]) {
			await pass(minute);
			expect(agesOf(screen.terminal.text())).toEqual(older(young, minutes));
		}
	});

	it.each(places)('of %s is drawn once a minute at most, in few bytes', async (_name, request, sign) => {
		screen = openScreen(worldOfTwoSeconds(), {...request, columns: 160});
		await screen.terminal.shows(sign);
		// The numbers of the minute change where it begins.
		const {bytes, frames} = await pass(minute);
		expect(frames).toBeLessThanOrEqual(1);
		expect(bytes).toBeLessThanOrEqual(1024);
	});
});

describe('ages while the service is away', () => {
	it('stand still, and are right again when it is back', async () => {
		const world = worldOfTwoSeconds();
		screen = openScreen(world, {screen: 'tests', id: 'prj_1', columns: 160});
		await screen.terminal.shows('test 004');
		await pass(minute);
		const known = agesOf(screen.terminal.text());
		expect(known).toContain(1);
		world.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		screen.terminal.type('\u0012');
		await screen.terminal.shows('No answer from the service');
		await pass(minute);
		expect(agesOf(screen.terminal.text())).toEqual(known);
		world.failure = null;
		screen.terminal.type('\u0012');
		await screen.terminal.showsNot('No answer from the service');
		await screen.terminal.quiet();
		expect(agesOf(screen.terminal.text())).toEqual(older(known, 1));
	});
});
