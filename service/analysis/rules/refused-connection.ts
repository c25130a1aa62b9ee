import {excerpt} from '../excerpt.ts';
import {originOf} from '../endpoint.ts';
import type {FailedRun} from '../facts.ts';
import {addressOf, environment, testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

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
