import {isObject, type JsonObject, parsedJson} from '../inference/json-value.ts';
import {kindOf, wordsOf} from '../inference/word-form.ts';
import {bodyOf} from './read-back.ts';
import type {Answer} from './send-request.ts';

/** An endpoint of the API under test, with the names of its query parameters. */
type NotedEndpoint = {method: string; path: string; query: readonly string[]};

const lasting = new Set([
	'purge',
	'permanent',
	'permanently',
	'hard',
	'force',
	'destroy',
	'erase',
	'shred',
	'trash',
	'bin',
]);
const stateField = /^(?:status|state)$|archiv|delet|remov|trash|expire|disabled|active|enabled/i;

/**
 * What is to be said of a record that can still be read after its DELETE was accepted: what it says of its state, and
 * which second call of the API may remove it for good.
 *
 * @param deletePath template of the DELETE
 * @param after the record as it was read afterwards
 */
export function archivedNote(deletePath: string, after: Answer, endpoints: readonly NotedEndpoint[]): string {
	const states = statesOf(parsedJson(bodyOf(after)));
	const state = states.length > 0 ? ` (${states.join(', ')})` : '';
	const second = secondCalls(deletePath, endpoints);
	return second.length > 0
		? `archived, still there${state}; a second call may remove it: ${second.join(' or ')}`
		: `archived, still there${state}; no call of the API is known that removes it for good`;
}

const awayWords = /^(?:deleted|archived|removed|trashed|inactive|disabled|deactivated|expired|cancell?ed|closed)$/i;
const isAwayField = /^(?:is_?)?(?:archived|deleted|removed|trashed|expired|disabled)$/i;
const isHereField = /^(?:is_?)?(?:active|enabled)$/i;
const sinceField = /^(?:deleted|archived|removed|trashed|disabled|deactivated)_?(?:at|on|date)$/i;

/** Whether a record that was read after its DELETE says itself that it was put away: it does not go any further. */
export function isPutAway(after: Answer): boolean {
	const says = (value: unknown, depth: number): boolean => {
		const record = Array.isArray(value) ? value[0] : value;
		if (!isObject(record)) return false;
		const isSaid = Object.entries(record).some(
			([key, field]) =>
				(isAwayField.test(key) && field === true) ||
				(isHereField.test(key) && field === false) ||
				(sinceField.test(key) && typeof field === 'string' && field !== '') ||
				(/^(?:status|state)$/i.test(key) && typeof field === 'string' && awayWords.test(field)),
		);
		return isSaid || (depth < 2 && Object.values(record).some(inner => isObject(inner) && says(inner, depth + 1)));
	};
	return says(parsedJson(bodyOf(after)), 0);
}

/** `status: "expired"` of the record, also inside an envelope such as `{data}`. */
function statesOf(value: unknown, depth = 0): string[] {
	const record = Array.isArray(value) ? value[0] : value;
	if (!isObject(record) || depth > 2) return [];
	const own = Object.entries(record).flatMap(([key, field]) => {
		if (!stateField.test(key)) return [];
		const inner = isObject(field) ? ((field as JsonObject)['state'] ?? (field as JsonObject)['name']) : field;
		const isTelling = typeof inner === 'boolean' || (typeof inner === 'string' && inner !== '' && inner.length <= 40);
		return isTelling ? [`${key}: ${JSON.stringify(inner)}`] : [];
	});
	if (own.length > 0) return own.slice(0, 3);
	return Object.values(record)
		.flatMap(inner => (isObject(inner) ? statesOf(inner, depth + 1) : []))
		.slice(0, 3);
}

/** Calls of the same family whose words speak of something that lasts: `DELETE /users/{id}?force=`, `DELETE /trash/{id}`. */
function secondCalls(deletePath: string, endpoints: readonly NotedEndpoint[]): string[] {
	const kinds = kindsOf(deletePath);
	return endpoints
		.filter(({method}) => method === 'DELETE' || method === 'POST' || method === 'PUT')
		.flatMap(({method, path, query}) => {
			const parameter = query.find(name => wordsOf(name).some(word => lasting.has(word)));
			if (method === 'DELETE' && path === deletePath && parameter) return [`${method} ${path}?${parameter}=true`];
			const isLasting = path.split('/').some(segment => wordsOf(segment).some(word => lasting.has(word)));
			const isOfKind = kindsOf(path).some(kind => kinds.includes(kind)) || /^\/(?:trash|bin)\b/.test(path);
			return isLasting && isOfKind && path !== deletePath ? [`${method} ${path}`] : [];
		})
		.slice(0, 3);
}

const kindsOf = (path: string): string[] =>
	path
		.split('/')
		.filter(segment => segment !== '' && !segment.startsWith('{') && !segment.startsWith(':'))
		.map(kindOf);
