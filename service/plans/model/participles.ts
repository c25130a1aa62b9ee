import {wordsOf} from '../../inference/word-form.ts';
import {isParameter, type PlanOperation} from './operation.ts';

/** What was done to a record, of verbs that no ending tells. */
const irregular: Record<string, readonly string[]> = {
	begin: ['begun'],
	cancel: ['canceled', 'cancelled', 'canceling', 'cancelling'],
	complete: ['complete', 'completed'],
	freeze: ['frozen'],
	hide: ['hidden'],
	hold: ['held', 'on hold'],
	open: ['open', 'opened'],
	pay: ['paid'],
	put: ['put'],
	reopen: ['open', 'reopened'],
	send: ['sent'],
	set: ['set'],
	start: ['started', 'starting', 'running'],
	stop: ['stopped', 'stopping'],
	submit: ['submitted'],
	withdraw: ['withdrawn'],
};

/** Other words of a lifecycle for what was done, where its own is not among the values: `done` after `finish`. */
export const kindred: Record<string, readonly string[]> = {
	abort: ['canceled', 'cancelled', 'stopped'],
	accept: ['approved', 'confirmed'],
	approve: ['accepted', 'confirmed'],
	ban: ['blocked', 'suspended'],
	begin: ['started', 'running', 'in progress', 'active', 'ongoing'],
	block: ['banned', 'suspended', 'disabled'],
	capture: ['paid'],
	close: ['done', 'resolved', 'finished', 'completed'],
	complete: ['done', 'finished', 'closed'],
	decline: ['rejected', 'denied', 'refused'],
	deny: ['rejected', 'declined', 'refused'],
	disable: ['inactive', 'suspended'],
	dispatch: ['shipped', 'sent', 'in transit'],
	enable: ['active', 'activated'],
	finish: ['done', 'completed', 'complete', 'closed'],
	launch: ['live', 'running', 'active'],
	publish: ['live', 'public', 'active'],
	reject: ['declined', 'denied', 'refused'],
	resolve: ['done', 'closed', 'fixed'],
	resume: ['running', 'active', 'in progress'],
	settle: ['paid'],
	ship: ['dispatched', 'sent', 'in transit'],
	start: ['in progress', 'active', 'ongoing'],
	submit: ['pending', 'in review', 'under review'],
	suspend: ['disabled', 'inactive', 'blocked'],
	void: ['cancelled', 'canceled'],
};

/** Words in front of a state that is set by its name: `mark-paid`, `set-as-done`. */
const setsByName = /^(?:mark|set|make|flag)$/;

/** `archive` → `archived`, `pin` → `pinned`, `activate` → `activated`, `active`, `check in` → `checked in`. */
export function participles(phrase: string): readonly string[] {
	const [verb = '', ...rest] = phrase.split(' ');
	const said = rest.filter(word => word !== 'as');
	if (setsByName.test(verb) && said.length > 0) return [said.join(' ')];
	return endings(verb).map(one => [one, ...rest].join(' '));
}

function endings(verb: string): readonly string[] {
	const known = irregular[verb];
	if (known) return known;
	if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
	if (!verb.endsWith('e')) return [`${verb}ed`, `${verb}${verb.at(-1)}ed`];
	return [`${verb}d`, ...(verb.endsWith('ate') ? [`${verb.slice(0, -3)}e`] : [])];
}

const mostWords = 3;

/**
 * What a path ends with, in words: `activate` of `/workflows/{id}/activate` and `/workflows/{id}:activate`, `check in` of
 * `/visits/{id}/check-in`; null: no few words.
 */
export function verbOf({segments}: PlanOperation): string | null {
	const last = segments.findLast(one => !isParameter(one) || one.includes(':'));
	const words = wordsOf(last?.slice(last.indexOf(':') + 1) ?? '');
	return words.length === 0 || words.length > mostWords ? null : words.join(' ');
}
