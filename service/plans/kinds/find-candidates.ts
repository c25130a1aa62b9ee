import {isEnvelope} from '../model/answer-form.ts';
import {type PlanOperation, shapeOf} from '../model/operation.ts';
import {below, nameAt} from '../model/pointer.ts';
import type {Schemas, SchemaView} from '../model/schema.ts';
import {type Candidate, usable} from './candidate.ts';
import {type Kind, locationOf} from './kind.ts';
import {isLink} from './find-kinds.ts';
import type {KindIndex} from './kind-index.ts';
import {isIdName, referenceName} from './names.ts';
import {ofName} from './name-proposals.ts';
import {ofPath, isInScope, type Proposal} from './path-proposals.ts';
import type {NeedPlace} from './places.ts';
import type {Sources} from './sources.ts';
import {calledSo, foundFor, wishesOf} from './wishes.ts';

/** Everything that could give the value of a place, unsorted. */
export function findCandidates(operation: PlanOperation, place: NeedPlace, known: Known): Candidate[] {
	if (isPaging(place)) return [];
	const {index, schemas} = known;
	const named = candidatesOf(
		operation,
		place,
		place.in === 'path' ? ofPath(operation, place, index) : ofName(operation, place, index, schemas),
		known,
	);
	if (named.some(({score}) => score >= usable)) return named;
	const called = calledSo(operation, place, known);
	if (called.length > 0) return [...named, ...called];
	for (const {word, score, reason, isWord, isNear} of wishesOf(operation, place, index)) {
		// The record that is made here is not needed to make it.
		if (index.named(word).some(({creator}) => creator === operation)) continue;
		if (isWord && !index.named(word).some(kind => kind.reader !== null && isInScope(operation, kind))) continue;
		const kinds = isNear ? index.named(word).filter(kind => isInScope(operation, kind)) : index.named(word);
		if (kinds.length === 0 && index.named(word).length > 0) continue;
		const proposals = kinds.map(kind => ({kind, score, reason}));
		const made = candidatesOf(operation, place, proposals, known).filter(({borrowed}) => !borrowed);
		if (made.some(one => one.score >= usable)) return [...named, ...made];
		const found = foundFor(operation, place, {word, score, reason}, known);
		if (found.length > 0) return [...named, ...found];
	}
	return named;
}

/** Where a page begins is no record that somebody asks for. */
const isPaging = ({in: where, name, description}: NeedPlace): boolean =>
	where === 'query' &&
	(/^(?:after|before|cursor|since|until|offset|page)$|(?:^|_)(?:after|before|cursor|page_?token|next_?token)$/i.test(
		name,
	) ||
		/\b(?:pagination|cursor|(?:next|previous) page)\b/i.test(description));

/** What is known of an API when candidates are looked for. */
export type Known = {index: KindIndex; sources: Sources; schemas: Schemas};

function candidatesOf(
	operation: PlanOperation,
	place: NeedPlace,
	proposals: readonly Proposal[],
	{schemas}: Known,
): Candidate[] {
	const best = new Map<Kind, Proposal>();
	const mayFeed = ({kind}: Proposal) =>
		kind.creator === null || operation.shape.startsWith(`${kind.collection}/`) || !isLink(kind.creator, schemas);
	for (const one of proposals)
		if (mayFeed(one) && one.score > (best.get(one.kind)?.score ?? 0)) best.set(one.kind, one);
	return [...best.values()].flatMap(one => candidateOf(operation, place, one, schemas) ?? []);
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
	const isOther =
		wanted !== null &&
		place.in !== 'path' &&
		handle.from === 'body' &&
		// `{code: 0, data: 276}`: the number is all that is answered of the record.
		!isEnvelope(nameAt(handle.pointer)) &&
		!isNamedSo(handle.pointer, wanted);
	if (isOther && kind.record && (place.in === 'body' || isIdName(place.name))) {
		const field = [...kind.record.properties.keys()].find(name => name === place.name || name === wanted);
		if (field !== undefined && handle.from === 'body')
			return {
				pointer: below(handle.pointer.replace(/(?:\.\w+|\['(?:\\.|[^'\\])*'\])$/, ''), field),
				schema: kind.record.properties.get(field),
			};
	}
	if (handle.from === 'body') return {pointer: handle.pointer, schema: handle.schema};
	return {pointer: handle.from === 'location' ? `header:${locationOf(handle)}` : `sent:${handle.pointer}`, schema: {}};
}

/** A number is no id, and an id no code: each place gets what its name asks for. */
const isNamedSo = (pointer: string, wanted: string): boolean => {
	const own = referenceName(nameAt(pointer)).handle;
	return own === wanted || (isIdName(wanted) && own !== null && isIdName(own));
};

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
