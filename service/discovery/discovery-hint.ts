import {ServiceError} from '../domain/service-error.ts';

/** What a hint leaves out: a path with everything below it, of one method or of all. */
type Exclusion = {method: string | null; path: string};

const verb =
	/^(?:please\s+)?(?:skip|exclude|ignore|omit|leave\s+out|without|(?:do\s+not|don't|never)\s+(?:use|read|include|test|touch))\b/i;
const named = /(?:\b(GET|POST|PUT|PATCH|DELETE)\s+)?(?<![\w/])(\/[^\s,;"'`]*)/gi;

/** What a person says of an API before it is looked at. */
export type Hint = {
	exclusions: Exclusion[];
	/** Header that carries the credential of the probes; null: the usual one of its kind. */
	authHeader: string | null;
	/** The root of the API names nothing: neither its paths nor itself are read. */
	isRootless: boolean;
};

const header = String.raw`(?:the\s+)?(?:header\s+)?["'\x60]?([A-Za-z][\w-]{0,99})["'\x60]?(?:\s+header)?`;
const credential = String.raw`(?:the\s+)?(?:auth\w*|credential|token|(?:api[\s-]?)?key)`;
const headerForms = [
	new RegExp(
		String.raw`^${credential}(?:\s+header)?(?:\s+(?:is|goes|travels|stands|belongs)(?:\s+in(?:to)?|\s+as)?|:)\s+${header}$`,
		'i',
	),
	new RegExp(String.raw`^(?:please\s+)?(?:send|put|use)\s+${credential}\s+(?:as|in(?:to)?)\s+${header}$`, 'i'),
	/^(?:please\s+)?use\s+(?:the\s+)?header\s+["'\x60]?([A-Za-z][\w-]{0,99})["'\x60]?$/i,
];
const rootForm =
	/^(?:the\s+root\s+is\s+(?:none|nothing|no\b.*|not\b.*)|there\s+is\s+no\s+root|(?:skip|ignore)\s+the\s+root)$/i;

/**
 * Reads a hint in words: "skip /admin", "exclude DELETE /orders/{id}", "the key goes in X-Api-Key", "the root is none".
 * Throws UNSUPPORTED `natural_language` for a sentence that is not understood, so that no wish is silently dropped.
 */
export function readHint(hint: string | undefined): Hint {
	const read: Hint = {exclusions: [], authHeader: null, isRootless: false};
	const sentences = (hint ?? '').split(/[;\n]|\.(?=\s|$)/).map(sentence => sentence.trim());
	for (const sentence of sentences.filter(Boolean)) {
		const named = headerForms.map(form => form.exec(sentence)?.[1]).find(name => name !== undefined);
		if (rootForm.test(sentence)) read.isRootless = true;
		else if (named !== undefined) read.authHeader = named;
		else for (const one of exclusionsOf(sentence)) take(read, one);
	}
	return read;
}

/** The root alone is nothing that everything else lies below. */
function take(read: Hint, exclusion: Exclusion): void {
	if (exclusion.path === '') read.isRootless = true;
	else read.exclusions.push(exclusion);
}

function exclusionsOf(sentence: string): Exclusion[] {
	const exclusions = [...sentence.matchAll(named)].map(([, method, path = '']) => ({
		method: method?.toUpperCase() ?? null,
		path: plain(path.replace(/(?<![/*.])[/*.]+$/, '')),
	}));
	if (!verb.test(sentence) || exclusions.length === 0) throw notUnderstood(sentence);
	return exclusions;
}

/** The headers of a credential under the name that a hint gives; the value stands alone in a header of one's own. */
export function namedCredential(headers: Record<string, string>, {authHeader}: Hint): Record<string, string> {
	const [[name, value] = ['', ''], ...others] = Object.entries(headers);
	if (authHeader === null || name === '' || others.length > 0) return headers;
	const isUsual = authHeader.toLowerCase() === 'authorization';
	return {[authHeader.toLowerCase()]: isUsual ? value : value.replace(/^(?:Bearer|Basic|Token)\s+/i, '')};
}

/** Whether a hint leaves an endpoint out. */
export function isExcluded({exclusions, isRootless}: Hint, {method, path}: {method: string; path: string}): boolean {
	if (isRootless && path === '/') return true;
	const own = plain(path);
	return exclusions.some(
		one => (one.method === null || one.method === method) && (own === one.path || own.startsWith(`${one.path}/`)),
	);
}

/** Names of parameters say nothing: `/orders/{id}` and `/orders/:orderId` are one path. */
const plain = (path: string) => path.replace(/\{[^{}/]*\}|(?<=\/):\w+/g, '{}');

const notUnderstood = (sentence: string) =>
	new ServiceError('UNSUPPORTED', `The hint was not understood: ${JSON.stringify(sentence.slice(0, 200))}.`, {
		nextAction: 'Say "skip /admin", "exclude DELETE /orders/{id}", "the key goes in X-Api-Key" or "the root is none".',
		details: {feature: 'natural_language'},
	});
