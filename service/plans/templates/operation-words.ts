import {wordsOf} from '../../inference/word-form.ts';
import {spoken, withArticle} from '../kinds/names.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';

const longest = 190;

/** The document's own words for an operation; else its path in words. */
export function summaryOf(operation: PlanOperation): string {
	const {endpoint, method} = operation;
	const said = endpoint.summary?.trim().replace(/(?<![.\s])[.\s]+$/, '');
	// A framework has made it of the name of a function.
	if (said && isOnlyPath(said, operation)) return lastWords(operation).join(' ');
	if (said) return `${said[0]!.toLowerCase()}${said.slice(1)}`.slice(0, longest);
	return `${method === 'DELETE' ? 'takes back' : 'does'} ${spoken(lastWords(operation).join(' '))}`;
}

/** The same in as few words as there are: a step of a test that is about something else. */
export const briefOf = (operation: PlanOperation): string =>
	operation.endpoint.summary?.trim() || operation.method === 'DELETE'
		? summaryOf(operation)
		: lastWords(operation).join(' ');

/** What an action does to a record, without a subject: `checks in a visit`, `cancels an order`. */
export function deedOf(operation: PlanOperation, noun: string): string {
	const said = operation.endpoint.summary?.trim() ?? '';
	const words = lastWords(operation);
	if (said === '' ? operation.method !== 'DELETE' : isOnlyPath(said, operation))
		return [inThird(words[0]!), ...words.slice(1), withArticle(noun)].join(' ');
	const summary = summaryOf(operation);
	const [first = '', ...rest] = summary.split(' ');
	return first === words[0] ? [inThird(first), ...rest].join(' ') : summary;
}

/** Name of a chain that ends with an action: its summary, where that says more than the path. */
export const flowTitle = (operation: PlanOperation, noun: string): string => {
	const said = operation.endpoint.summary?.trim() ?? '';
	const isBare = said === '' || isOnlyPath(said, operation);
	const title = isBare ? deedOf(operation, noun) : summaryOf(operation);
	return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
};

/** Whether a summary says what the path says, and no more: `Check In` of `/visits/{id}/check-in`. */
const isOnlyPath = (said: string, operation: PlanOperation): boolean =>
	operation.method !== 'DELETE' && said !== '' && wordsOf(said).join() === lastWords(operation).join();

const lastWords = ({segments}: PlanOperation): readonly string[] =>
	wordsOf(segments.findLast(one => !isParameter(one)) ?? '');

/** `cancel` → `cancels`, `finish` → `finishes`, `apply` → `applies`. */
function inThird(verb: string): string {
	if (/(?:ch|sh|s|x|z|o)$/.test(verb)) return `${verb}es`;
	return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
