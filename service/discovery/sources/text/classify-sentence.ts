import type {RequirementFamily} from '../../../domain/requirement.ts';
import {mentionedEndpoints} from './mentioned-endpoint.ts';

/** What a sentence demands, without knowing yet which operation it speaks of. */
type Demand = {
	family: RequirementFamily;
	endpoint: {method: ReturnType<typeof mentionedEndpoints>[number]['method']; path: string} | null;
	verb: string | null;
	field: string | null;
	status: number | null;
	facts: Record<string, unknown>;
};

const binding =
	/\b(?:must|shall|may not|can ?not|can't|must not|only|always|never|(?:is|are) (?:required|mandatory|unique|one of|sorted|ordered)|returns?|answers?|responds?|(?:is|are) (?:refused|rejected|denied|forbidden)|has to|have to|at (?:most|least)|has \d+ to \d+|every (?:answer|response))\b/i;

const name = `"?([A-Za-z][\\w.-]{0,60})"?`;
const number = '(-?\\d{1,15}(?:\\.\\d{1,6})?)';

/** Reads a sentence; null when it binds nobody. All patterns run on one sentence of at most 500 characters. */
export function classifySentence(text: string): Demand | null {
	if (!binding.test(text)) return null;
	const [mentioned] = mentionedEndpoints(text);
	const status = /\b([1-5]\d\d)\b(?!\s?(?:ms|milli|char|sec|item|entr|s\b))/.exec(text)?.[1];
	const base = {
		endpoint: mentioned ? {method: mentioned.method, path: mentioned.path} : null,
		verb: verbOf(text),
		status: status === undefined ? null : Number(status),
	};
	for (const read of readers) {
		const found = read(text);
		if (found) return {...base, field: null, facts: {}, ...found};
	}
	return base.status === null
		? {...base, family: 'words', field: null, facts: {}}
		: {...base, family: 'status', field: null, facts: {}};
}

type Found = {family: RequirementFamily; field?: string | null; facts?: Record<string, unknown>};
type Reader = (text: string) => Found | null;

const verbs: ReadonlyArray<readonly [string, RegExp]> = [
	['delete', /\b(?:delet|remov)(?:e|es|ed|ing)\b/i],
	['create', /\b(?:creat|plac|register)(?:e|es|ed|ing|s)?\b|\badd(?:s|ed|ing)?\b|\bnew\b/i],
	['update', /\b(?:updat|chang|renam|replac)(?:e|es|ed|ing)\b|\bedit(?:s|ed|ing)?\b/i],
	['list', /\b(?:list(?:s|ed|ing)?|lists? of|search(?:es|ing)?|find(?:s|ing)?)\b|\bsorted\b/i],
	['read', /\b(?:read(?:s|ing)?|fetch(?:es|ing)?|get(?:s|ting)?|show(?:s|n)?|view(?:s|ed|ing)?)\b/i],
];

const verbOf = (text: string): string | null => verbs.find(([, look]) => look.test(text))?.[0] ?? null;

/** Words that stand where a field could and are none. */
const noField = new Set([
	'it',
	'this',
	'that',
	'which',
	'they',
	'there',
	'the',
	'a',
	'an',
	'and',
	'value',
	'field',
	'request',
	'answer',
	'response',
	'user',
	'api',
]);
const fieldOf = (text: string | undefined): string | null =>
	text === undefined || noField.has(text.toLowerCase()) ? null : text.replace(/\.$/, '');

function matched(pattern: string): (text: string) => RegExpExecArray | null {
	const compiled = new RegExp(pattern, 'i');
	return text => compiled.exec(text);
}

const listed = (text: string): string[] =>
	text
		.split(/,|\bor\b|\band\b/)
		.map(one => one.trim().replace(/^["']|["'.]+$/g, ''))
		.filter(one => /^[\w.:/-]{1,60}$/.test(one))
		.slice(0, 50);

const oneOf = matched(
	`${name} (?:is|are|must be|shall be|may be|can be) (?:only )?(?:one of|either)(?: the values)?:? (.{1,300})$`,
);
const range = matched(
	`${name} (?:must |shall )?(?:has|have|be|is|are)?\\s?(?:between |from )?${number} (?:to|and|-|–) ${number}( characters| letters| items| entries)?`,
);
const most = matched(
	`${name} (?:must |shall |may |can )?(?:not )?(?:has|have|be|is|are)?\\s?(?:at most|no more than|no longer than|longer than|up to|maximum of) ${number}( characters| letters| items| entries)?`,
);
const least = matched(
	`${name} (?:must |shall )?(?:has|have|be|is|are)?\\s?(?:at least|no less than|minimum of) ${number}( characters| letters| items| entries)?`,
);
const above = matched(`${name} (?:must|shall) be (?:greater than|more than|above|over|larger than) ${number}`);
const under = matched(`${name} (?:must|shall) be (?:less than|below|under|smaller than) ${number}`);
const signed = matched(
	`${name} (?:must|shall|has to) (?:always )?(?:be (positive|non-?negative|not negative)|(?:not be|never be) (negative|zero|empty|blank))`,
);
const unique = matched(`${name} (?:is|are|must be|shall be|has to be)(?: always)? unique`);
const required = matched(`${name} (?:is|are) (?:always )?(?:required|mandatory)`);
const needs = matched(
	`(?:must|shall|has to|have to) (?:always )?(?:contain|have|include|carry|send|name) (?:a |an |the )?${name}`,
);
const exists = matched(
	`(?:with|whose) (?:an? |the )?(?:same |used |taken )?${name}[^.]{0,40}\\b(?:exists|already|taken|in use|used)\\b`,
);
const duplicate = matched(`(?:duplicate|same|existing|second) ${name}`);
const within = matched(
	`(?:within|in less than|in under|faster than|at most|under) ${number} ?(ms|milliseconds?|s|seconds?)\\b`,
);
const sorted = matched(`(?:sorted|ordered) by ${name}`);
const headed = matched(
	`(?:answer|response|request)s?\\b[^.]{0,60}\\b(?:has|have|carr(?:y|ies)|contains?|includes?|sends?|with)\\b (?:an? |the )?(?:header )?"?((?:X-)?[A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+|Location|ETag|Link)"?`,
);
const secret = matched(
	`(?:never|not|must not|may not|cannot) (?:be )?(?:return|returned|contain|expose|exposed|show|shown|include|leak|answer)s?(?: with)? (?:the |a |an |any )?${name}`,
);
const role = matched(`only (?:an? |the )?${name} (?:may|can|is allowed|are allowed|shall)`);
const anonymous = matched(
	'(?:anonymous|unauthenticated|not logged[- ]in|logged[- ]out)|without (?:a |an |the )?(?:token|credential|login|key)|(?:must|shall|has to|have to) (?:be )?(?:logged in|authenticated|signed in|log in)|requires? (?:authentication|a token|a login|an api key)',
);
const gone = matched(
	"(?:deleted|removed) [a-z]+[^.]{0,40}(?:can ?not|may not|can't|is no longer|never|returns? 4|answers? 4|is gone)|(?:can ?not|may not) be (?:read|found|used)[^.]{0,40}(?:deletion|deleted|removed)",
);

const sizeNames = (unit: string | undefined): [string, string] =>
	unit === undefined
		? ['minimum', 'maximum']
		: /item|entr/i.test(unit)
			? ['minItems', 'maxItems']
			: ['minLength', 'maxLength'];

const readers: readonly Reader[] = [
	text => {
		const match = within(text);
		const isSecond = match !== null && /^s/i.test(match[2]!);
		return match ? {family: 'latency', facts: {ms: Number(match[1]) * (isSecond ? 1000 : 1)}} : null;
	},
	text => (gone(text) ? {family: 'deleted-gone'} : null),
	text => {
		const match = secret(text);
		return match ? {family: 'no-secret', field: fieldOf(match[1])} : null;
	},
	text => {
		const match = headed(text);
		return match ? {family: 'header', facts: {header: match[1]}} : null;
	},
	text => {
		const only = role(text);
		if (only) return {family: 'auth', facts: {role: only[1]!.toLowerCase()}};
		return anonymous(text) ? {family: 'auth', facts: {role: null}} : null;
	},
	text => {
		const match = sorted(text);
		return match
			? {
					family: 'sorted',
					field: fieldOf(match[1]),
					facts: {by: match[1], descending: /\b(?:descending|newest|latest|largest|highest)\b/i.test(text)},
				}
			: null;
	},
	text => {
		const match = oneOf(text);
		const values = match ? listed(match[2]!) : [];
		return match && values.length > 0 ? {family: 'enum', field: fieldOf(match[1]), facts: {values}} : null;
	},
	text => {
		const match = exists(text) ?? (/\b(?:refused|rejected|409|fails?|conflict)\b/i.test(text) ? duplicate(text) : null);
		return match ? {family: 'duplicate', field: fieldOf(match[1])} : null;
	},
	text => {
		const match = unique(text);
		return match ? {family: 'unique', field: fieldOf(match[1])} : null;
	},
	text => {
		const match = signed(text);
		if (!match) return null;
		const word = (match[2] ?? match[3] ?? '').toLowerCase();
		const field = fieldOf(match[1]);
		if (word === 'empty' || word === 'blank') return {family: 'bounds', field, facts: {minLength: 1}};
		return {
			family: 'bounds',
			field,
			facts: word === 'positive' || word === 'zero' ? {exclusiveMinimum: 0} : {minimum: 0},
		};
	},
	text => {
		const match = range(text);
		if (!match) return null;
		const [low, high] = sizeNames(match[4]);
		return {family: 'bounds', field: fieldOf(match[1]), facts: {[low]: Number(match[2]), [high]: Number(match[3])}};
	},
	text => {
		const match = above(text);
		return match ? {family: 'bounds', field: fieldOf(match[1]), facts: {exclusiveMinimum: Number(match[2])}} : null;
	},
	text => {
		const match = under(text);
		return match ? {family: 'bounds', field: fieldOf(match[1]), facts: {exclusiveMaximum: Number(match[2])}} : null;
	},
	text => {
		const match = most(text);
		return match
			? {family: 'bounds', field: fieldOf(match[1]), facts: {[sizeNames(match[3])[1]]: Number(match[2])}}
			: null;
	},
	text => {
		const match = least(text);
		return match
			? {family: 'bounds', field: fieldOf(match[1]), facts: {[sizeNames(match[3])[0]]: Number(match[2])}}
			: null;
	},
	text => {
		const match = required(text) ?? needs(text);
		return match && fieldOf(match[1]) !== null ? {family: 'required', field: fieldOf(match[1])} : null;
	},
];
