import {ServiceError} from '../domain/service-error.ts';

/** What a hint leaves out: a path with everything below it, of one method or of all. */
export type Exclusion = {method: string | null; path: string};

const verb =
	/^(?:please\s+)?(?:skip|exclude|ignore|omit|leave\s+out|without|(?:do\s+not|don't|never)\s+(?:use|read|include|test|touch))\b/i;
const named = /(?:\b(GET|POST|PUT|PATCH|DELETE)\s+)?(?<![\w/])(\/[^\s,;"'`]*)/gi;

/**
 * Reads a hint in words: "skip /admin", "exclude DELETE /orders/{id}". Throws UNSUPPORTED `natural_language` for a
 * sentence that is not understood, so that no wish is silently dropped.
 */
export function readHint(hint: string): Exclusion[] {
	return hint
		.split(/[;\n]|\.(?=\s|$)/)
		.map(sentence => sentence.trim())
		.filter(Boolean)
		.flatMap(sentence => {
			const exclusions = [...sentence.matchAll(named)].map(([, method, path = '']) => ({
				method: method?.toUpperCase() ?? null,
				path: plain(path.replace(/[/*.]+$/, '')),
			}));
			if (!verb.test(sentence) || exclusions.length === 0) throw notUnderstood(sentence);
			return exclusions;
		});
}

/** Whether a hint leaves an endpoint out. */
export function isExcluded(exclusions: readonly Exclusion[], {method, path}: {method: string; path: string}): boolean {
	const own = plain(path);
	return exclusions.some(
		one => (one.method === null || one.method === method) && (own === one.path || own.startsWith(`${one.path}/`)),
	);
}

/** Names of parameters say nothing: `/orders/{id}` and `/orders/:orderId` are one path. */
const plain = (path: string) => path.replace(/\{[^{}/]*\}|(?<=\/):\w+/g, '{}');

const notUnderstood = (sentence: string) =>
	new ServiceError('UNSUPPORTED', `The hint was not understood: ${JSON.stringify(sentence.slice(0, 200))}.`, {
		nextAction: 'Say what to leave out, such as "skip /admin" or "exclude DELETE /orders/{id}".',
		details: {feature: 'natural_language'},
	});
