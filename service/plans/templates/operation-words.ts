import {isDoneToMany, isMakingMany, wordsOf} from '../../inference/word-form.ts';
import {capital, spoken, withArticle} from '../kinds/names.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';

const longest = 190;

/** The document's own words for an operation; else its path in words. */
export function summaryOf(operation: PlanOperation): string {
	const {endpoint, method} = operation;
	const said = firstSentence(endpoint.summary ?? '');
	if (said)
		return isOnlyPath(operation)
			? lastWords(operation).join(' ')
			: `${said[0]!.toLowerCase()}${said.slice(1)}`.slice(0, longest);
	return `${method === 'DELETE' ? 'takes back' : 'does'} ${spoken(lastWords(operation).join(' '))}`;
}

/** What stands before the first end of a sentence; what follows it explains. */
const firstSentence = (text: string): string =>
	(text.trim().split(/(?<=\w{3}[)\]'"]?)[.;:!?](?:\s|$)|\s[–—]\s|\n/, 1)[0] ?? '').replace(/(?<![.\s])[.\s]+$/, '');

/** The same in as few words as there are: a step of a test that is about something else. */
export const briefOf = (operation: PlanOperation): string =>
	isOnlyPath(operation) ? lastWords(operation).join(' ') : summaryOf(operation);

/** What an action does to a record, without a subject: `checks in a visit`, `cancels an order`. */
export function deedOf(operation: PlanOperation, noun: string): string {
	const many = deedOnMany(operation);
	if (many !== null) return many;
	const [verb = '', ...more] = lastWords(operation);
	if (isOnlyPath(operation)) return [inThird(verb), ...more, withArticle(noun)].join(' ');
	const summary = summaryOf(operation);
	const [first = '', ...rest] = summary.split(' ');
	return first === verb ? [inThird(first), ...rest].join(' ') : told(summary);
}

/** `/tasks/bulk-delete` that is called so or not at all: `deletes many tasks at once`; null: it is about one. */
function deedOnMany({segments, endpoint}: PlanOperation): string | null {
	const [collection, last = ''] = segments.filter(one => !isParameter(one)).slice(-2);
	const said = endpoint.summary?.trim() || last;
	if (collection === undefined || !isDoneToMany(last) || !isDoneToMany(said)) return null;
	const verb = wordsOf(`${last} ${said}`).find(word => !isMakingMany(word) && word !== 'batch') ?? 'create';
	return `${inThird(verb)} many ${wordsOf(collection).join(' ')} at once`;
}

/** What stands behind a verb in the imperative, and hardly behind another word. */
const object = /^(?:an?|the|its|all|this|another|one)$/;

/** A summary behind the name of an operation: `refresh the token` → `refreshes the token`; any other stays as it is. */
export function told(summary: string): string {
	const [verb = '', next = '', ...rest] = summary.split(' ');
	return object.test(next) && /^[a-z]+$/.test(verb) && !/[^s]s$/.test(verb)
		? [inThird(verb), next, ...rest].join(' ')
		: summary;
}

/** Name of a chain that ends with an action: its summary, where that says more than the path. */
export const flowTitle = (operation: PlanOperation, noun: string): string =>
	capital(isOnlyPath(operation) || deedOnMany(operation) !== null ? deedOf(operation, noun) : summaryOf(operation));

/**
 * Whether the document says no more of an action than its path: nothing, or what a framework has made of the name of a
 * function (`Check In` of `/visits/{id}/check-in`).
 */
function isOnlyPath(operation: PlanOperation): boolean {
	const said = operation.endpoint.summary?.trim() ?? '';
	return operation.method !== 'DELETE' && (said === '' || wordsOf(said).join() === lastWords(operation).join());
}

const lastWords = ({segments}: PlanOperation): readonly string[] =>
	wordsOf(segments.findLast(one => !isParameter(one)) ?? '');

/** `cancel` → `cancels`, `finish` → `finishes`, `apply` → `applies`. */
function inThird(verb: string): string {
	if (/(?:ch|sh|s|x|z|o)$/.test(verb)) return `${verb}es`;
	return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
