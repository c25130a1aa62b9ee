import type {Client} from '../../source/client/client.ts';
import {createSession, type Session} from '../../source/stores/session.ts';
import type {StoreContext} from '../../source/stores/store-context.ts';
import {createFakeClock, type FakeClock} from './fake-clock.ts';

/** For tests that save and read nothing: it says so when one does. */
export const noFiles: StoreContext['files'] = {
	saveBundle: () => Promise.reject(new Error('No bundle was expected to be saved.')),
	testSource: () => Promise.reject(new Error('No source of a test was expected to be read.')),
	planSteps: () => Promise.reject(new Error('No plan was expected to be read.')),
	readSnapshot: () => Promise.reject(new Error('No snapshot was expected to be read.')),
	readPart: () => Promise.reject(new Error('No part of a run was expected to be read.')),
};

/** For tests that check nothing of the machine: it says so when one does. */
export const noChecks: StoreContext['checkSetup'] = () => Promise.reject(new Error('No checks were expected.'));

export type TestStores = {context: StoreContext; session: Session; clock: FakeClock; end(): void};

/** A session over a client of the test, with time that the test moves. */
export function createTestStores(client: Client): TestStores {
	const clock = createFakeClock();
	const ended = new AbortController();
	let ids = 0;
	const context = {
		client,
		now: clock.now,
		wait: clock.wait,
		randomId: () => `id-${++ids}`,
		files: noFiles,
		checkSetup: noChecks,
		ended: ended.signal,
	};
	return {
		context,
		session: createSession(context, {profile: 'default', endpoint: 'local'}),
		clock,
		end: () => ended.abort(),
	};
}
