import {describe, expect, it} from 'vitest';
import {resources} from '../../../contract/error.ts';
import {errorFromAnswer, type FailedAnswer} from '../../../source/client/error-from-answer.ts';

const now = Date.parse('2026-01-31T09:30:00.000Z');
const answer = (status: number, body: unknown, more: Partial<FailedAnswer> = {}): FailedAnswer => ({
	status,
	text: typeof body === 'string' ? body : JSON.stringify(body),
	retryAfter: undefined,
	requestId: undefined,
	method: 'GET',
	path: '/api/cli/v1/me',
	...more,
});
const read = (status: number, body: unknown, more: Partial<FailedAnswer> = {}) => {
	const error = errorFromAnswer(answer(status, body, more), now);
	if (error === null) throw new Error('read as a transport failure');
	return error;
};

describe('a body that is not a JSON object', () => {
	it.each([
		[400, 'VALIDATION_ERROR'],
		[401, 'AUTH_INVALID'],
		[402, 'INSUFFICIENT_CREDITS'],
		[403, 'AUTH_FORBIDDEN'],
		[404, 'NOT_FOUND'],
		[409, 'CONFLICT'],
		[412, 'PRECONDITION_FAILED'],
		[413, 'PAYLOAD_TOO_LARGE'],
		[418, 'INTERNAL'],
		[426, 'CLIENT_TOO_OLD'],
		[429, 'RATE_LIMITED'],
		[500, 'INTERNAL'],
		[501, 'UNSUPPORTED'],
		[503, 'UNAVAILABLE'],
		[520, 'INTERNAL'],
	])('%d becomes %s', (status, code) => {
		for (const body of ['<html>no</html>', '', '"text"', '[1]', 'null', '{"error":{"co']) {
			expect(read(status, body)).toMatchObject({code, requestId: 'unknown', details: {}});
			expect(read(status, body).nextAction).toContain('does not look like an answer of an svc service');
		}
	});

	it('takes the request id from the header', () => {
		expect(read(500, '<html>', {requestId: 'req_9'}).requestId).toBe('req_9');
	});

	it.each([408, 502, 504])('%d is a transport failure', status => {
		expect(errorFromAnswer(answer(status, '<html>'), now)).toBeNull();
		expect(errorFromAnswer(answer(status, {error: {code: 'INTERNAL', message: 'x'}}), now)?.code).toBe('INTERNAL');
	});

	it.each([
		['project', 'See what there is: svc project list'],
		['test', 'See what there is: svc test list --project <project-id>'],
		['chain', 'See what there is: svc batch chains <batch-id>'],
		['cleanup_resource', 'See what there is: svc batch cleanup <batch-id>'],
		...resources
			.filter(resource => resource !== 'route')
			.map((resource): [string, unknown] => [resource, expect.stringMatching(/^See what there is: svc [a-z]/)]),
		['something new', ''],
	])('a %s that is not found has a next step', (resource, nextAction) => {
		const details = {resource, id: 'x', reason: 'not_found'};
		expect(read(404, {error: {code: 'NOT_FOUND', message: 'no', details}}).nextAction).toEqual(nextAction);
	});

	it('says that a redirect is not followed', () => {
		expect(read(302, '')).toMatchObject({code: 'INTERNAL', message: expect.stringContaining('redirect (302)')});
	});
});

describe('the body of a web framework', () => {
	it('keeps the message and the status code', () => {
		expect(read(400, {message: 'body must be object', error: 'Bad Request', statusCode: 400})).toMatchObject({
			code: 'VALIDATION_ERROR',
			message: 'body must be object',
			details: {statusCode: 400},
		});
	});

	it('names a route that the service does not have', () => {
		const error = read(404, {message: 'Cannot GET /api/cli/v1/me', error: 'Not Found', statusCode: 404});
		expect(error).toMatchObject({code: 'NOT_FOUND', details: {statusCode: 404}});
		expect(error.message).toContain('route not deployed on this service');
	});
});

describe('the envelope', () => {
	const inner = {
		code: 'CONFLICT',
		message: 'Run r is in flight.',
		nextAction: 'svc test wait r',
		requestId: 'req_1',
		details: {currentRunId: 'r'},
	};

	it('is taken over field by field, wrapped or at the root', () => {
		expect(read(409, {error: inner}).toEnvelope()).toEqual({error: inner});
		expect(read(409, inner).toEnvelope()).toEqual({error: inner});
	});

	it('has the code of the status when its own is unknown or one that only clients make', () => {
		for (const code of ['NEW_CODE', 42, undefined, 'toString', 'REQUEST_TIMEOUT', 'NEGATIVE_RESULT', 'INTERRUPTED']) {
			expect(read(404, {error: {...inner, code}}).code).toBe('NOT_FOUND');
		}
	});

	it.each([
		[
			'another program',
			{code: 'no_such_route', message: 'Nothing answers there.'},
			undefined,
			/does not look like an answer of an svc service/,
		],
		['a service that names its request', {code: 'no_such_route', message: 'No.'}, 'req_1', /^$/],
		['a service with a code of this API', {code: 'NOT_FOUND', message: 'No.'}, undefined, /^$/],
	])('is told as one of another program where nothing in it is of this API: %s', (_, error, requestId, expected) => {
		expect(read(404, {error}, {requestId}).nextAction).toMatch(expected);
	});

	it('survives fields of wrong types', () => {
		const error = read(403, {error: {code: 'AUTH_FORBIDDEN', message: 5, nextAction: [], requestId: {}, details: 'x'}});
		expect(error).toMatchObject({
			code: 'AUTH_FORBIDDEN',
			nextAction: expect.stringContaining('svc auth status'),
			requestId: 'unknown',
			details: {},
		});
		expect(error.message).not.toBe('');
	});

	it('keeps retry-after, clamped', () => {
		expect(read(429, {error: {code: 'RATE_LIMITED', message: 'x'}}, {retryAfter: '1000'}).retryAfterSeconds).toBe(300);
	});
});

describe('a rate limit that is about credits', () => {
	it.each([
		{message: 'x', details: {required: 0.5, balance: 0}},
		{message: 'You have Insufficient Credits.', details: {}},
	])('becomes INSUFFICIENT_CREDITS: %j', inner => {
		const error = read(429, {error: {code: 'RATE_LIMITED', ...inner}});
		expect(error).toMatchObject({code: 'INSUFFICIENT_CREDITS', exitCode: 12});
		expect(error.nextAction).toContain('svc usage');
	});

	it('stays a rate limit when nothing is required', () => {
		expect(read(429, {error: {code: 'RATE_LIMITED', message: 'slow', details: {required: 0}}}).code).toBe(
			'RATE_LIMITED',
		);
	});
});

it('never repeats the key a server sends back', () => {
	const secret = 'sk-user-"quo\\ted"';
	const body = {error: {code: 'AUTH_INVALID', message: `bad ${secret}`, details: {key: secret, [secret]: 1}}};
	const error = errorFromAnswer(answer(401, body), now, secret);
	expect(JSON.stringify(error?.toEnvelope())).not.toContain('quo');
	expect(error?.message).toBe('bad ***');
});
