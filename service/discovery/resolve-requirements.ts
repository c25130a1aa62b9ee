import type {HttpMethod} from '../../contract/enums.ts';
import {pathKey} from '../domain/endpoint-path.ts';
import type {Requirement} from '../domain/requirement.ts';
import {parameterOf, segmentsOf} from '../inference/path-template.ts';
import {singular, wordsOf} from '../inference/word-form.ts';
import {pushTo} from '../domain/push-to.ts';

type Known = {method: HttpMethod; path: string; path_key: string; summary: string | null};

/** Verb of a sentence → what an operation of that kind looks like. */
const operations: Record<string, {methods: readonly HttpMethod[]; ofOne: boolean}> = {
	create: {methods: ['POST'], ofOne: false},
	list: {methods: ['GET'], ofOne: false},
	read: {methods: ['GET'], ofOne: true},
	update: {methods: ['PATCH', 'PUT'], ofOne: true},
	delete: {methods: ['DELETE'], ofOne: true},
};

/** Families that bind the whole API when their sentence names no operation. */
const wholeApi = new Set(['header', 'latency', 'no-secret', 'auth']);
const general =
	/\b(?:every|all|any|each)\b.{0,40}\b(?:answers?|responses?|requests?|endpoints?|calls?|GETs?|routes?|operations?)\b/i;

/**
 * Finds what each sentence speaks of: the operation it names, else the kind of record whose word stands in it, together
 * with its verb. Nothing is made of a sentence that names neither.
 */
export function resolveRequirements(requirements: readonly Requirement[], known: readonly Known[]): Requirement[] {
	if (requirements.length === 0) return [];
	const byName = new Map(known.map(one => [`${one.method} ${one.path_key}`, one]));
	const kinds = kindsOf(known);
	const summaries = known.flatMap(one => (one.summary === null ? [] : [{one, words: plain(one.summary)}]));
	return requirements.flatMap((requirement): Requirement[] => {
		const said = plain(requirement.text);
		const kind = kinds.find(({names}) => names.some(name => said.includes(` ${name} `)))?.word ?? null;
		const named =
			requirement.endpoint && byName.get(`${requirement.endpoint.method} ${pathKey(requirement.endpoint.path)}`);
		const told = (found: Known) => [{...requirement, kind, endpoint: {method: found.method, path: found.path}}];
		if (named && namesIt(requirement)) return told(named);
		if (wholeApi.has(requirement.family) && general.test(requirement.text))
			return [{...requirement, kind: null, endpoint: null}];
		const family = kinds.find(({word}) => word === kind);
		const byVerb = family && requirement.verb !== null ? operationOf(family.endpoints, requirement.verb) : null;
		const bySummary = summaries.find(({words}) => words.length > 8 && said.includes(words))?.one;
		const found = byVerb ?? bySummary;
		if (found) return told(found);
		// What stands below an operation is about it when it says something of its kind, or nothing of any other.
		const isAbout = family ? family.endpoints.includes(named!) : requirement.family !== 'words';
		const isOtherVerb = requirement.verb !== null && named && !does(named, requirement.verb);
		if (named && isAbout && !isOtherVerb) return told(named);
		if (kind !== null) return [{...requirement, kind, endpoint: null}];
		return [];
	});
}

/** The sentence itself names its operation; otherwise that is only the one it stands below. */
const namesIt = ({text, endpoint}: Requirement): boolean => endpoint !== null && text.includes(endpoint.method);

/** `names`: how a sentence may call it, `person`, `persons`, `people`. */
type Kind = {word: string; names: string[]; endpoints: Known[]};

/** Kinds of record by the last fixed segment of their paths, longer words first. */
function kindsOf(known: readonly Known[]): Kind[] {
	const kinds = new Map<string, Known[]>();
	const plurals = new Map<string, string>();
	for (const one of known) {
		const segment = segmentsOf(one.path.split('?', 1)[0]!).findLast(part => parameterOf(part) === null);
		const words = segment === undefined ? [] : [...wordsOf(segment)];
		const last = words.pop();
		if (last === undefined || last.length < 3) continue;
		const word = [...words, singular(last)].join(' ');
		plurals.set(word, [...words, last].join(' '));
		pushTo(kinds, word, one);
	}
	return [...kinds]
		.map(([word, endpoints]) => ({word, names: [word, `${word}s`, plurals.get(word)!], endpoints}))
		.sort((one, other) => other.word.length - one.word.length);
}

const isOfOne = ({path}: Known) => parameterOf(segmentsOf(path).at(-1) ?? '') !== null;

/** Whether an operation is what a verb says; a POST or PUT below a record may be anything. */
function does(endpoint: Known, verb: string): boolean {
	const wanted = operations[verb];
	if (!wanted) return true;
	return wanted.methods.includes(endpoint.method) || endpoint.method === 'PUT';
}

function operationOf(endpoints: readonly Known[], verb: string): Known | null {
	const wanted = operations[verb];
	if (!wanted) return null;
	for (const method of wanted.methods) {
		const found = endpoints.find(one => one.method === method && isOfOne(one) === wanted.ofOne);
		if (found) return found;
	}
	return null;
}

/** Words of a text, lower-cased, between blanks, so that whole words can be looked for. */
const plain = (text: string): string =>
	` ${text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()} `;
