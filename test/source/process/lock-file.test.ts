import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {describe, expect, it} from 'vitest';
import {LockTimeoutError, withLock} from '../../../source/process/lock-file.ts';
import {FakeClock} from '../client/fake-clock.ts';
import {temporaryDirectory} from './bundle-script.ts';

const lockPath = () => join(temporaryDirectory(), 'a.lock');
/** A pid that was in use a moment ago. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const holder = (clock: FakeClock, changes = {}) =>
	JSON.stringify({pid: process.ppid, createdAt: new Date(clock.now()).toISOString(), token: 'other', ...changes});

describe('a free lock', () => {
	it('is held during the action with pid, time and token, for the owner only, and gone afterwards', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		const result = await withLock(path, clock, () => {
			expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
				pid: process.pid,
				createdAt: '2026-01-31T09:30:00.000Z',
				token: expect.stringMatching(/^[0-9a-f]{32}$/),
			});
			expect(statSync(path).mode & 0o777).toBe(0o600);
			return 'done';
		});
		expect(result).toBe('done');
		expect(existsSync(path)).toBe(false);
	});

	it('is released when the action fails', async () => {
		const path = lockPath();
		await expect(withLock(path, new FakeClock(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(existsSync(path)).toBe(false);
	});

	it('is not released when somebody else has taken it meanwhile', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		await withLock(path, clock, () => writeFileSync(path, holder(clock)));
		expect(readFileSync(path, 'utf8')).toContain('other');
	});

	it('lets one action in at a time', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		let [inside, most] = [0, 0];
		const actions = Array.from({length: 5}, () =>
			withLock(path, clock, async () => {
				most = Math.max(most, ++inside);
				await clock.sleep(100);
				inside--;
			}),
		);
		await clock.drive(Promise.all(actions));
		expect(most).toBe(1);
	});
});

describe('a held lock', () => {
	it('is tried again each 25 ms and given up after 5 s, naming the holder', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, holder(clock));
		const error = await clock.drive(withLock(path, clock, () => {})).catch(error => error);
		expect(error).toBeInstanceOf(LockTimeoutError);
		expect(error).toMatchObject({path, holderPid: process.ppid});
		expect(new Set(clock.slept)).toEqual(new Set([25]));
		expect(clock.slept).toHaveLength(200);
	});

	it('is waited for no longer than asked', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, holder(clock));
		await expect(clock.drive(withLock(path, {...clock, giveUpAfterMs: 50}, () => {}))).rejects.toThrow('locked');
		expect(clock.slept).toHaveLength(2);
	});

	it.each(['', '{"pid":', '[]', '{}'])('whose content is not there yet (%j) is waited for', async content => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, content);
		const seconds = clock.now() / 1000;
		utimesSync(path, seconds, seconds);
		await expect(clock.drive(withLock(path, clock, () => {}))).rejects.toMatchObject({holderPid: null});
	});

	it('ends the wait when the signal fires', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, holder(clock));
		await expect(withLock(path, {...clock, signal: AbortSignal.abort('stop')}, () => {})).rejects.toBe('stop');
	});
});

describe('a stale lock', () => {
	it('of a dead process is taken over at once', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, holder(clock, {pid: deadPid()}));
		expect(await withLock(path, clock, () => 'in')).toBe('in');
		expect(existsSync(path)).toBe(false);
	});

	it('older than 30 s is taken over although its process lives', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, holder(clock));
		clock.advance(30_001);
		expect(await withLock(path, clock, () => 'in')).toBe('in');
	});

	it('without readable content is taken over after 30 s', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, '');
		const seconds = (clock.now() - 31_000) / 1000;
		utimesSync(path, seconds, seconds);
		expect(await withLock(path, clock, () => 'in')).toBe('in');
	});

	it('is removed although a process was killed while it removed one', async () => {
		const [path, clock] = [lockPath(), new FakeClock()];
		writeFileSync(path, holder(clock, {pid: deadPid()}));
		writeFileSync(`${path}.break`, '');
		const seconds = (clock.now() - 31_000) / 1000;
		utimesSync(`${path}.break`, seconds, seconds);
		expect(await clock.drive(withLock(path, clock, () => 'in'))).toBe('in');
		expect(existsSync(`${path}.break`)).toBe(false);
	});
});
