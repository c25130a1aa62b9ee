import type {JsonObject} from './json-value.ts';
import {endingRank, stateNames} from './record-state.ts';
import {wordsOf} from './word-form.ts';

/** Statuses that may speak of the state of a record, the usual one first. */
export const ofState = [409, 400, 403, 412, 422];

/** An action on a record: a fixed segment below its path, such as `POST /orders/{id}/cancel`. */
type Action = {method: string; path: string};

/** Letters that a word has to share with another form of it: `archiv` of archive, archived and archiving. */
const fewestLetters = 4;

/**
 * Actions on the record of a path that a refusal names: "Archive it first", "only returned loans can be deleted".
 *
 * @param path template of what was refused
 * @param said the words of the refusal
 */
export function namedActions<One extends Action>(path: string, said: string, actions: readonly One[]): One[] {
	const words = said.toLowerCase().match(/[a-z]+/g) ?? [];
	return actions.filter(action => {
		const segment = actionOf(path, action);
		if (segment === null) return false;
		const [verb = ''] = wordsOf(segment);
		const stem = verb.replace(/(?:e|y)$/, '');
		return stem.length >= fewestLetters && words.some(word => word.startsWith(stem) && word.length <= verb.length + 4);
	});
}

/** The segment of an action directly below a path, called by POST or PUT; null: it is none. */
export function actionOf(path: string, {method, path: below}: Action): string | null {
	if (!['POST', 'PUT'].includes(method) || !below.startsWith(`${path}/`)) return null;
	const segment = below.slice(path.length + 1);
	return /^[^/{}:]+$/.test(segment) ? segment : null;
}

/** Actions directly below the path of a record that end what it does, what costs least first. */
export function endingActions<One extends Action>(path: string, actions: readonly One[]): One[] {
	return byRank(
		actions.map(action => {
			const segment = actionOf(path, action);
			return [action, segment === null ? null : endingRank(segment)];
		}),
	);
}

/** A field that says in which state a record is, and a value in it. */
export type SetState = {field: string; value: string};

/** Those that end what a record does, each once, what costs least first. */
export const endingStates = (states: readonly SetState[]): SetState[] => {
	const once = new Map(states.map(one => [JSON.stringify(one), one]));
	return byRank([...once.values()].map(one => [one, endingRank(one.value)]));
};

/** The states that a body sets. */
export const statesSent = (body: JsonObject): SetState[] =>
	Object.entries(body).flatMap(([field, value]) =>
		stateNames.test(field) && typeof value === 'string' ? [{field, value}] : [],
	);

const byRank = <One>(ranked: ReadonlyArray<readonly [One, number | null]>): One[] =>
	ranked
		.flatMap(([one, rank]) => (rank === null ? [] : [{one, rank}]))
		.sort((a, b) => a.rank - b.rank)
		.map(({one}) => one);

/** What comes before an operation: another one on the same record, with its body where that is given. */
type Before = Action & {body: string | null};

/** `POST /orders/{id}/close`, `PATCH /orders/{id} {"status":"closed"}`. */
export const beforeKey = ({method, path}: Action, body: object): string => `${method} ${path} ${JSON.stringify(body)}`;

/** Whether what comes before an operation is how its record is made, and nothing that is done to it afterwards. */
export const isMaking = ({method, body}: Pick<Before, 'method' | 'body'>): boolean =>
	method === 'POST' && body !== null;

/** The same, read. */
export function readBefore(key: string): Before {
	const [method = '', path = '', ...body] = key.split(' ');
	return {method, path, body: body.length === 0 ? null : body.join(' ')};
}
