import {isParameter, type PlanOperation, shapeOf} from '../model/operation.ts';
import type {Candidate} from './candidate.ts';
import {kindsDescribed} from './described.ts';
import {isNumber} from './find-handle.ts';
import type {KindIndex} from './kind-index.ts';
import {isIdName, kindWord, referenceName, snakeOf, spoken, withArticle} from './names.ts';
import type {NeedPlace} from './places.ts';
import {containers, type Source, type Sources} from './sources.ts';

/** A kind of record that a place may want an id of, said by something else than the kinds that the paths show. */
export type Wish = {
	word: string;
	score: number;
	reason: string;
	/** Nothing but the word for the records: they have to have a path of their own. */
	isWord?: boolean;
};

/** What a place could want, best first. */
export function wishesOf(operation: PlanOperation, place: NeedPlace): Wish[] {
	if (place.view.enum !== null) return [];
	const {words, handle} = referenceName(place.name);
	const wishes: Wish[] = [];
	const isId = isIdName(place.name);
	for (const word of kindsDescribed(place.description))
		if (words.length === 0 ? isId && !isOwnId(operation, place, word) : words.includes(word))
			wishes.push({word, score: 0.6, reason: `it is described as the id of ${withArticle(word)}`});
	if (isId && words.length > 0) {
		wishes.push({
			word: words.join(''),
			score: 0.6,
			reason: `${place.name} is named after the record that it refers to`,
		});
		if (words.length > 1)
			wishes.push({word: words.at(-1)!, score: 0.55, reason: `the name ${place.name} ends with ${words.at(-1)}`});
	}
	// `{voice: {id}}`: the object in front says what is meant.
	const holder = /([A-Za-z_]\w*)(?:\[\*\])?\.\w+$/.exec(place.pointer)?.[1];
	if (isId && words.length === 0 && holder !== undefined && !isIdName(holder))
		wishes.push({word: kindWord(holder), score: 0.55, reason: `${holder} is an object with the id of what it means`});
	if (isId && words.length === 0 && (holder === undefined || isIdName(holder)))
		for (const segment of spokenOf(operation, place))
			wishes.push({word: kindWord(segment), score: 0.55, reason: `the path speaks of ${spoken(segment)}`});
	if (place.in === 'query' && place.many && handle === null && words.length > 0)
		wishes.push({
			word: words.join(''),
			score: 0.55,
			reason: `${place.name} is the word for several of them`,
			isWord: true,
		});
	return wishes.filter(({word}) => word !== '' && !containers.has(word));
}

/** `{id}` in what is sent about a record of that very kind. */
const isOwnId = ({segments}: PlanOperation, {in: where, many}: NeedPlace, word: string): boolean =>
	where === 'body' && !many && kindWord(segments.findLast(one => !isParameter(one)) ?? '') === word;

/** `/audiobooks/{id}`: what stands in front; `/me/albums/contains?ids=…`, `{ids: […]}`: what the path ends with. */
function spokenOf({segments, method}: PlanOperation, place: NeedPlace): string[] {
	const end = place.in === 'path' ? segments.findIndex(one => one.includes(`{${place.name}}`)) : segments.length;
	const front = segments.slice(0, Math.max(0, end));
	if (place.in === 'path') return front.length > 0 && !isParameter(front.at(-1)!) ? [front.at(-1)!] : [];
	// `timestamped_ids: [{id, …}]` is such a list, too.
	const isList = place.many || referenceName(place.name).many || /[Ii]ds\[\*\]\.\w+$/.test(place.pointer);
	// `POST /tags {id}`: the caller chooses the id of what is made.
	if (place.in === 'header' || (!isList && (place.in === 'body' || method === 'POST'))) return [];
	return front
		.filter(one => !isParameter(one))
		.slice(-2)
		.reverse();
}

type Known = {index: KindIndex; sources: Sources};

/**
 * What gives a value to a place by the place's very name: the list in front of a parameter that shows it, an answer with a
 * field of that name, a POST that hands it out (`refresh_token`).
 */
export function calledSo(operation: PlanOperation, place: NeedPlace, {sources}: Known): Candidate[] {
	if (place.view.enum !== null) return [];
	const {name} = place;
	const {words, handle} = referenceName(name);
	const isOther = (one: Source) => one.operation !== operation;
	const reason = `the answer has ${withArticle(spoken(snakeOf(name)))}`;
	if (place.in === 'path' && words.length > 0) {
		const front = operation.segments.slice(0, operation.segments.indexOf(`{${name}}`));
		const listed = sources.listedAt(shapeOf(front), name).filter(isOther);
		if (listed.length > 0) return listed.slice(0, 1).map(one => borrow(one, 0, 0.5, null, reason));
	}
	if (place.in === 'query' && handle === null && words.length > 0) {
		const listed = sources.listOf(words.join('')).filter(isOther);
		if (listed.length > 0)
			return listed.slice(0, 1).map(one => borrow(one, 0, 0.5, null, `${one.operation.key} shows which there are`));
	}
	if (words.length === 0 || (words.length === 1 && handle === null)) return fieldsDescribed(operation, place, sources);
	// In a body only what was handed out to be shown again: other fields of the same name are the record's own.
	const isHandedOut = /(?:token|ticket|challenge|nonce)$/i.test(name) && place.in === 'body';
	if (!isHandedOut && place.in !== 'path' && !(place.in === 'query' && isIdName(name))) return [];
	// What is asked for with that very value hands out none.
	const made = sources
		.madeAs(name)
		.filter(one => isOther(one) && place.in !== 'query' && !one.operation.path.includes(`{${name}}`));
	if (made.length > 0) return made.slice(0, 3).map(one => ({...borrow(one, 0, 0.6, null, reason), borrowed: false}));
	return sources
		.called(name)
		.filter(isOther)
		.sort((a, b) => speaksOfIt(b, words) - speaksOfIt(a, words))
		.slice(0, 4)
		.map((one, at) => borrow(one, at, 0.5, null, reason));
}

/** `{uris: […]}` that are described as `track URIs`: the field of that name of such a record. */
function fieldsDescribed(
	operation: PlanOperation,
	{name, description, view}: NeedPlace,
	sources: Sources,
): Candidate[] {
	const field = referenceName(name).words.join('') || name;
	if (!/^ur[in]$/.test(field) || isNumber(view)) return [];
	for (const word of kindsDescribed(description.replace(/\bUR[IN](s?)\b/gi, 'ID$1'))) {
		const shown = sources.ofWord(word, {name: field, needed: true}).filter(one => one.operation !== operation);
		if (shown.length > 0)
			return shown
				.slice(0, 4)
				.map((one, at) => borrow(one, at, 0.5, null, `it is described as the ${field} of ${withArticle(word)}`));
	}
	return [];
}

/** `GET /jobs/{id}/checkpoints` speaks of what is called `model_checkpoint`. */
const speaksOfIt = ({operation: {segments}}: Source, words: readonly string[]): number =>
	Number(words.includes(kindWord(segments.findLast(one => !isParameter(one)) ?? '')));

/** Records that a POST makes without a path of their own, or that are there already: the best used, some others named. */
export function foundFor(
	operation: PlanOperation,
	place: NeedPlace,
	{word, score, reason}: Wish,
	{index, sources}: Known,
): Candidate[] {
	const wanted = isIdName(place.name) ? 'id' : place.name;
	const made = sources.madeOf(word).filter(one => one.operation !== operation);
	if (made.length > 0 && isIdName(place.name))
		return made.slice(0, 3).map((one, at) => ({...borrow(one, at, score, null, reason), borrowed: false}));
	const kind = index.named(word).find(({creator}) => creator === null) ?? null;
	return sources
		.ofWord(word, {name: wanted, needed: place.required})
		.filter(one => one.operation !== operation)
		.slice(0, 4)
		.map((source, at) =>
			borrow(source, at, Math.min(0.5, score), kind, `${reason}, and ${source.operation.key} shows some`),
		);
}

const borrow = (
	{operation, pointer}: Source,
	at: number,
	score: number,
	kind: Candidate['kind'],
	reason: string,
): Candidate => ({operation, kind, pointer, score: at === 0 ? score : Math.min(score, 0.45), reason, borrowed: true});
