import {resolve, sep} from 'node:path';
import {exitCodes} from '../../source/command-line/exit-codes.ts';
import type {FuzzCase} from './generate.ts';
import type {Played} from './play.ts';
import type {Sandbox} from './sandbox.ts';

const stackTrace = /^\s+at .+(?::\d+:\d+\)?|\(native\)|<anonymous>\)?)$|node:internal|UnhandledPromise|^Node\.js v\d/m;
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
const temporaryName = /\.tmp(?:\.|$)|\.lock$|~$/;

/** Everything that is wrong with what a line left behind; empty: nothing. */
export function faultsOf(
	fuzzCase: FuzzCase,
	played: Played,
	files: {sandbox: Sandbox; before: ReadonlyMap<string, string>; after: ReadonlyMap<string, string>},
): string[] {
	return [
		...exitFaults(played),
		...channelFaults(fuzzCase, played),
		...textFaults(fuzzCase, played),
		...fileFaults(fuzzCase, files),
	];
}

function exitFaults({exitCode, hung, interrupted, stderr}: Played): string[] {
	if (hung) return ['it did not end when it was asked to'];
	if (exitCode === null || !Object.hasOwn(exitCodes, exitCode)) return [`exit code ${exitCode} is not in the table`];
	if (!interrupted && exitCode >= 128) return [`exit code ${exitCode} without a signal`];
	if (stderr.includes('This is a bug in svc')) return ['it calls itself a bug'];
	return [];
}

/** Mode of the output as the line asks for it; null where the line leaves doubt. */
function modeOf({argv, config}: FuzzCase): 'json' | 'text' | null {
	const mentions = argv.filter(token => token.includes('output'));
	if (mentions.length === 0) return config?.includes('json') ? null : 'text';
	const at = argv.indexOf('--output');
	const isJson = argv.includes('--output=json') || (at !== -1 && argv[at + 1] === 'json');
	return isJson && mentions.length === 1 && !argv.includes('--') ? 'json' : null;
}

const isHelp = (argv: readonly string[]) =>
	argv.some(token => ['-h', '--help', '-V', '--version', 'help'].includes(token));
/** Lines whose stdout is documented not to be one document. */
const isStream = ({argv}: FuzzCase) =>
	['completion', '--stream', '--follow', 'serve'].some(word => argv.some(token => token.startsWith(word)));

function channelFaults(fuzzCase: FuzzCase, played: Played): string[] {
	const {stdout, stderr, exitCode} = played;
	if (played.hung || modeOf(fuzzCase) !== 'json') return [];
	const faults: string[] = [];
	const isText = isHelp(fuzzCase.argv) || /^(?:Usage: |.*\n\nUsage: )/.test(stdout);
	if (!isText && !isStream(fuzzCase)) {
		if (stdout === '' && exitCode === 0) faults.push('success without a document on stdout');
		if (stdout !== '' && !isOneDocument(stdout)) faults.push('stdout is not one JSON document with one final newline');
	}
	if (exitCode !== 0 && exitCode !== null && !isEnvelopeLast(stderr))
		faults.push('stderr does not end with the envelope');
	return faults;
}

function isOneDocument(text: string): boolean {
	try {
		JSON.parse(text);
		return text.endsWith('\n') && !text.endsWith('\n\n');
	} catch {
		return false;
	}
}

/** "Writes exactly one envelope as the last thing on stderr", with its five keys. */
function isEnvelopeLast(stderr: string): boolean {
	const starts = [...stderr.matchAll(/^\{$/gm)];
	if (starts.length !== 1) return false;
	try {
		const {error} = JSON.parse(stderr.slice(starts[0]!.index)) as {error: Record<string, unknown>};
		const {code, message, nextAction, requestId, details} = error;
		return (
			[code, message, nextAction, requestId].every(value => typeof value === 'string') &&
			typeof details === 'object' &&
			details !== null &&
			!Array.isArray(details)
		);
	} catch {
		return false;
	}
}

function textFaults({argv, canaries}: FuzzCase, {stdout, stderr}: Played): string[] {
	const faults: string[] = [];
	const isDebug = argv.includes('--debug');
	for (const [name, text] of [
		['stdout', stdout],
		['stderr', stderr],
	] as const) {
		if (!isDebug && stackTrace.test(text)) faults.push(`a stack trace on ${name}`);
		// `code get` prints a source as it is.
		const isSource = argv.includes('code') && name === 'stdout';
		if (!isSource && controls.test(text))
			faults.push(`a control character on ${name}: ${JSON.stringify(controls.exec(text)?.[0])}`);
		for (const canary of [...canaries, 'CANARYfile', 'CANARY-proxy'])
			if (text.includes(canary)) faults.push(`the secret ${canary} on ${name}`);
	}
	return faults;
}

/** Where commands write without being told a path. */
const ownPlaces = [
	'.svc',
	'.claude',
	'.agents',
	'.cursor',
	'.clinerules',
	'.kiro',
	'.windsurf',
	'.github',
	'AGENTS.md',
];

function fileFaults({argv, env}: FuzzCase, {sandbox, before, after}: Parameters<typeof faultsOf>[2]): string[] {
	const words = [...argv, env['GITHUB_STEP_SUMMARY'], env['GITHUB_OUTPUT']].filter(word => word !== undefined);
	const named = words.flatMap(word => [word, word.slice(word.indexOf('=') + 1)]).filter(word => word !== '');
	const dirs = named.map(word => resolve(sandbox.cwd, word));
	const chosen = [
		sandbox.home,
		...dirs,
		// What `--force` replaces is kept beside it.
		...dirs.map(dir => `${dir}.bak`),
		...[sandbox.cwd, ...dirs].flatMap(dir => ownPlaces.map(place => resolve(dir, place))),
	];
	const faults: string[] = [];
	for (const path of new Set([...before.keys(), ...after.keys()])) {
		if (before.get(path) === after.get(path)) continue;
		const full = resolve(sandbox.root, path);
		const isChosen = chosen.some(
			place => full === place || full.startsWith(place + sep) || place.startsWith(full + sep),
		);
		if (!isChosen) faults.push(`changed outside the chosen place: ${path}`);
		// The staging directory of a failure bundle stays after a failure; a service that was killed leaves its own lock.
		const isStaging = path.split(sep).includes('.tmp') || path.startsWith('home/.svc/service/');
		if (after.has(path) && !isStaging && temporaryName.test(path)) faults.push(`left behind: ${path}`);
	}
	return faults;
}
