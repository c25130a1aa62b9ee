import type {ResponseOf, Route} from '../contract/route.ts';
import type {CallInput, Client} from './client.ts';
import type {ClientObserver} from './client-events.ts';
import {maskSecretParameters, routeUrl} from './route-url.ts';

/** The answer a dry run gives for a call; fixed ids and times, echoing what the input alone determines. */
export type SampleProvider = <R extends Route>(route: R, input: CallInput<R>) => ResponseOf<R> | Promise<ResponseOf<R>>;

const sampleRequestId = 'cli_00000000-0000-4000-8000-000000000000';

/**
 * A client that sends nothing: every call is answered by `samples`. Ids and paths are still checked, so that a dry run
 * refuses what the real call would refuse before its request.
 */
export function createDryRunClient(options: {samples: SampleProvider; observer?: ClientObserver}): Client {
	return {
		async call(route, input = {}) {
			const url = maskSecretParameters(routeUrl(route, input.params, input.query));
			const exchange = {
				method: route.method,
				url,
				attempt: 1,
				requestId: sampleRequestId,
				mode: 'dry-run' as const,
			};
			options.observer?.({...exchange, kind: 'request'});
			const answer = await options.samples(route, input);
			options.observer?.({...exchange, kind: 'response', status: route.status, durationMs: 0, serverRequestId: null});
			return answer;
		},
		async close() {},
	};
}
