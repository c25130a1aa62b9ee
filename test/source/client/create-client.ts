import {onTestFinished} from 'vitest';
import type {Client} from '../../../source/client/client.ts';
import type {ClientEvent} from '../../../source/client/client-events.ts';
import {createHttpClient, type HttpClientOptions} from '../../../source/client/http-client.ts';
import {FakeClock} from './fake-clock.ts';

export const canaryKey = 'sk-user-CANARY4f6d1c0ffee';

type TestClient = {
	client: Client;
	events: ClientEvent[];
	clock: FakeClock;
	/** Runs a call to its end; backoff takes no time. */
	run<T>(work: Promise<T>): Promise<T>;
};

/** A real client with a clock of the test, closed when the test ends. */
export function createClient(
	endpoint: HttpClientOptions['endpoint'],
	options: Partial<HttpClientOptions> = {},
): TestClient {
	const clock = new FakeClock();
	const events: ClientEvent[] = [];
	let inFlight = 0;
	const client = createHttpClient({
		now: clock.now,
		elapsed: clock.elapsed,
		sleep: clock.sleep,
		random: clock.random,
		endpoint,
		apiKey: canaryKey,
		version: '1.2.3',
		requestTimeoutMs: 20_000,
		env: {},
		observer(event) {
			events.push(event);
			if (event.kind === 'request') inFlight++;
			if (event.kind === 'response' || event.kind === 'error') inFlight--;
		},
		...options,
	});
	onTestFinished(() => client.close());
	return {client, events, clock, run: work => clock.drive(work, () => inFlight > 0)};
}

/** The kinds of events, in order. */
export const kindsOf = (events: ClientEvent[]) => events.map(({kind}) => kind);
