import {isDeepStrictEqual} from 'node:util';
import {onTestFinished} from 'vitest';
import {type Received, sendJson, startServer} from '../source/client/start-server.ts';

/** One request a test expects, and its answer. Each stub answers once, in the order in which equal ones stand. */
export type Stub = {
	/** Method, path below the base path and query, e.g. `GET /projects?pageSize=25`. */
	request: string;
	/** JSON the request must carry; left out: not looked at. */
	body?: unknown;
	status?: number;
	answer: unknown | (() => unknown);
	/** Answers any number of requests, also none. */
	isOptional?: boolean;
};

/** The error envelope as an answer. */
export const errorAnswer = (code: string, details: Record<string, unknown> = {}, message = `${code} for the test`) => ({
	error: {code, message, nextAction: 'do this next', requestId: 'req_server', details},
});

const basePath = '/api/cli/v1';

/**
 * A real HTTP service that answers exactly what a test said. A request that nobody expected and a stub that was never
 * asked for both fail the test, naming themselves.
 */
export async function startStrictService(stubs: readonly Stub[]): Promise<{
	url: string;
	/** Variables that lead a command line here. */
	env: Record<string, string>;
	received: Received[];
}> {
	const waiting = [...stubs];
	const unexpected: string[] = [];
	const {url, received} = await startServer(async (request, response) => {
		const name = `${request.method} ${request.url.replace(basePath, '')}`;
		const stub = waiting.find(
			one =>
				normal(one.request) === normal(name) &&
				(one.body === undefined || isDeepStrictEqual(one.body, parse(request.body))),
		);
		if (!stub) {
			unexpected.push(`${name} ${request.body}`);
			return sendJson(response, errorAnswer('VALIDATION_ERROR', {}, `nobody expected ${name}`), {status: 400});
		}
		if (!stub.isOptional) waiting.splice(waiting.indexOf(stub), 1);
		const answer = typeof stub.answer === 'function' ? await stub.answer() : stub.answer;
		sendJson(response, answer, {status: stub.status ?? (hasError(answer) ? 400 : 200)});
	});
	onTestFinished(() => {
		if (unexpected.length > 0) throw new Error(`Nobody expected:\n${unexpected.join('\n')}`);
		const unused = waiting
			.filter(stub => !stub.isOptional)
			.map(({request, body}) => `${request} ${JSON.stringify(body)}`);
		if (unused.length > 0) throw new Error(`Never asked for:\n${unused.join('\n')}`);
	});
	return {url, env: {SVC_API_URL: url, SVC_API_KEY: 'sk-user-test', SVC_TARGET_POLICY: 'private'}, received};
}

/** The order of a query's parameters says nothing. */
function normal(request: string): string {
	const [path = '', query] = request.split('?');
	return query === undefined ? path : `${path}?${query.split('&').sort().join('&')}`;
}

const parse = (body: string): unknown => (body === '' ? undefined : JSON.parse(body));
const hasError = (answer: unknown) => typeof (answer as {error?: {code?: unknown}} | null)?.error?.code === 'string';
