import type {TestType} from '../../contract/enums.ts';
import {workerCommand} from '../../contract/route.ts';
import type {ClientEvent, ClientObserver} from '../client/client-events.ts';
import type {Notes} from '../output/notes.ts';

/**
 * What the client tells, as lines of stderr: warnings and long pauses always, the rest with `--verbose` and `--debug`.
 */
export function createClientLog(options: {
	notes: Notes;
	verbose: boolean;
	debug: boolean;
	now(): number;
}): ClientObserver {
	const {notes, verbose, debug, now} = options;
	/** Waits of one command share a service: what is said of one is said for all. */
	const away = new Set<string>();
	return event => {
		if (debug) {
			const line = debugLine(event);
			if (line) notes.line(`[debug ${new Date(now()).toISOString()}] ${JSON.stringify(line)}`);
		}
		if (verbose || debug) {
			const text = verboseText(event);
			if (text) notes.say('verbose', text);
		} else {
			const text = pauseText(event);
			if (text) notes.say('info', text);
		}
		if (event.kind === 'min-version') {
			notes.say('warn', `this client is ${event.version}; the service advises ${event.minVersion} or newer`);
		} else if (event.kind === 'wait-away') {
			if (away.size === 0) notes.say('warn', `${event.message} The wait goes on.`);
			away.add(event.id);
		} else if (event.kind === 'wait-back') {
			if (away.delete(event.id) && away.size === 0) notes.say('info', 'the service answers again');
		} else if (event.kind === 'store') {
			if (event.state === 'writing') notes.say('info', 'the service stores again');
			else
				notes.say(
					'warn',
					'the service cannot store results at the moment; is its disk full? They are stored as soon as it can.',
				);
		} else if (event.kind === 'unserved') {
			if (event.kinds.length === 0) notes.say('info', 'the tests that waited for a worker are executed');
			else notes.say('warn', unservedText(event.kinds));
		} else if (event.kind === 'local-service') {
			serviceNote(event, notes);
		}
	};
}

const unservedText = (kinds: readonly TestType[]): string =>
	`no process of the service executes ${kinds.join(' or ')} tests, so they wait; start one: ${workerCommand(kinds)}`;

type ServiceEvent = Extract<ClientEvent, {kind: 'local-service'}>;

function serviceNote(event: ServiceEvent, notes: Notes): void {
	if (event.state === 'starting') notes.say('info', 'starting the local service');
	else if (event.state === 'ready') notes.say('info', `ready on ${event.url}`);
	else {
		const versions = `the local service is ${event.version}, this client is ${event.clientVersion}`;
		if (event.state === 'restarting') notes.say('info', `${versions}; restarting it`);
		else notes.say('warn', `${versions}; it is at work and was not restarted`);
	}
}

/** Whoever waits longer than that wonders whether anything still happens. */
const longPauseMs = 5000;

function pauseText(event: ClientEvent): string | null {
	if ((event.kind !== 'retry' && event.kind !== 'throttle') || event.delayMs < longPauseMs) return null;
	const reason = event.kind === 'throttle' ? '50 triggers in the last minute' : 'the service asks for a pause';
	return `${reason}: going on in ${Math.ceil(event.delayMs / 1000)} s`;
}

function verboseText(event: ClientEvent): string | null {
	switch (event.kind) {
		case 'retry':
			return `${event.method} ${event.url.replace(/\?.*/s, '')} ${event.reason}; retry ${event.retry}/${event.maxRetries} in ${event.delayMs} ms`;
		case 'throttle':
			return `50 triggers in the last minute; next trigger in ${event.delayMs} ms`;
		case 'poll-status':
			return `polling ${event.id}: ${event.from ?? '-'} -> ${event.to}`;
		case 'long-poll-refused':
			return 'long poll refused; client backoff';
		case 'not-yet-visible':
			return `${event.id} not visible yet; retry in ${event.delayMs} ms`;
		default:
			return null;
	}
}

/** "keys `kind`, `method`, `url`, `attempt`, `status?`, `errorCode?`, `durationMs?`, `requestId`, `delayMs?`, `mode?`" */
function debugLine(event: ClientEvent): Record<string, unknown> | null {
	switch (event.kind) {
		case 'request':
		case 'response':
		case 'retry':
		case 'error': {
			const {kind, method, url, attempt, requestId, mode} = event;
			return {
				kind,
				method,
				url,
				attempt,
				...('status' in event ? {status: event.status} : {}),
				...('errorCode' in event ? {errorCode: event.errorCode} : {}),
				...('durationMs' in event ? {durationMs: event.durationMs} : {}),
				// The service's id where it has answered: the one its own log knows.
				requestId: ('serverRequestId' in event && event.serverRequestId) || requestId,
				...('delayMs' in event ? {delayMs: event.delayMs} : {}),
				...(mode ? {mode} : {}),
			};
		}
		case 'model-text':
			return {kind: event.kind, text: event.text};
		default:
			return null;
	}
}
