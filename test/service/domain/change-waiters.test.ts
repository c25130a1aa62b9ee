import {expect, test} from 'vitest';
import {ChangeWaiters} from '../../../service/domain/change-waiters.ts';

const never = new AbortController().signal;

test('a reader is let go by the change it waits for, not by one before', async () => {
	const waiters = new ChangeWaiters();
	let version = 1;
	let looks = 0;
	const wait = waiters.wait(
		'prj_1',
		async () => {
			looks++;
			return version > 2;
		},
		60_000,
		never,
	);
	version = 2;
	waiters.wake('prj_1');
	waiters.wake('prj_2');
	expect(looks).toBe(2);
	version = 3;
	waiters.wake('prj_1');
	await wait;
	expect(looks).toBe(3);
});

test('what has happened already is not waited for', async () => {
	await new ChangeWaiters().wait('prj_1', async () => true, 60_000, never);
});

test('a look that fails, a signal and the end of the time let a reader go', async () => {
	const waiters = new ChangeWaiters();
	await waiters.wait('prj_1', async () => Promise.reject(new Error('closed')), 60_000, never);
	await waiters.wait('prj_1', async () => false, 60_000, AbortSignal.abort());
	const leaving = new AbortController();
	const wait = waiters.wait('prj_1', async () => false, 60_000, leaving.signal);
	leaving.abort();
	await wait;
	await waiters.wait('prj_1', async () => false, 0, never);
});
