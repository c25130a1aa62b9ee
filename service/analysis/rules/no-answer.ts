import {originOf} from '../../domain/endpoint-path.ts';
import {durationText, excerpt} from '../excerpt.ts';
import type {FailedRun} from '../facts.ts';
import {addressOf, apiCode, environment, testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** A request timed out. */
export const slowAnswer: Rule = symptoms => {
	const {run, nameOf, atLine, earlierOf} = symptoms;
	if (run.failureKind !== 'network_timeout') return null;
	const call = run.calls.findLast(({error, status}) => error !== null || status === null);
	if (!call) return null;
	const waited = call.latencyMs === null ? '' : ` within ${durationText(call.latencyMs)}`;
	const earlier = earlierOf(call)?.latencyMs;
	const before = earlier == null ? '' : ` In the last passing run it took ${durationText(earlier)}.`;
	const isConnecting = /connect/i.test(`${run.error ?? ''}`) && !/read/i.test(run.error ?? '');
	return {
		cause: `${nameOf(call)} gave no answer${waited}, and the request of the test timed out${atLine}.${before}`,
		fix: isConnecting
			? environment(
					addressOf(call),
					'No connection was made in time: check that the address is reachable from the service.',
				)
			: apiCode(symptoms, call, 'the endpoint is too slow for the limit the test sets; find out what it waits for.'),
		call,
	};
};

/** How much of a measured time a call must account for; what the test does around it takes some, too. */
const least = 0.6;
const most = 1.05;

/** An assertion about a time, which one recorded call accounts for: `assert seconds < 5`. */
export const slowCall: Rule = symptoms => {
	const {assertion, value, run, nameOf, atLine, earlierOf} = symptoms;
	const actual = assertion?.actual?.value;
	if (!assertion || value || typeof actual !== 'number' || !/^a value <=? /.test(assertion.expectation)) return null;
	const call = run.calls.findLast(({latencyMs}) =>
		[actual, actual * 1000].some(ms => latencyMs !== null && latencyMs >= ms * least && latencyMs <= ms * most),
	);
	if (call?.latencyMs == null) return null;
	const earlier = earlierOf(call)?.latencyMs;
	const before = earlier == null ? '' : ` In the last passing run it took ${durationText(earlier)}.`;
	return {
		cause: `${nameOf(call)} took ${durationText(call.latencyMs)}; the test measured ${excerpt(assertion.actualText ?? '', 40)} and expected ${excerpt(assertion.expectation, 60)}${atLine}.${before}`,
		fix: apiCode(symptoms, call, 'the endpoint is slower than the test allows; find out what it waits for.'),
		call,
		isAboutTime: true,
	};
};

/** Kinds of failed connections: how the system says them, what they mean, what to look at. */
const kinds: ReadonlyArray<{pattern: RegExp; means: string; advice: string}> = [
	{
		pattern: /ConnectionRefused|Connection refused|Errno 111|Errno 61|WinError 10061/i,
		means: 'nothing accepts connections at',
		advice: 'Start the API, or correct the target URL.',
	},
	{
		pattern: /gaierror|NameResolution|Name or service not known|nodename nor servname|getaddrinfo|name resolution/i,
		means: 'no address can be found for the host of',
		advice: 'Correct the host of the target URL, or the name service of this machine.',
	},
	{
		pattern: /SSL|CERTIFICATE|certificate|TLS/,
		means: 'no TLS connection can be made to',
		advice: 'Check the certificate of the API and whether the port speaks https.',
	},
	{
		pattern:
			/ConnectionReset|RemoteDisconnected|BrokenPipe|ConnectionAborted|IncompleteRead|without response|Errno 104/i,
		means: 'the connection was closed before a whole answer came from',
		advice: 'Look at the log of the API at that moment: it may have crashed, restarted or run into a limit.',
	},
	{
		pattern: /No route to host|unreachable|Errno 113|Errno 101/i,
		means: 'there is no way through the network to',
		advice: 'Check the target URL and the network of the machine the service runs on.',
	},
];

/** The target could not be reached, or hung up. */
export const refusedConnection: Rule = symptoms => {
	const {run, nameOf, atLine} = symptoms;
	if (run.failureKind !== 'network') return null;
	const call = run.calls.findLast(({error}) => error !== null);
	const reason = call?.error ?? run.error;
	const kind = kinds.find(({pattern}) => pattern.test(reason ?? ''));
	if (!reason || !kind) return null;
	const origin = call ? addressOf(call) : run.targetUrl;
	const answers = run.calls.filter(({status}) => status !== null).length;
	const before =
		answers > 0 ? ` ${answers === 1 ? 'One request' : `${answers} requests`} of the same run got an answer.` : '';
	const own = origin === null ? null : ownAddress(run, origin);
	if (call && own)
		return {
			cause: `${nameOf(call)} got no answer${atLine}: ${kind.means} ${origin} (${excerpt(reason, 160)}). The test names that address itself (line ${own.line}); ${own.project}.${before}`,
			fix: testCode(
				symptoms,
				'use BASE_URL in place of the address: it is the target of the run, whichever that is. Where another service is meant, start it or correct its address.',
			),
			call,
		};
	return {
		cause: `${call ? nameOf(call) : 'The request'} got no answer${atLine}: ${kind.means} ${origin ?? 'the target'} (${excerpt(reason, 160)}).${before}`,
		fix: environment(origin, kind.advice),
		call: call ?? null,
	};
};

/** The line at which a test spells an address that is not the one of its target; null: it does not. */
function ownAddress({code, targetUrl}: FailedRun, origin: string): {line: number; project: string} | null {
	const target = targetUrl === null ? null : originOf(targetUrl);
	if (code === null || origin === target) return null;
	const {host, hostname} = new URL(origin);
	const lines = code.split(/\r\n|[\n\r]/);
	const spells = (address: string) => lines.findIndex(line => !/^\s*#/.test(line) && line.includes(address));
	const index = [`//${host}`, `//${hostname}`, `"${hostname}"`, `'${hostname}'`].map(spells).find(at => at !== -1);
	if (index === undefined) return null;
	return {
		line: index + 1,
		project: targetUrl === null ? 'the project has no target URL' : `the target of the run is ${targetUrl}`,
	};
}
