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
