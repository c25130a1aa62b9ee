import {isParameter, type PlanOperation, shapeOf} from '../model/operation.ts';
import {partsOf} from '../model/pointer.ts';
import {formOf} from '../model/answer-form.ts';
import type {Schemas} from '../model/schema.ts';
import {schemaWord} from './schema-word.ts';
import type {Candidate} from './candidate.ts';
import {isNumber} from './find-handle.ts';
import type {KindIndex} from './kind-index.ts';
import {isIdName, kindWord, referenceName, snakeOf, spoken, withArticle} from './names.ts';
import {type NeedPlace, kindsDescribed} from './places.ts';
import {isOfRecord} from './name-proposals.ts';
import {containers, type Source, type Sources} from './sources.ts';

/** A kind of record that a place may want an id of, said by something else than the kinds that the paths show. */
export type Wish = {
	word: string;
	score: number;
	reason: string;
	/** Nothing but the word for the records: they have to have a path of their own. */
	isWord?: boolean;
	/** The id of an object inside a body may be that object's own: only records beside or above the request are meant. */
	isNear?: boolean;
};

/** What a place could want, best first. */
export function wishesOf(operation: PlanOperation, place: NeedPlace, index: KindIndex): Wish[] {
	if (place.view.enum !== null) return [];
	const {words, handle} = referenceName(place.name);
	const wishes: Wish[] = [];
	const isId = isIdName(place.name);
	// `assigneeId`: the word for what the record is there for is no kind.
	const isRole = isId && !words.some(one => index.named(one).length > 0);
	for (const word of kindsDescribed(place.description))
		if (words.length === 0 ? isId && !isOwnId(operation, place, word) : isRole || words.includes(word))
			wishes.push({
				word,
				score: 0.6,
				reason: `it is described as the id of ${withArticle(word)}`,
				isNear: words.length === 0 && place.in === 'body',
			});
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
	const holder = /(?<!\w)([A-Za-z_]\w*)(?:\[\*\])?\.\w+$/.exec(place.pointer)?.[1];
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

type Known = {index: KindIndex; sources: Sources; schemas: Schemas};

/**
 * What gives a value to a place by the place's very name: the list in front of a parameter that shows it, an answer with a
 * field of that name, a POST that hands it out (`refresh_token`).
 */
export function calledSo(operation: PlanOperation, place: NeedPlace, {sources, schemas}: Known): Candidate[] {
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
	const isToken = /(?:token|ticket|challenge|nonce)$/i.test(name);
	const isHandedOut = place.in === 'body' && (isToken || (isIdName(name) && isOfRecord(place)));
	if (!isHandedOut && place.in !== 'path' && !(place.in === 'query' && isIdName(name))) return [];
	// What is asked for with that very value hands out none.
	const made = sources
		.madeAs(name)
		.filter(one => isOther(one) && place.in !== 'query' && !one.operation.path.includes(`{${name}}`))
		.filter(one => place.in !== 'body' || isToken || isOfParent(operation, one.operation, schemas));
	if (made.length > 0) return made.slice(0, 3).map(one => ({...borrow(one, 0, 0.6, null, reason), borrowed: false}));
	if (place.in === 'body' && !isToken) return [];
	return sources
		.called(name)
		.filter(isOther)
		.sort((a, b) => speaksOfIt(b, words) - speaksOfIt(a, words))
		.slice(0, 4)
		.map((one, at) => borrow(one, at, 0.5, null, reason));
}

/**
 * `{uris: […]}` that are described as `track URIs`, stand in `tracks` or below `/tracks`: the field of that name of such a
 * record; where nothing says of which, of any sort that has one.
 */
function fieldsDescribed(operation: PlanOperation, place: NeedPlace, sources: Sources): Candidate[] {
	const {name, description, view, pointer} = place;
	const {words} = referenceName(name);
	const field = words.at(-1) ?? name;
	if (!/^ur[in]$/.test(field) || isNumber(view) || view.words['format'] === 'uri') return [];
	const isOther = (one: Source) => one.operation !== operation;
	const borrowed = (found: readonly Source[], reason: string) =>
		found.slice(0, 4).map((one, at) => borrow(one, at, 0.5, null, reason));
	for (const word of kindsDescribed(description.replace(/\bUR[IN](s?)\b/gi, 'ID$1'))) {
		const shown = sources.ofWord(word, {name: field, needed: true}).filter(isOther);
		if (shown.length > 0) return borrowed(shown, `it is described as the ${field} of ${withArticle(word)}`);
	}
	// `redirect_uri` is no record's.
	if (words.length !== 1) return [];
	const holder = /(?<!\w)(\w+)\[\*\]\.\w+$/.exec(pointer)?.[1];
	for (const word of [holder, operation.segments.findLast(one => !isParameter(one))].map(one => kindWord(one ?? ''))) {
		const shown = sources.ofWord(word, {name: field, needed: true}).filter(isOther);
		if (shown.length > 0)
			return borrowed(shown, `it stands in what speaks of ${spoken(word)}, which has its own ${field}`);
	}
	return borrowed(sources.inEvery(field).filter(isOther), `records of several kinds have their own ${field}`);
}

/** `PUT /playlists/{id}/tracks {snapshot_id}` shows again what making the playlist has handed out. */
const isOfParent = (operation: PlanOperation, maker: PlanOperation, schemas: Schemas): boolean => {
	const made = kindWord(maker.segments.findLast(one => !isParameter(one)) ?? '');
	return operation.segments.some(one => kindWord(one) === made) && !isSameRecord(operation, maker, schemas);
};

/** `PATCH /users/{id}` changes what `POST /users` makes, and `POST /users/invite` makes the same: the field is the record's own. */
function isSameRecord(some: PlanOperation, others: PlanOperation, schemas: Schemas): boolean {
	const collection = some.shape.replace(/\/\{\}$/, '');
	if (others.shape === collection || others.shape.startsWith(`${collection}/`)) return true;
	const [own, made] = [some, others].map(one => {
		const form = formOf(schemas, one);
		return form.form === 'record' ? schemaWord(form.view) : '';
	});
	return own !== '' && own === made;
}

/** `GET /jobs/{id}/checkpoints` speaks of what is called `model_checkpoint`. */
const speaksOfIt = ({operation: {segments}}: Source, words: readonly string[]): number =>
	Number(words.includes(kindWord(segments.findLast(one => !isParameter(one)) ?? '')));

/** Records that a POST makes without a path of their own, or that are there already: the best used, some others named. */
export function foundFor(
	operation: PlanOperation,
	place: NeedPlace,
	{word, score, reason}: Wish,
	known: Known,
): Candidate[] {
	const {index, sources} = known;
	const wanted = isIdName(place.name) ? 'id' : place.name;
	const made = sources.madeOf(word).filter(one => one.operation !== operation);
	if (made.length > 0 && isIdName(place.name))
		return made.slice(0, 3).map((one, at) => ({...borrow(one, at, score, null, reason), borrowed: false}));
	const kind = index.named(word).find(({creator}) => creator === null) ?? null;
	return sources
		.ofWord(word, {name: wanted, needed: place.required})
		.filter(one => one.operation !== operation)
		.slice(0, 4)
		.map((source, at) => {
			const maker = makerOf(source, known);
			const shown = {...source, operation: maker ?? source.operation};
			const one = borrow(shown, at, Math.min(0.5, score), kind, `${reason}, and ${shown.operation.key} shows some`);
			return maker === null ? one : {...one, borrowed: false};
		});
}

/** What stands in a record that can be read stands in the answer to who makes it: then it is a record of one's own. */
function makerOf({operation, pointer}: Source, {index, schemas}: Known): PlanOperation | null {
	if (!isParameter(operation.segments.at(-1) ?? '')) return null;
	const kind = index.at(shapeOf(operation.segments.slice(0, -1))).find(({reader}) => reader === operation);
	const {properties} = schemas.view(kind?.creator?.success?.schema);
	return properties.has(String(partsOf(pointer)[0])) ? (kind?.creator ?? null) : null;
}

const borrow = (
	{operation, pointer}: Source,
	at: number,
	score: number,
	kind: Candidate['kind'],
	reason: string,
): Candidate => ({operation, kind, pointer, score: at === 0 ? score : Math.min(score, 0.45), reason, borrowed: true});
