import {singular, wordsOf} from '../../inference/word-form.ts';
import type {Category} from '../../../contract/enums.ts';
import type {Scope, Subject} from './subject.ts';

/** Words that name a row and say nothing about which. */
const empty = new Set(
	(
		'the a an all every each any test row check case call request endpoint route family new one of for on in with about ' +
		'when that which from its own my our api answer response result entry this these those it them tests record path for to ' +
		'while after before whenever and is are there everything anything'
	).split(' '),
);

const everything =
	/^(?:|all|everything|anything|(?:the|every|each|any|all|all the|all of the|all these|all of these) ?(?:tests?|rows?|chains?|checks?|calls?|requests?|answers?|responses?|endpoints?|of them)|(?:each|every) one|the api|the whole (?:plan|chain|test))$/i;
/** In front of one test it is clear what is meant; in a plan it could be anything. */
const pronoun = /^(?:it|this|that|(?:this|that) (?:test|chain|row|check|call|request|answer|response))$/i;
const isAll = (words: string, {at}: Pick<Scope, 'at'>): boolean =>
	everything.test(words) || (at !== 'plan' && pronoun.test(words));

const categories: ReadonlyArray<readonly [RegExp, Category]> = [
	[/\b(?:happy[- ]?paths?|functional|good cases?|positive)\b/i, 'functional'],
	[/\b(?:schema(?: validation)?|shape|structure|response validation)s?\b/i, 'schema'],
	[
		/\b(?:unauthori[sz]ed|unauthenticated|anonymous|auth(?:entication|ori[sz]ation)?|without (?:a )?credentials?|401)\b/i,
		'auth',
	],
	[
		/\b(?:error[- ]?(?:handling|cases?|paths?)?s?|edge(?: cases?)?|negative|unhappy[- ]?paths?|refusals?)\b/i,
		'error_edge',
	],
	[/\b(?:boundar(?:y|ies)|bounds|limits?|load)\b/i, 'boundary_load'],
	[/\b(?:security(?: probes?)?|probes?)\b/i, 'security'],
];

const verbs: Record<string, string> = {
	creating: 'create',
	create: 'create',
	creation: 'create',
	created: 'create',
	adding: 'create',
	add: 'create',
	posting: 'create',
	register: 'create',
	registering: 'create',
	making: 'create',
	placing: 'create',
	place: 'create',
	reading: 'read',
	read: 'read',
	getting: 'read',
	get: 'read',
	fetching: 'read',
	fetch: 'read',
	listing: 'list',
	list: 'list',
	updating: 'update',
	update: 'update',
	changing: 'update',
	change: 'update',
	editing: 'update',
	edit: 'update',
	patching: 'update',
	renaming: 'update',
	rename: 'update',
	modifying: 'update',
	deleting: 'delete',
	delete: 'delete',
	deletion: 'delete',
	removing: 'delete',
	remove: 'delete',
};

/** A word as it is compared: singular, verbs in one form. */
export const stem = (word: string): string => verbs[word] ?? singular(word);

export const stems = (text: string): string[] =>
	wordsOf(
		text
			.replace(/\be-mail/gi, 'email')
			.replace(/\bcheck-?outs?\b|\bcheck out\b/gi, 'checkout')
			.replace(/\blog-?in\b|\blog in\b/gi, 'login'),
	)
		.map(word => stem(word))
		.filter(word => !empty.has(word));

const fixed = (path: string): string[] => path.split('/').filter(segment => segment !== '' && !/^[{:]/.test(segment));
const lastWords = (path: string): string[] => stems(fixed(path).at(-1) ?? '');

function verbOf({method, path}: {method: string | null; path: string | null}): string[] {
	const isOne = /\}$/.test(path ?? '');
	switch (method) {
		case 'POST':
			return ['create'];
		case 'GET':
			return isOne ? ['read'] : ['list', 'read'];
		case 'PUT':
		case 'PATCH':
			return ['update'];
		case 'DELETE':
			return ['delete'];
		default:
			return [];
	}
}

/** Whether a path that somebody has written is this template: `/users/:id`, `/users/{id}`, `/users/<id>`, `/users/7`. */
export function isPath(written: string, path: string): boolean {
	const parts = (text: string) =>
		text
			.replace(/(?<![.,;:])[.,;:]+$/, '')
			.split('/')
			.filter(Boolean);
	const [own, other] = [parts(path), parts(written)];
	return (
		own.length === other.length &&
		own.every((part, place) => {
			const said = other[place]!;
			if (/^[{:]/.test(part)) return /^[{:<[]/.test(said) || /\d/.test(said) || said === '*';
			return part.toLowerCase() === said.toLowerCase();
		})
	);
}

const isBelow = (written: string, path: string): boolean => {
	const prefix = written
		.replace(/(?<![.,;:])[.,;:]+$/, '')
		.replace(/\/\*+$/, '')
		.replace(/(.)\/$/, '$1');
	return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
};

type Named = {method: string | null; path: string | null; summary: string};

/** Those that words name, best reading first: endpoints by what is done and with what, else by family. */
export function byWords<One extends Named>(all: readonly One[], words: readonly string[]): One[] {
	const done = words.filter(word => Object.values(verbs).includes(word));
	const things = words.filter(word => !done.includes(word));
	const nouns = (one: One) => new Set(fixed(one.path ?? '').flatMap(segment => stems(segment)));
	const isDone = (one: One) => done.every(word => verbOf(one).includes(word));
	if (things.length === 0) return all.filter(one => isDone(one) && done.length > 0);
	const exact = all.filter(one => isDone(one) && things.every(word => lastWords(one.path ?? '').includes(word)));
	if (done.length > 0 && exact.length > 0) return exact;
	const inFamily = all.filter(
		one => isDone(one) && things.every(word => stems(fixed(one.path ?? '')[0] ?? '').includes(word)),
	);
	if (inFamily.length > 0) return inFamily;
	if (exact.length > 0) return exact;
	const summed = all.filter(one => {
		const said = new Set([...stems(one.summary), ...nouns(one), ...verbOf(one)]);
		return words.every(word => said.has(word));
	});
	if (summed.length > 0) return summed;
	return all.filter(one => isDone(one) && things.every(word => nouns(one).has(word)));
}

/** The endpoints that words name; a path alone stands for all below it. */
export function endpointsBelow(phrase: string, scope: Pick<Scope, 'endpoints'>): Scope['endpoints'] {
	const {method, path} = addressIn(phrase);
	if (method !== null || path === null) return endpointsOf(phrase, scope);
	return scope.endpoints.filter(one => isBelow(path, one.path) || isPath(path, one.path));
}

/** The endpoints that words name. */
export function endpointsOf(phrase: string, {endpoints}: Pick<Scope, 'endpoints'>): Scope['endpoints'] {
	const {method, path, rest} = addressIn(phrase);
	const at = endpoints.filter(
		one => (method === null || one.method === method) && (path === null || isPath(path, one.path)),
	);
	if (path !== null && at.length > 0) return at;
	if (path !== null)
		return endpoints.filter(one => (method === null || one.method === method) && isBelow(path, one.path));
	const words = stems(rest);
	return words.length === 0 ? (method === null ? [] : at) : byWords(at, words);
}

function addressIn(phrase: string): {method: string | null; path: string | null; rest: string} {
	const path = /(?:^|\s)(\/[^\s,;]*)/.exec(phrase)?.[1] ?? null;
	const rest = path === null ? phrase : phrase.replace(path, ' ');
	const method =
		/\b(GET|POST|PUT|PATCH|DELETE)s?\b/.exec(rest) ??
		(path === null ? null : /\b(get|post|put|patch|delete)\b/.exec(rest));
	return {
		method: method?.[1]?.toUpperCase() ?? null,
		path,
		rest: method ? rest.replace(method[0], ' ') : rest,
	};
}

/** The rows and tests that words mean; empty: none. `of` narrows what is looked at. */
export function targetsOf(phrase: string, scope: Scope, of: readonly Subject[] = scope.subjects): readonly Subject[] {
	const words = phrase
		.trim()
		.replace(/^(?:only|just)\s+/i, '')
		.replace(/[,:]$/, '');
	if (isAll(words, scope)) return of;
	const but = /^(.*?),? (?:except|but not|other than|apart from|but) (?:for )?(.+)$/i.exec(words);
	if (but) {
		const [all, less] = [targetsOf(but[1]!, scope, of), new Set(targetsOf(but[2]!, scope, of))];
		return less.size === 0 ? [] : all.filter(one => !less.has(one));
	}
	const parts = words.split(/\s*,\s*(?:and |or )?|\s+(?:and|or|nor)\s+/i).filter(part => part.trim() !== '');
	if (parts.length < 2) return one(words, scope, of);
	const found = parts.map(part => one(part, scope, of));
	// A title may have an "and" in it.
	return found.some(subjects => subjects.length === 0) ? one(words, scope, of) : [...new Set(found.flat())];
}

function one(phrase: string, scope: Scope, of: readonly Subject[]): readonly Subject[] {
	if (isAll(phrase, scope)) return of;
	const needing =
		/^(.*?)\s*\b(?:that|which|who)(?: do| does)? (?:needs?|uses?|sends?|takes?|requires?|consumes?|mentions?|has|have|is|are) (.+)$/i.exec(
			phrase,
		);
	if (needing) {
		const base = targetsOf(needing[1]!, scope, of);
		const wanted = stems(needing[2]!);
		return wanted.length === 0 ? [] : base.filter(subject => wanted.every(word => mentions(subject).has(word)));
	}
	let left = of;
	const {method, path, rest: others} = addressIn(phrase);
	let rest = others;
	if (method !== null) left = left.filter(subject => subject.method === method);
	if (path !== null) {
		const exact = left.filter(subject => subject.path !== null && isPath(path, subject.path));
		left = exact.length > 0 ? exact : left.filter(subject => subject.path !== null && isBelow(path, subject.path));
	}
	const priority = /\bp([0-3])\b|\b(high|medium|low)[- ]?(?:priority|prio)?\b/i.exec(rest);
	if (priority) {
		left = left.filter(subject => prioritiesOf(priority[1] ?? priority[2]!).includes(subject.priority));
		rest = rest.replace(priority[0], ' ').replace(/\bpriority\b/i, ' ');
	}
	const status = /\b(failed|failing|red|passed|passing|green|blocked|cancelled)\b/i.exec(rest);
	if (status) {
		const wanted =
			{failing: 'failed', red: 'failed', passing: 'passed', green: 'passed'}[status[1]!.toLowerCase()] ??
			status[1]!.toLowerCase();
		left = left.filter(subject => subject.status === wanted);
		rest = rest.replace(status[0], ' ');
	}
	for (const [pattern, category] of categories) {
		const said = pattern.exec(rest);
		if (!said) continue;
		left = left.filter(subject => subject.category === category);
		rest = rest.replace(said[0], ' ').replace(/\b(?:tests?|rows?|checks?|cases?)\b/i, ' ');
		break;
	}
	const isNarrowed = rest !== phrase;
	const words = stems(rest);
	if (words.length === 0) return isNarrowed ? left : [];
	const named = left.find(subject => subject.title.toLowerCase() === phrase.toLowerCase().trim());
	if (named) return [named];
	const found = byWords(left, words);
	if (found.length > 0) return found;
	return left.filter(({title, template}) => {
		const said = new Set([...stems(title), ...stems(template)]);
		return words.every(word => said.has(word));
	});
}

function mentions({title, description, consumes, recipe}: Subject): Set<string> {
	const names =
		recipe?.steps.flatMap(({call}) => [
			...Object.keys(call.headers),
			...Object.keys(call.query),
			JSON.stringify(call.auth),
			bodyNames(call.body),
		]) ?? [];
	return new Set([title, description, recipe?.why ?? '', ...consumes, ...names].flatMap(text => stems(text)));
}

const bodyNames = (body: unknown): string =>
	[...(JSON.stringify(body) ?? '').matchAll(/"(\w+)":\{"is"/g)].map(([, name]) => name).join(' ');

/** `high` is p0 and p1. */
export const prioritiesOf = (word: string): string[] =>
	/^[0-3]$/.test(word) ? [`p${word}`] : ({high: ['p0', 'p1'], medium: ['p2'], low: ['p3']}[word.toLowerCase()] ?? []);
