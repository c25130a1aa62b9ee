import {isParameter, type PlanOperation} from '../model/operation.ts';
import {isScalar, type Schemas} from '../model/schema.ts';
import type {Kind} from './kind.ts';
import type {KindIndex} from './kind-index.ts';
import {kindWord, referenceName, withArticle} from './names.ts';
import type {NeedPlace} from './places.ts';
import {isInScope, isOn, keyOf, type Proposal} from './path-proposals.ts';
import {containers} from './sources.ts';

/** `collection_from`, `field_many`: which of several it is. */
export const qualifier = /_(?:one|many|from|to|source|target|old|new|before|after|left|right|a|b|1|2)$/i;

/** Words behind a name that make a list of what it names: `field_blacklist`. */
const listWord = /_?(?:black|white|allow|deny|block)?list$/i;

/**
 * Fields that take what a record calls itself by rather than its id: `archive_field`, `collection_blacklist`, `item` of
 * `/items/articles`, a text that is described as a user's `username`.
 */
export function ofSpokenField(
	operation: PlanOperation,
	place: NeedPlace,
	index: KindIndex,
	schemas: Schemas,
): Proposal[] {
	if (place.in === 'query') return describedNames(place, index);
	const {words, handle} = referenceName(place.name.replace(listWord, '').replace(qualifier, ''));
	if (place.in !== 'body' || handle !== null || words.length === 0 || !mayBeName(place)) return [];
	// `{collections: [{sort_field}]}`: a whole record is sent along, and this is its own.
	const holder = /(?<!\w)(\w+)\[\*\]\.[^.]+$/.exec(place.pointer)?.[1];
	if (holder !== undefined && index.named(kindWord(holder)).length > 0) return [];
	const last = words.at(-1)!;
	const named = index
		.named(last)
		.filter(kind => isCalled(kind, index) || (hasName(kind, schemas) && !isInScope(operation, kind)))
		.filter(kind => isSpokenOf(operation, kind))
		.map(kind => ({kind, score: 0.6, reason: `${place.name} ends with what ${withArticle(kind.noun)} is called`}));
	if (named.length > 0) return named;
	// `{collection, item}`: an entry of any of them.
	if (words.length === 1 && containers.has(last) && index.named(last).length === 0)
		return index
			.below(last)
			.filter(({creator}) => creator !== null)
			.map(kind => ({kind, score: 0.55, reason: `${keyOf(kind)} makes ${withArticle(last)}`}));
	return [];
}

const mayBeName = ({view: {types, enum: values, words}}: NeedPlace): boolean =>
	values === null &&
	!types.has('boolean') &&
	!types.has('object') &&
	!types.has('number') &&
	words['format'] === undefined;

/** What names a record is called like it: `/collections/{collection}`. */
const isCalled = (kind: Kind, index: KindIndex): boolean =>
	kind.parameter === kind.word || index.naming(kind.word).includes(kind);

/** A record inside another one has a field that is called like it: `{collection: "posts", field: "title"}`. */
function hasName({record, word}: Kind, schemas: Schemas): boolean {
	const own = record?.properties.get(word);
	return own !== undefined && isScalar(schemas.view(own));
}

/** Whether a request is about records of a kind, or names the record that they lie in. */
function isSpokenOf(operation: PlanOperation, kind: Kind): boolean {
	const {segments, endpoint} = operation;
	if (isOn(operation, kind)) return false;
	if (isInScope(operation, kind)) return true;
	const parent = kind.creator?.pathParameters.at(-1)?.name;
	const word = parent === undefined ? '' : (referenceName(parent).words.at(-1) ?? '');
	if (word === '') return false;
	const fixed = segments.filter(one => !isParameter(one)).map(kindWord);
	return fixed.includes(word) || fieldsOf(endpoint.body?.schema).some(name => referenceName(name).words.includes(word));
}

/** Names of the upper fields of a body as it is written. */
function fieldsOf(schema: unknown): string[] {
	const {properties, allOf} = (schema ?? {}) as {properties?: object; allOf?: unknown[]};
	const inner = (properties as {data?: unknown} | undefined)?.data;
	return [
		...Object.keys(properties ?? {}),
		...(inner === undefined ? [] : fieldsOf(inner)),
		...(Array.isArray(allOf) ? allOf.flatMap(fieldsOf) : []),
	];
}

/** `Filter by author (username)`: what is meant is what names a user. */
function describedNames({description}: NeedPlace, index: KindIndex): Proposal[] {
	const [, inBrackets] = /\((?:the |an? |its )?([a-z_]+)\)/i.exec(description.slice(0, 200)) ?? [];
	if (inBrackets === undefined) return [];
	return index
		.naming(inBrackets)
		.map(kind => ({kind, score: 0.6, reason: `it is described as the ${inBrackets} of ${withArticle(kind.noun)}`}));
}
