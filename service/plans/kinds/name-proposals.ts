import {singular, wordsOf} from '../../inference/word-form.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';
import {nameAt, partsOf} from '../model/pointer.ts';
import {isScalar, type Schemas, type SchemaView, textIn} from '../model/schema.ts';
import type {Kind} from './kind.ts';
import type {KindIndex} from './kind-index.ts';
import {isIdName, kindWord, referenceName, snakeOf, withArticle} from './names.ts';
import {type NeedPlace, kindsDescribed, saysThatItIsAnId} from './places.ts';
import {ofOwnCode} from './own-codes.ts';
import {isInScope, isOn, keyOf, type Proposal} from './path-proposals.ts';
import {ofSpokenField, qualifier} from './spoken-fields.ts';

/** The kinds that a field of a body, a query or a header could name: by its name, its form, what is said of it. */
export function ofName(operation: PlanOperation, place: NeedPlace, index: KindIndex, schemas: Schemas): Proposal[] {
	const own = referenceName(place.name);
	const proposals: Proposal[] = [];
	const {typed} = place;
	if (typed !== undefined)
		for (const kind of index.named(kindWord(typed)))
			proposals.push({kind, score: 0.9, reason: `the type beside it says ${typed}`});
	for (const variant of place.view.variants) {
		const view = schemas.view(variant);
		// A circular document cuts the record: its name is left.
		const word = isScalar(view) ? '' : kindWord(nameOf(view));
		for (const kind of index.named(word))
			proposals.push({
				kind,
				score: 0.8,
				reason: `${place.name} is ${withArticle(kind.noun)} or the value that names one`,
			});
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
		// `counterparty_id`, `subaccount_id`: one word of two.
		const role = roleBefore.exec(whole)?.[1];
		if (role !== undefined && index.named(whole).length === 0)
			for (const kind of index.named(role))
				if (isInScope(operation, kind))
					proposals.push({kind, score: 0.6, reason: `the name ${place.name} ends with ${kind.noun}`});
	}
	// `{ownerId}` where nobody is called an owner: whoever uses the API plays that part.
	if (isReference && own.words.length === 1 && parts.has(whole) && index.named(whole).length === 0)
		for (const kind of people.map(word => index.named(word)).find(some => some.length > 0) ?? [])
			if (!isOn(operation, kind) && isInScope(operation, kind))
				proposals.push({kind, score: 0.6, reason: `${withArticle(whole)} is ${withArticle(kind.noun)}`});
	// `{user: {id}}`: the object in front says what is meant.
	const parent = /(?<!\w)([A-Za-z_]\w*)(?:\[\*\])?\.(?:id|uuid|guid|_id)$/.exec(place.pointer)?.[1];
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
	// `{model: "…"}` beside `/models/{model}`; with a qualifier behind: `{collection_from, collection_to}`.
	const plain = place.name.replace(qualifier, '');
	if (own.handle === null && !place.many)
		for (const kind of index.named(kindWord(plain)))
			if (
				(kind.parameter === plain || index.naming(plain).includes(kind)) &&
				!isOn(operation, kind) &&
				isInScope(operation, kind)
			)
				proposals.push({
					kind,
					score: 0.6,
					reason: `${withArticle(kind.noun)} is called ${kind.parameter} in its own path`,
				});
	// `{operations: ["…"]}`: several of a kind, by what names them; where records are numbered, texts are no ids of theirs.
	if (own.handle === null && place.many && place.in === 'body')
		for (const kind of index.named(whole))
			if (
				kind.creator !== null &&
				kind.reader !== null &&
				!isOn(operation, kind) &&
				isInScope(operation, kind) &&
				!(isText(place.view) && hasNumber(kind, schemas))
			)
				proposals.push({kind, score: 0.6, reason: `${place.name} is the word for several of them`});
	// `{author: 7}`: the number of a record, as frameworks write a foreign key.
	if (own.handle === null && !place.many && isForeignKey(place, whole))
		for (const kind of index.named(whole))
			if (!isOn(operation, kind) && isInScope(operation, kind) && hasNumber(kind, schemas))
				proposals.push({
					kind,
					score: 0.65,
					reason: `${place.name} is a whole number, as the id of ${withArticle(kind.noun)} is`,
				});
	// `{owner_group: 7}`: the same with the part that the record plays in front.
	const last = own.words.at(-1) ?? '';
	if (own.handle === null && !place.many && own.words.length > 1 && isNumberOfRecord(place, last))
		if (index.named(whole).length === 0)
			for (const kind of index.named(last))
				if (!isOn(operation, kind) && isInScope(operation, kind) && hasNumber(kind, schemas))
					proposals.push({
						kind,
						score: 0.6,
						reason: `the name ${place.name} ends with ${kind.noun}, and it is a whole number as its ids are`,
					});
	// `{customer: "cus_…"}`: the id of a record where ids are texts; a text that people write has a length.
	if (own.handle === null && !place.many && isOpaqueText(place))
		for (const kind of index.named(whole))
			if (
				kind.creator !== null &&
				(kind.reader ?? kind.list ?? kind.parameter) !== null &&
				!isOn(operation, kind) &&
				isInScope(operation, kind) &&
				hasTextId(kind, schemas)
			)
				proposals.push({
					kind,
					score: 0.6,
					reason: `${place.name} is the word for ${withArticle(kind.noun)}, whose ids are texts`,
				});
	if (place.in === 'query')
		for (const kind of index.naming(place.name))
			if (own.handle !== null || isOn(operation, kind))
				proposals.push({kind, score: 0.6, reason: `what names ${withArticle(kind.noun)} is called ${place.name}`});
	if (place.in === 'body') proposals.push(...ofOwnCollection(operation, place, index));
	const isSaid = saysThatItIsAnId(place.description);
	if (own.handle === null && own.words.length > 0 && looksLikeId(place, whole))
		for (const kind of index.named(whole))
			proposals.push({
				kind,
				score: isSaid ? 0.7 : 0.55,
				reason: `${place.name} is the word for what it wants, and its description speaks of an id`,
			});
	if (proposals.length === 0 && own.handle === null && isSaid)
		for (const word of kindsDescribed(place.description).slice(0, 2))
			for (const kind of proposals.length === 0 ? index.named(word) : [])
				proposals.push({
					kind,
					score: 0.7,
					reason: `its description says that it is the id of ${withArticle(kind.noun)}`,
				});
	if (proposals.length === 0) proposals.push(...ofOwnCode(operation, place, index));
	if (proposals.length === 0) proposals.push(...ofSpokenField(operation, place, index, schemas));
	return proposals.concat(ofSubResource(operation, place, index));
}

/** What stands in front of the word for a kind and says which one of it is meant. */
const roleBefore = /^(?:counter|sub|super|co|parent|child|main|master|base|root|sister|step)([a-z]{3,})$/;

/** Parts that people play in a record, and what APIs call the people, the most usual word first. */
const parts = new Set(
	`owner author creator assignee reporter reviewer approver manager lead supervisor sender recipient receiver participant
	attendee organizer organiser host guest editor writer buyer seller requester submitter assigner maintainer`.split(
		/\s+/,
	),
);
const people = ['user', 'person', 'account', 'member', 'employee', 'customer', 'contact'];

/** Words for a number of a record itself, whatever else is called so: its order, its level. */
const measures = new Set(
	`order page level version position rank priority count number year month week day hour minute second score size weight
	height width length depth port quantity amount total price cost rate index step stage age limit offset duration`.split(
		/\s+/,
	),
);

/** Whether a field of the record that is sent is a whole number without bounds of its own, and no measure. */
const isForeignKey = (place: NeedPlace, word: string): boolean => {
	const {types, words} = place.view;
	const isBounded = (bound: unknown) => typeof bound === 'number' && bound > 1 && bound < 2 ** 31 - 1;
	const isWhole = types.has('integer') && types.size === 1;
	return place.in === 'body' && isOfRecord(place) && isWhole && !measures.has(word) && !isBounded(words['maximum']);
};

/** `{user: 7}`: one of the people, by a number that nobody can make up. */
export const isNumberOfPerson = (place: NeedPlace): boolean => {
	const {handle, words} = referenceName(place.name);
	const word = words.join('');
	return handle === null && (people.includes(word) || parts.has(word)) && isForeignKey(place, word);
};

/** Words in front of what is counted or bounded: `max_members`. */
const counted = /^(?:max|min|num|no|nr|total|count|number|average|avg|sum|expected|planned|current|last|first|next)/;

/** A foreign key of several words: it speaks of one record, and neither of how many there are nor of a bound. */
const isNumberOfRecord = (place: NeedPlace, last: string): boolean =>
	isForeignKey(place, last) &&
	!counted.test(snakeOf(place.name)) &&
	singular(lastWordOf(place.name)) === lastWordOf(place.name);

const lastWordOf = (name: string): string => wordsOf(name).at(-1) ?? '';

const isText = ({types}: SchemaView): boolean => types.has('string') && !types.has('integer') && !types.has('number');

/** Whether records of a kind are named by a whole number. */
function hasNumber({handle, creator, listHandle, record}: Kind, schemas: Schemas): boolean {
	if (creator === null)
		return listHandle !== null && schemas.view(record?.properties.get(listHandle)).types.has('integer');
	return handle?.from === 'body' && schemas.view(handle.schema).types.has('integer');
}

/** Whether records of a kind are named by a text: an id, or what stands for one in addresses. */
function hasTextId({handle, record}: Kind, schemas: Schemas): boolean {
	if (handle === null || (handle.from !== 'body' && !(handle.from === 'sent' && handle.in === 'body'))) return false;
	const name = nameAt(handle.pointer);
	const schema = handle.from === 'body' ? handle.schema : record?.properties.get(name);
	return (isIdName(name) || /^(?:slug|code|key)$/i.test(name)) && isText(schemas.view(schema));
}

/** Whether a field of the record that is sent is a text of which nothing says what it is and how people write it. */
const isOpaqueText = (place: NeedPlace): boolean => {
	const {types, words} = place.view;
	// That it is not empty says nothing.
	const isLong = typeof words['minLength'] === 'number' && words['minLength'] > 1;
	const isTold = isLong || ['description', 'maxLength', 'format', 'default'].some(word => words[word] !== undefined);
	const isPhrase = typeof place.example === 'string' && /\s/.test(place.example);
	return place.in === 'body' && isOfRecord(place) && types.has('string') && types.size === 1 && !isTold && !isPhrase;
};

/** What the document calls a schema. */
const nameOf = ({name, words}: SchemaView): string => name ?? textIn(words, 'title')?.slice(0, 60) ?? '';

/** `PUT /carts/{id}/coupon {code}`: the sub-resource that is set has that field. */
function ofSubResource(operation: PlanOperation, place: NeedPlace, index: KindIndex): Proposal[] {
	const last = operation.segments.at(-1);
	if (place.in !== 'body' || last === undefined || isParameter(last) || !/^(?:PUT|POST)$/.test(operation.method))
		return [];
	if (operation.segments.length < 2 || !operation.segments.some(isParameter)) return [];
	const own = referenceName(place.name);
	if (own.handle === null || own.words.length > 0 || !isOfWhatIsSet(place, last)) return [];
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

/** A field of what is sent itself, or of `labels: [{name}]` below `/labels`; not of something else inside it. */
const isOfWhatIsSet = ({pointer}: NeedPlace, last: string): boolean =>
	partsOf(pointer)
		.slice(0, -1)
		.every(part => part === '*' || part === 'data' || kindWord(String(part)) === kindWord(last));

const isFreeText = (view: SchemaView) =>
	view.enum !== null || ['date', 'date-time', 'email', 'uri', 'binary'].includes(String(view.words['format']));

/** Whether a value is an id, and its description says that it is one of a record of this kind. */
const looksLikeId = ({view, description}: NeedPlace, word: string): boolean =>
	['uuid', 'ulid', 'guid'].includes(String(view.words['format'])) || kindsDescribed(description).includes(word);

/** A field of the record that is sent itself, not of something inside it. */
export const isOfRecord = ({pointer}: NeedPlace): boolean => /^\$\.(?:data\.)?\w+$/.test(pointer);

/** `PUT /pets {id}`, `PATCH /folders {keys}`: the records of the collection are named in what is sent. */
function ofOwnCollection(operation: PlanOperation, place: NeedPlace, index: KindIndex): Proposal[] {
	const isChange = operation.method === 'PUT' || operation.method === 'PATCH' || operation.method === 'DELETE';
	if (!isChange || operation.segments.some(isParameter)) return [];
	const {handle, words} = referenceName(place.name);
	const isOne = /^\$(?:\[\*\])?\.id$/.test(place.pointer) && handle === 'id';
	const areMany = place.many && words.length === 0 && handle !== null && /^\$\.\w+\[\*\]$/.test(place.pointer);
	if (!isOne && !areMany) return [];
	return index
		.at(operation.shape)
		.filter(({creator}) => creator !== null && creator.shape === operation.shape)
		.map(kind => ({kind, score: 0.85, reason: `the path speaks of ${kind.noun}, and this names which`}));
}
