import {type RequestProblem, readBody, readQuery} from '../../contract/request-issues.ts';
import {type ResponseOf, type Route, successStatus} from '../../contract/route.ts';
import {ApiError} from '../errors/api-error.ts';
import {createGivenIds} from '../../contract/samples/given-ids.ts';
import type {CallInput, Client} from './client.ts';
import type {ClientObserver} from './client-events.ts';
import {maskSecretParameters, routeUrl} from './route-url.ts';

/** The answer a dry run gives for a call; fixed ids and times, echoing what the input alone determines. */
export type SampleProvider = <R extends Route>(route: R, input: CallInput<R>) => ResponseOf<R> | Promise<ResponseOf<R>>;

const sampleRequestId = 'cli_00000000-0000-4000-8000-000000000000';

/**
 * A client that sends nothing: every call is answered by `samples`. Ids, paths, queries and bodies are still checked by
 * the rules of the route, so that a dry run refuses what the client or the service would refuse by looking at them.
 */
export function createDryRunClient(options: {samples: SampleProvider; observer?: ClientObserver}): Client {
	const ids = createGivenIds();
	return {
		wasReached: false,
		async call(route, input = {}) {
			const url = maskSecretParameters(routeUrl(route, input.params, input.query));
			const {searchParams} = new URL(url, 'http://localhost');
			refuse(readQuery(route, Object.fromEntries(searchParams)).problem);
			refuse(readBody(route, input.body).problem);
			const exchange = {
				method: route.method,
				url,
				attempt: 1,
				requestId: sampleRequestId,
				mode: 'dry-run' as const,
			};
			options.observer?.({...exchange, kind: 'request'});
			const {params, query, body} = input;
			ids.note(params, query, body);
			const answer = ids.rename(await options.samples(route, input));
			options.observer?.({
				...exchange,
				kind: 'response',
				status: successStatus(route),
				durationMs: 0,
				serverRequestId: null,
			});
			return answer;
		},
		async close() {},
	};
}

function refuse(problem: RequestProblem | null): void {
	if (problem === null) return;
	const {message, nextAction, details} = problem;
	throw new ApiError('VALIDATION_ERROR', message, {nextAction, details});
}
