import type {Client} from '../../source/client/client.ts';
import {createSession, type Session} from '../../source/stores/session.ts';
import type {StoreContext} from '../../source/stores/store-context.ts';
import {createFakeClock, type FakeClock} from './fake-clock.ts';

export type TestStores = {context: StoreContext; session: Session; clock: FakeClock; end(): void};

/** A session over a client of the test, with time that the test moves. */
export function createTestStores(client: Client): TestStores {
	const clock = createFakeClock();
	const ended = new AbortController();
	let ids = 0;
	const context = {client, now: clock.now, wait: clock.wait, randomId: () => `id-${++ids}`, ended: ended.signal};
	return {
		context,
		session: createSession(context, {profile: 'default', endpoint: 'local'}),
		clock,
		end: () => ended.abort(),
	};
}
