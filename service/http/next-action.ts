import type {ErrorCode} from '../../source/contract/error.ts';
import {basePath} from '../../source/contract/route.ts';

/** Our commands as requests, so that a client of another make reads what it can send. `$1` is the first argument. */
const requests: ReadonlyArray<readonly [command: string, request: string]> = [
	['test run --all', 'POST /tests/batch/run'],
	['test run', 'POST /tests/$1/runs'],
	['test rerun', 'POST /tests/$1/runs/rerun'],
	['test wait', 'GET /tests/$1/result'],
	['test result', 'GET /tests/$1/result'],
	['test refine', 'POST /tests/$1/refine'],
	['test update', 'PATCH /tests/$1'],
	['test code get', 'GET /tests/$1/code'],
	['test code put', 'PUT /tests/$1/code'],
	['test plan put', 'PUT /tests/$1/plan-steps'],
	['test plan generate', 'POST /projects/$project/plans/generate'],
	['test heal list', 'GET /tests/$1/heals'],
	['plan list', 'GET /projects/$project/plans'],
	['plan changes', 'GET /projects/$project/plans/changes'],
	['plan refine', 'POST /projects/$project/plans/refine'],
	['plan tick', 'PATCH /projects/$project/plans/rows'],
	['plan edit', 'PATCH /projects/$project/plans/rows/$1'],
	['batch get', 'GET /batches/$1'],
	['batch watch', 'GET /batches/$1'],
	['batch cleanup', 'GET /batches/$1/cleanup'],
	['project get', 'GET /projects/$1'],
	['project update', 'PATCH /projects/$1'],
	['project env create', 'POST /projects/$project/env'],
	['project env update', 'PATCH /projects/$project/env/$1'],
	['project env set-default', 'POST /projects/$project/env/$1/default'],
	['project env list', 'GET /projects/$project/env'],
	['project docs upload', 'POST /projects/$1/docs'],
	['project docs list', 'GET /projects/$1/docs'],
	['finding list', 'GET /projects/$project/findings'],
	['finding mute', 'POST /projects/$project/findings/$1/mute'],
	['endpoint list', 'GET /projects/$project/endpoints'],
	['endpoint discover', 'POST /projects/$project/endpoints/discover'],
	['schedule update', 'PATCH /schedules/$1'],
	['schedule runs', 'GET /schedules/$1/runs'],
	['schedule delete', 'DELETE /schedules/$1'],
];

const word = String.raw`(?:"[^"]*"|'[^']*'|<[^<>]*>|[\w./:*-]*[\w/*])`;
const command = new RegExp(String.raw`\`?\bsvc((?: ${word}|[ ]…)+)\`?`, 'g');

/** Whether a user agent is that of our client. */
export const isOurClient = (userAgent: string | undefined): boolean => /^svc\//.test(userAgent ?? '');

/**
 * The next step as an answer tells it: to a client of another make never empty, and without a program or setting of ours.
 * @param text what whoever raised the error advises; commands of `svc` where it knows some
 */
export function nextActionOf(text: string, code: ErrorCode, isOurs: boolean): string {
	// Ours has hints of its own where the answer has none.
	if (isOurs) return text;
	const lines = text.split('\n').flatMap(line => sentencesOf(line).map(asRequests));
	const kept = lines.filter(sentence => sentence.trim() !== '' && !/\bsvc\b|\bSVC_\w+/i.test(sentence));
	return kept.join(' ').trim() || usual(code);
}

/** `Do this: svc a. Or that.` → two; a dot within a command, a path or a name ends none. */
const sentencesOf = (line: string): string[] => line.split(/(?<=[.!?]) +(?=[A-Z`])/);

const asRequests = (sentence: string): string =>
	sentence.replace(command, (whole, words: string) => requestOf(words) ?? whole);

function requestOf(words: string): string | null {
	const parts = words.trim().match(new RegExp(`${word}|…`, 'g')) ?? [];
	const found = requests.find(([name]) => name.split(' ').every((one, place) => parts[place] === one));
	if (!found) return null;
	const [name, request] = found;
	const given = parts.slice(name.split(' ').length);
	const project = given[given.indexOf('--project') + 1];
	const first = given[0] !== undefined && !given[0].startsWith('--') ? given[0] : undefined;
	const [method, path = ''] = request.split(' ');
	const filled = path
		.replace('$1', first ?? '{id}')
		.replace('$project', given.includes('--project') && project !== undefined ? project : '{projectId}');
	return `${method} ${basePath}${filled}`;
}

/** What helps with an error of a kind, where nobody knows more. */
const usual = (code: ErrorCode): string =>
	usualActions[code] ?? 'Read the message and the details, and send the request again.';

const usualActions: Partial<Record<ErrorCode, string>> = {
	VALIDATION_ERROR: 'Correct the request and send it again.',
	NOT_FOUND: 'Check the identifier; the list of these resources shows what there is.',
	AUTH_REQUIRED: 'Send a valid API key in the header x-api-key.',
	AUTH_INVALID: 'Send a valid API key in the header x-api-key.',
	AUTH_FORBIDDEN: 'Use a key that has the scope named in the details.',
	CONFLICT: 'Read the current state, then decide whether the request is still wanted.',
	PRECONDITION_FAILED: 'Read the current version, and send the request again with it.',
	PAYLOAD_TOO_LARGE: 'Send less at once.',
	RATE_LIMITED: 'Wait as long as retry-after says, then send the request again.',
	INSUFFICIENT_CREDITS: 'Add credits, or run fewer tests.',
	UNSUPPORTED: 'Leave this feature out; this service does not have it.',
	UNAVAILABLE: 'Try again in a moment.',
	INTERNAL: 'Try again; when it lasts, give the requestId to whoever runs the service.',
};
