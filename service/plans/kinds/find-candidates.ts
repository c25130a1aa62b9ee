import {isParameter, type PlanOperation, shapeOf} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import {isScalar, type Schemas, type SchemaView} from '../model/schema.ts';
import type {Candidate} from './candidate.ts';
import type {Kind} from './kind.ts';
import {isLink} from './find-kinds.ts';
import type {KindIndex} from './kind-index.ts';
import {singular} from '../../inference/word-form.ts';
import {isIdName, kindWord, referenceName, spoken, withArticle} from './names.ts';
import type {NeedPlace} from './places.ts';

type Proposal = {kind: Kind; score: number; reason: string};

/** Everything that could give the value of a place, unsorted. */
export function findCandidates(
	operation: PlanOperation,
	place: NeedPlace,
	index: KindIndex,
	schemas: Schemas,
): Candidate[] {
	const proposals = place.in === 'path' ? ofPath(operation, place, index) : ofName(operation, place, index, schemas);
	const best = new Map<Kind, Proposal>();
	const mayFeed = ({kind}: Proposal) =>
		kind.creator === null || operation.shape.startsWith(`${kind.collection}/`) || !isLink(kind.creator, schemas);
	for (const one of proposals)
		if (mayFeed(one) && one.score > (best.get(one.kind)?.score ?? 0)) best.set(one.kind, one);
	return [...best.values()].flatMap(one => candidateOf(operation, place, one, schemas) ?? []);
}

function ofPath(operation: PlanOperation, {name, view}: NeedPlace, index: KindIndex): Proposal[] {
	const at = operation.segments.findIndex(segment => segment.includes(`{${name}}`) || segment === `:${name}`);
	if (at < 0) return [];
	const front = operation.segments.slice(0, at);
	const collection = shapeOf(front);
	const proposals: Proposal[] = [];
	for (const kind of index.at(collection))
		if (kind.origin === 'path' || kind.origin === 'put')
			proposals.push({kind, score: 0.95, reason: `it stands behind ${kind.creator!.path}, where records are made`});
	const own = referenceName(name);
	const segment = front.findLast(one => !isParameter(one));
	const isBehindParameter = at > 0 && isParameter(operation.segments[at - 1]!);
	const isBeforeParameter = at + 1 < operation.segments.length && isParameter(operation.segments[at + 1]!);
	const word = segment === undefined ? '' : kindWord(segment);
	// `/repos/{owner}/{repo}`: of two parameters in a row, each one is what its own name says.
	const isNamed = own.words.length > 0 && own.words.join('') !== word;
	if (word !== '' && !((isBehindParameter || isBeforeParameter) && isNamed))
		for (const kind of sameKinds(collection, index.named(word)))
			proposals.push({kind, score: 0.7, reason: `the path speaks of ${spoken(segment!)}, and so does ${keyOf(kind)}`});
	for (const kind of sameKinds(collection, index.named(own.words.join(''))))
		proposals.push({kind, score: 0.6, reason: `the parameter is named after what ${keyOf(kind)} gives`});
	if (own.words.length > 1)
		for (const kind of index.named(own.words.at(-1)!))
			proposals.push({kind, score: 0.6, reason: `the parameter's name ends with ${kind.noun}`});
	for (const kind of index.naming(name))
		proposals.push({kind, score: 0.6, reason: `what names ${withArticle(kind.noun)} is called ${name}`});
	const described = view.words['description'];
	if (proposals.length === 0 && own.handle === 'id' && typeof described === 'string')
		for (const word of kindsDescribed(described))
			for (const kind of index.named(word))
				proposals.push({kind, score: 0.6, reason: `the parameter is described as the id of ${withArticle(kind.noun)}`});
	return proposals;
}

/** Of kinds that share a word: a collection with a list of its own, but no creator, is not that of another part of the API. */
function sameKinds(collection: string, kinds: readonly Kind[]): readonly Kind[] {
	const own = kinds.find(one => one.collection === collection && one.creator === null && one.list !== null);
	return own ? kinds.filter(one => one === own || one.creator?.segments.some(isParameter)) : kinds;
}

function ofName(operation: PlanOperation, place: NeedPlace, index: KindIndex, schemas: Schemas): Proposal[] {
	const own = referenceName(place.name);
	const proposals: Proposal[] = [];
	for (const variant of place.view.variants) {
		const {name, types} = schemas.view(variant);
		if (name === null || !types.has('object')) continue;
		for (const kind of index.named(kindWord(name)))
			proposals.push({kind, score: 0.8, reason: `${place.name} is ${name} or the value that names one`});
	}
	if (isFreeText(place.view) && own.handle !== 'id') return proposals.concat(ofSubResource(operation, place, index));
	const whole = own.words.join('');
	const isReference = own.handle !== null && own.handle !== 'name' && own.handle !== 'number' && own.words.length > 0;
	if (isReference) {
		const reason = `${place.name} is named after the record that it refers to`;
		for (const kind of index.named(whole)) proposals.push({kind, score: 0.85, reason});
		if (own.words.length > 1 && index.named(whole).length === 0)
			for (const kind of index.named(own.words.at(-1)!))
				proposals.push({kind, score: 0.6, reason: `the name ${place.name} ends with ${kind.noun}`});
	}
	// `{user: {id}}`: the object in front says what is meant.
	const parent = /([A-Za-z_]\w*)(?:\[\*\])?\.(?:id|uuid|guid|_id)$/.exec(place.pointer)?.[1];
	if (parent !== undefined && place.in === 'body')
		for (const kind of index.named(referenceName(parent).words.join('')))
			proposals.push({kind, score: 0.85, reason: `${parent} is an object with the id of the record it means`});
	// `folder: <id> or {…}`: the record, or the value that names it.
	const variants = place.view.variants.map(one => schemas.view(one));
	const mayBeRecord = variants.some(({types}) => types.has('object')) && variants.some(isScalar);
	if (mayBeRecord && own.handle === null && !place.many)
		for (const kind of index.named(whole))
			proposals.push({
				kind,
				score: 0.8,
				reason: `${place.name} is ${withArticle(kind.noun)} or the value that names one`,
			});
	// `{"collection": "articles"}`: what names a record of that kind is called the same.
	if (own.handle === null && own.words.length === 1 && isOfRecord(place))
		for (const kind of index.naming(place.name))
			if (kind.word === whole)
				proposals.push({kind, score: 0.8, reason: `what names ${withArticle(kind.noun)} is called ${place.name}`});
	if (place.in === 'query' && own.handle !== null)
		for (const kind of index.naming(place.name))
			proposals.push({kind, score: 0.6, reason: `what names ${withArticle(kind.noun)} is called ${place.name}`});
	if (place.in === 'body') proposals.push(...ofOwnCollection(operation, place, index));
	if (own.handle === null && own.words.length > 0 && looksLikeId(place.view, whole))
		for (const kind of index.named(whole))
			proposals.push({
				kind,
				score: 0.55,
				reason: `${place.name} is the word for what it wants, and its description speaks of an id`,
			});
	const described = place.view.words['description'];
	if (proposals.length === 0 && own.handle === null && typeof described === 'string' && saysThatItIsAnId(described))
		for (const word of kindsDescribed(described).slice(0, 2))
			for (const kind of index.named(word))
				proposals.push({
					kind,
					score: 0.55,
					reason: `its description says that it is the id of ${withArticle(kind.noun)}`,
				});
	return proposals.concat(ofSubResource(operation, place, index));
}

const saysThatItIsAnId = (text: string): boolean =>
	/^\W*(?:the |an? )?(?:unique |primary )?(?:ids?|identifiers?|uuids?|keys?)\b/i.test(text);

/** `PUT /carts/{id}/coupon {code}`: the sub-resource that is set has that field. */
function ofSubResource(operation: PlanOperation, place: NeedPlace, index: KindIndex): Proposal[] {
	const last = operation.segments.at(-1);
	if (place.in !== 'body' || last === undefined || isParameter(last) || !/^(?:PUT|POST)$/.test(operation.method))
		return [];
	if (operation.segments.length < 2 || !operation.segments.some(isParameter)) return [];
	const own = referenceName(place.name);
	if (own.handle === null || own.words.length > 0) return [];
	// `POST /users/{userId}/playlists {name}` makes one of many, it sets none.
	if (operation.method === 'POST' && last !== singular(last) && own.handle !== 'id') return [];
	return index
		.named(kindWord(last))
		.filter(kind => kind.collection !== operation.shape && kind.record?.properties.has(place.name))
		.map(kind => ({
			kind,
			score: 0.75,
			reason: `what is set is ${kind.noun}, and ${keyOf(kind)} gives its ${place.name}`,
		}));
}

const keyOf = (kind: Kind) => kind.creator?.key ?? kind.list?.key ?? kind.collection;

const isFreeText = (view: SchemaView) =>
	view.enum !== null || ['date', 'date-time', 'email', 'uri', 'binary'].includes(String(view.words['format']));

/** Whether a value is an id, and its description says that it is one of a record of this kind. */
const looksLikeId = ({words}: SchemaView, word: string): boolean => {
	if (['uuid', 'ulid', 'guid'].includes(String(words['format']))) return true;
	return typeof words['description'] === 'string' && kindsDescribed(words['description']).includes(word);
};

/** `the unique identifier of a role`, `ID of the parent folder`, `the workflow ID`: the kinds whose ids a text speaks of. */
function kindsDescribed(text: string): string[] {
	const said = text
		.slice(0, 300)
		.toLowerCase()
		.replace(/[[\]`*_]+/g, ' ')
		.replace(/ +/g, ' ');
	const after =
		/\b(?:ids?|identifiers?|uuids?|guids?|primary keys?)\s+(?:of|for)\s+(?:an?\s|the\s|this\s)?([a-z-]+)(?:\s([a-z-]+))?/g;
	const before = /\b([a-z-]+)\s(?:ids?|identifiers?|uuids?)\b/g;
	return [...said.matchAll(after), ...said.matchAll(before)]
		.flatMap(([, first, second]) => [first, second])
		.flatMap(one => (one === undefined ? [] : [kindWord(one)]));
}

/** A field of the record that is sent itself, not of something inside it. */
const isOfRecord = ({pointer}: NeedPlace): boolean => /^\$\.(?:data\.)?\w+$/.test(pointer);

/** `PUT /pets {id}`, `PATCH /folders {keys}`: the records of the collection are named in what is sent. */
function ofOwnCollection(operation: PlanOperation, place: NeedPlace, index: KindIndex): Proposal[] {
	const isChange = operation.method === 'PUT' || operation.method === 'PATCH' || operation.method === 'DELETE';
	if (!isChange || operation.segments.some(isParameter)) return [];
	const {handle, words} = referenceName(place.name);
	const isOne = place.pointer === '$.id' && handle === 'id';
	const areMany = place.many && words.length === 0 && handle !== null && /^\$\.\w+\[\*\]$/.test(place.pointer);
	if (!isOne && !areMany) return [];
	return index
		.at(operation.shape)
		.filter(({creator}) => creator !== null && creator.shape === operation.shape)
		.map(kind => ({kind, score: 0.85, reason: `the path speaks of ${kind.noun}, and this names which`}));
}

/** A proposal as a candidate, with its score adjusted; null when the kind gives no value, or may not give it here. */
function candidateOf(
	operation: PlanOperation,
	place: NeedPlace,
	{kind, score, reason}: Proposal,
	schemas: Schemas,
): Candidate | null {
	const creator = kind.creator !== null && kind.creator !== operation && kind.handle !== null ? kind.creator : null;
	if (kind.creator === operation) return null;
	if (creator === null) {
		const {list} = kind;
		if (list === null || list === operation || kind.listHandle === null) return null;
		return {
			operation: list,
			kind,
			pointer: listPointer(kind),
			score: Math.min(0.5, score),
			reason: `nobody makes one: an id out of ${list.key}`,
			borrowed: true,
		};
	}
	if (isOwnChild(operation, creator)) return null;
	const {pointer, schema} = sourceOf(kind, place);
	let adjusted = score;
	if (sharesPrefix(operation, creator)) adjusted += 0.05;
	else if (sharesTag(operation, creator)) adjusted += 0.05;
	if (differs(place.view, schemas.view(schema))) adjusted -= 0.2;
	if (creator.segments.length > operation.segments.length && creator.path.startsWith(`${operation.path}/`))
		adjusted -= 0.3;
	return {
		operation: creator,
		kind,
		pointer,
		score: Math.round(Math.max(0, Math.min(1, adjusted)) * 100) / 100,
		reason,
		borrowed: false,
	};
}

/** A record's own children are made below it: nothing that they are may be needed to make it. */
const isOwnChild = (operation: PlanOperation, creator: PlanOperation) =>
	operation.method === 'POST' && shapeOf(creator.segments).startsWith(`${operation.shape}/{}/`);

/** Where the value is: the handle, or the same-named field of a record that is referred to by another one (`code`). */
function sourceOf(kind: Kind, place: NeedPlace): {pointer: string; schema: unknown} {
	const handle = kind.handle!;
	const wanted = referenceName(place.name).handle;
	const isOther = wanted !== null && !isIdName(place.name) && place.in === 'body' && handle.from === 'body';
	if (isOther && kind.record) {
		const field = [...kind.record.properties.keys()].find(name => name === place.name || name === wanted);
		if (field !== undefined && handle.from === 'body')
			return {
				pointer: below(handle.pointer.replace(/(?:\.\w+|\['.*'\])$/, ''), field),
				schema: kind.record.properties.get(field),
			};
	}
	if (handle.from === 'body') return {pointer: handle.pointer, schema: handle.schema};
	return {pointer: handle.from === 'location' ? 'header:Location' : `sent:${handle.pointer}`, schema: {}};
}

const listPointer = (kind: Kind) => `list:${kind.listHandle}`;

const sharesPrefix = (one: PlanOperation, other: PlanOperation) => one.segments[0] === other.segments[0];
const sharesTag = (one: PlanOperation, other: PlanOperation) =>
	one.endpoint.tags.some(tag => other.endpoint.tags.includes(tag));

/** Whether two scalars are of types that cannot be the same value. */
function differs(some: SchemaView, others: SchemaView): boolean {
	const isNumber = (view: SchemaView) => view.types.has('integer') || view.types.has('number');
	if (some.types.size === 0 || others.types.size === 0) return false;
	// A path or query writes numbers as text: only a number that is wanted where text is given differs.
	return isNumber(some) && !isNumber(others);
}
