import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {ChangeBoard} from '../../../service/engine/change-board.ts';
import {createTeamWork} from '../../../service/engine/team-work.ts';

const beatMs = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('leases are kept while the runtime of a killed process still writes, and no test of it is given away meanwhile', async () => {
	const done: string[] = [];
	let end = () => {};
	const work = createTeamWork({
		team: {
			processId: 'p',
			serves: false,
			executes: true,
			announce: async () => void done.push('announce'),
			news: {listen: async () => {}},
			ownership: {keep: async () => {}, giveUpLate() {}},
		},
		store: {findRunStanding: async () => undefined, reap: async () => []},
		board: new ChangeBoard(),
		dispatcher: {
			keepLeases: async () => void done.push('keep'),
			reapExpired: async () => void done.push('reap'),
			endLeases() {},
			wake() {},
		},
		logins: {resume: async () => {}},
		sweep: {resume: async () => {}},
		log: {warn() {}, error() {}},
		takeAbandoned: () =>
			new Promise<void>(resolve => {
				done.push('take');
				end = resolve;
			}),
	} as unknown as Parameters<typeof createTeamWork>[0]);
	await work.start();
	done.length = 0;
	await vi.advanceTimersByTimeAsync(2 * beatMs);
	expect(done).toEqual(['keep', 'announce', 'take', 'keep', 'announce']);
	end();
	await vi.advanceTimersByTimeAsync(0);
	expect(done.at(-1)).toBe('reap');
	await vi.advanceTimersByTimeAsync(beatMs);
	expect(done.at(-1)).toBe('take');
	end();
	await work.stop();
});
