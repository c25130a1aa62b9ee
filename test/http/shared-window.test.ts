import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, inject, it, onTestFinished} from 'vitest';
import {createRateLimits, defaultLimits, type TakeShared} from '../../service/http/rate-limits.ts';
import {createSharedWindow} from '../../service/http/shared-window.ts';
import {createSlidingWindow} from '../../service/http/sliding-window.ts';
import {forgetWindows, takeFromWindow, type Taken} from '../../service/store/team/rate-windows.ts';
import {openDatabase} from '../../service/store/open-database.ts';
import fc from '../helpers/properties.ts';
import {openNewStore, placeOfStore} from '../helpers/open-new-store.ts';

const windowMs = 60_000;

/** A window in memory that processes take from, with the events that it has given. */
function sharedStore(limit: number) {
	const window = createSlidingWindow({limit, windowMs});
	let clock = 0;
	const take = async (key: string, wanted: number): Promise<Taken> => {
		let taken = 0;
		while (taken < wanted && window.hit(key, clock) === 0) taken++;
		return taken > 0 ? {taken} : {waitMs: Math.max(1, window.hit(key, clock))};
	};
	const asked = {count: 0};
	return {
		asked,
		at: (now: number) => {
			clock = now;
		},
		take: (key: string, wanted: number) => {
			asked.count++;
			return take(key, wanted);
		},
	};
}

describe('a window that processes share', () => {
	it('lets no more through than the limit, whichever process is asked, in any minute', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({min: 1, max: 60}),
				fc.array(fc.tuple(fc.integer({min: 0, max: 2}), fc.integer({min: 0, max: 4000})), {maxLength: 300}),
				async (limit, events) => {
					const store = sharedStore(limit);
					const processes = [0, 1, 2].map(() => createSharedWindow({limit}, store.take));
					const passed: number[] = [];
					let now = 0;
					for (const [process, gap] of events) {
						now += gap;
						store.at(now);
						if ((await processes[process]!.hit('k', now)) === 0) passed.push(now);
						// What was taken is used within a second: a minute is a second shorter here.
						expect(passed.filter(at => at > now - windowMs + 1000).length).toBeLessThanOrEqual(limit);
					}
				},
			),
		);
	});

	it('asks once for every request of somebody who comes now and then, and seldom for somebody busy', async () => {
		const slow = sharedStore(1200);
		const one = createSharedWindow({limit: 1200}, slow.take);
		for (let n = 0; n < 100; n++) {
			slow.at(n * 5000);
			expect(await one.hit('k', n * 5000)).toBe(0);
		}
		expect(slow.asked.count).toBe(100);
		const fast = sharedStore(1200);
		const other = createSharedWindow({limit: 1200}, fast.take);
		for (let n = 0; n < 1200; n++) expect(await other.hit('k', n / 10)).toBe(0);
		expect(fast.asked.count).toBeLessThan(25);
		expect(await other.hit('k', 121)).toBeGreaterThan(0);
		const before = fast.asked.count;
		expect(await other.hit('k', 122)).toBeGreaterThan(0);
		expect(fast.asked.count).toBe(before);
	});

	it('does not ask in a process of its own', () => {
		const limits = createRateLimits(
			defaultLimits,
			() => 0,
			() => {},
		);
		expect(limits.count('requests', 'k')).toBe(undefined);
	});
});

const empty = inject('emptyDatabase');
describe.skipIf(empty === null)('a window in PostgreSQL', () => {
	async function twoProcesses(limit: number) {
		const folder = mkdtempSync(join(tmpdir(), 'svc-limits-'));
		onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
		const path = join(folder, 'svc.db');
		const databases = [await openNewStore(path), await openDatabase(placeOfStore(path))];
		onTestFinished(async () => void (await Promise.all(databases.map(database => database.destroy()))));
		let now = 1_800_000_000_000;
		const limitsOf = databases.map(database => {
			const take: TakeShared = (window, wanted) => takeFromWindow(database, {...window, wanted}, now);
			return createRateLimits(
				{...defaultLimits, triggers: limit},
				() => now,
				() => {},
				take,
			);
		});
		return {
			database: databases[0]!,
			now: () => now,
			advance: (ms: number) => {
				now += ms;
			},
			/** How many of so many at once were counted. */
			async burst(count: number) {
				const tries = Array.from({length: count}, async (_, n) => limitsOf[n % 2]!.count('triggers', 'key_1'));
				return (await Promise.allSettled(tries)).filter(({status}) => status === 'fulfilled').length;
			},
		};
	}

	it('gives two processes that are asked at once the limit together, and again after a minute', async () => {
		const {burst, advance, database, now} = await twoProcesses(60);
		const passed = await burst(300);
		expect(passed).toBeLessThanOrEqual(60);
		// What one has taken ahead the other cannot use.
		expect(passed).toBeGreaterThanOrEqual(55);
		expect(await burst(20)).toBeLessThanOrEqual(60 - passed);
		advance(30_000);
		expect(await burst(20)).toBe(0);
		advance(30_000);
		expect(await burst(300)).toBeGreaterThanOrEqual(55);
		await forgetWindows(database, now());
		expect(await database.selectFrom('rate_windows').selectAll().execute()).toHaveLength(1);
		await forgetWindows(database, now() + 60_001);
		expect(await database.selectFrom('rate_windows').selectAll().execute()).toEqual([]);
	});

	it('says how long it is until the next one fits', async () => {
		const {database} = await twoProcesses(1);
		const window = {key: 'k', limit: 2, windowMs, wanted: 5};
		expect(await takeFromWindow(database, window, 1000)).toEqual({taken: 2});
		expect(await takeFromWindow(database, window, 21_000)).toEqual({waitMs: 40_000});
		expect(await takeFromWindow(database, window, 61_000)).toEqual({taken: 2});
	});
});
