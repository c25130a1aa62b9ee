import {describe, expect, it} from 'vitest';
import type {ClientEvent} from '../../../source/client/client-events.ts';
import {createClientLog} from '../../../source/system/client-log.ts';
import {createNotes} from '../../../source/output/notes.ts';

const exchange = {method: 'GET', url: '/api/cli/v1/tests?cursor=***', attempt: 2, requestId: 'cli_1'};
const events: ClientEvent[] = [
	{kind: 'request', ...exchange},
	{kind: 'response', ...exchange, status: 200, durationMs: 12, serverRequestId: 'req_1'},
	{kind: 'error', ...exchange, errorCode: 'TRANSPORT', durationMs: 3},
	{kind: 'retry', ...exchange, errorCode: 'UNAVAILABLE', reason: '503', retry: 1, maxRetries: 3, delayMs: 250},
	{kind: 'throttle', delayMs: 900},
	{kind: 'poll-status', id: 'run_1', from: null, to: 'queued'},
	{kind: 'poll-status', id: 'run_1', from: 'queued', to: 'running'},
	{kind: 'long-poll-refused', id: 'run_1'},
	{kind: 'not-yet-visible', id: 'run_1', delayMs: 1000},
];

function logged(told: readonly ClientEvent[], {verbose = false, debug = false} = {}): string[] {
	const lines: string[] = [];
	const now = () => Date.parse('2026-01-31T09:30:00.000Z');
	const log = createClientLog({notes: createNotes(line => lines.push(line.trimEnd())), verbose, debug, now});
	for (const event of told) log(event);
	return lines;
}

describe('what the client tells', () => {
	it('is, for whoever debugs, every text that a model was sent, on one line', () => {
		const told = [{kind: 'model-text', text: 'Sentence:\n"make it clear"'}] as const;
		expect(logged(told)).toEqual([]);
		const [line = '', ...others] = logged(told, {debug: true});
		expect(others).toEqual([]);
		expect(JSON.parse(line.replace(/^\[debug \S+\] /, ''))).toEqual({
			kind: 'model-text',
			text: 'Sentence:\n"make it clear"',
		});
	});

	it('is not said without a flag', () => {
		expect(logged(events)).toEqual([]);
	});

	it('is a long pause in any case, and said once', () => {
		const pauses: ClientEvent[] = [
			{kind: 'retry', ...exchange, errorCode: 'RATE_LIMITED', reason: '429', retry: 1, maxRetries: 2, delayMs: 52_001},
			{kind: 'throttle', delayMs: 9000},
		];
		expect(logged(pauses)).toEqual([
			'[info] the service asks for a pause: going on in 53 s',
			'[info] 50 triggers in the last minute: going on in 9 s',
		]);
		expect(logged(pauses, {verbose: true})).toEqual([
			'[verbose] GET /api/cli/v1/tests 429; retry 1/2 in 52001 ms',
			'[verbose] 50 triggers in the last minute; next trigger in 9000 ms',
		]);
	});

	it('is retries, backoff and polling with --verbose', () => {
		expect(logged(events, {verbose: true})).toEqual([
			'[verbose] GET /api/cli/v1/tests 503; retry 1/3 in 250 ms',
			'[verbose] 50 triggers in the last minute; next trigger in 900 ms',
			'[verbose] polling run_1: - -> queued',
			'[verbose] polling run_1: queued -> running',
			'[verbose] long poll refused; client backoff',
			'[verbose] run_1 not visible yet; retry in 1000 ms',
		]);
	});

	it('is every message with --debug, one line of JSON each, and what --verbose says', () => {
		const lines = logged(events.slice(0, 4), {debug: true});
		expect(lines).toHaveLength(5);
		expect(lines[4]).toMatch(/^\[verbose\] GET/);
		const prefix = '[debug 2026-01-31T09:30:00.000Z] ';
		expect(lines.slice(0, 4).map(line => JSON.parse(line.replace(prefix, '')))).toEqual([
			{kind: 'request', ...exchange},
			{kind: 'response', ...exchange, status: 200, durationMs: 12, requestId: 'req_1'},
			{kind: 'error', ...exchange, errorCode: 'TRANSPORT', durationMs: 3},
			{kind: 'retry', ...exchange, errorCode: 'UNAVAILABLE', delayMs: 250},
		]);
	});

	it('about the service of this machine, and a client that is too old, is said in any case', () => {
		const versions = {version: '0.1.0', clientVersion: '0.2.0'};
		expect(
			logged([
				{kind: 'min-version', minVersion: '9.0.0', version: '0.1.0'},
				{kind: 'local-service', state: 'starting'},
				{kind: 'local-service', state: 'ready', url: 'http://127.0.0.1:7420'},
				{kind: 'local-service', state: 'restarting', ...versions},
				{kind: 'local-service', state: 'outdated', ...versions},
			]),
		).toEqual([
			'[warn] this client is 0.1.0; the service advises 9.0.0 or newer',
			'[info] starting the local service',
			'[info] ready on http://127.0.0.1:7420',
			'[info] the local service is 0.1.0, this client is 0.2.0; restarting it',
			'[warn] the local service is 0.1.0, this client is 0.2.0; it is at work and was not restarted',
		]);
	});
});

it('a wait without answers is told once for all that wait, and when they come again', () => {
	const lines: string[] = [];
	const log = createClientLog({
		notes: createNotes(line => lines.push(line.trimEnd())),
		verbose: false,
		debug: false,
		now: () => 0,
	});
	const message = 'The store takes nothing at the moment.';
	for (const id of ['run_1', 'run_2']) log({kind: 'wait-away', id, message});
	for (const id of ['run_1', 'run_2']) log({kind: 'wait-back', id});
	log({kind: 'wait-away', id: 'run_1', message});
	expect(lines).toEqual([
		`[warn] ${message} The wait goes on.`,
		'[info] the service answers again',
		`[warn] ${message} The wait goes on.`,
	]);
});

it('tells that tests wait for a worker that nobody started, and when one has them', () => {
	const told: ClientEvent[] = [
		{kind: 'unserved', kinds: ['backend']},
		{kind: 'unserved', kinds: []},
	];
	expect(logged(told)).toEqual([
		'[warn] no process of the service executes backend tests, so they wait; start one: svc worker --kinds backend',
		'[info] the tests that waited for a worker are executed',
	]);
});

it('tells that results cannot be stored, and when they can', () => {
	const told: ClientEvent[] = [
		{kind: 'store', state: 'waiting'},
		{kind: 'store', state: 'writing'},
	];
	expect(logged(told)).toEqual([
		'[warn] the service cannot store results at the moment; is its disk full? They are stored as soon as it can.',
		'[info] the service stores again',
	]);
});
