import {recordsIn} from '../inference/body-records.ts';
import {type DeleteNeed, type DeleteNeeds, deleteNeeds, shownMatch} from '../inference/delete-needs.ts';
import type {DeleteMatch} from '../inference/delete-rule.ts';
import {revisionPlace} from '../inference/delete-tiers.ts';
import type {JsonObject} from '../inference/json-value.ts';
import type {MemberCalls} from '../inference/member-calls.ts';
import {fillTemplate, knownAddress, parameterOf, type Template} from '../inference/path-template.ts';
import {valueAt} from '../inference/pointer.ts';
import type {HandleCandidate} from '../inference/handle-candidates.ts';
import type {DeleteWith} from '../store/cleanup/cleanup-tables.ts';
import type {MemberRead} from '../store/cleanup/sweep-store.ts';
import {creationOfCall} from './creation-of-call.ts';
import type {ObservedCall} from './observed-call.ts';

/** Where the DELETE of a record goes. */
type DeleteAddress = {
	/** Null: something is missing. */
	url: string | null;
	/** As far as it is known, with `{parameter}` in the place of what is missing. */
	knownUrl: string;
	/** What the DELETE needs beyond its address, in words; null: nothing. */
	note: string | null;
	/** What it is sent with; null: nothing. */
	more: DeleteWith | null;
	/** The address is that of the whole collection, and only the body says which record is meant. */
	isShared: boolean;
	/** Address of the record whose answer would tell what is missing; null: nothing is, or a read would not tell. */
	toRead: string | null;
};

type Sources = {
	call: ObservedCall;
	match: DeleteMatch;
	values: ReadonlyMap<string, string>;
	record: JsonObject;
	handle: string | null;
	members: MemberCalls;
};

/** Puts the address of a DELETE together, with the revision and the query that it asks for. */
export function deleteAddress(sources: Sources): DeleteAddress {
	const {call, match, members, handle} = sources;
	const {template, prefix} = match;
	const needs = deleteNeeds(match, creationOfCall(call, null));
	const values = new Map(sources.values);
	const read = lastRead(sources, members);
	const found = (need: DeleteNeed) => valueOfNeed(need, sources, read);
	for (const need of needs.path) {
		const value = found(need);
		if (value !== null) values.set(need.name, value);
	}
	const query = needs.query.map(need => ({need, value: found(need)}));
	const known = query.flatMap(({need, value}) => (value === null ? [] : [{...need, value}]));
	for (const {name, value} of known) values.set(`query ${name}`, value);
	const asking = (some: ReadonlyArray<{name: string}>): Template => ({
		...template,
		query: [...template.query, ...some.map(({name}) => ({name, parameter: `query ${name}`}))],
	});
	const {body, note} = bodyOf(needs, match.tier, found);
	const isMissing = note !== null || query.some(({need, value}) => need.required && value === null);
	const path = fillTemplate(asking(known), prefix, values);
	const member = memberPath(asking(known.filter(({changes}) => !changes)), prefix, values);
	const ifMatch = found(needs.ifMatch ?? shownMatch);
	const revision = [...needs.path, ...needs.query].find(({changes}) => changes) ?? null;
	const isUnread = revision !== null ? found(revision) === null : needs.ifMatch !== null && ifMatch === null;
	const isReadable = member !== null && handle !== null && read === null;
	// What its body names lies below the collection, as far as it can be read at all.
	const listed = match.tier === 'collection' && body !== null && handle !== null ? handle : null;
	const readPath =
		listed !== null
			? `${path?.replace(/\/$/, '')}/${encodeURIComponent(listed)}${template.closing ?? ''}`
			: revision
				? member
				: null;
	const more: DeleteWith = {
		body,
		// A weak one matches nothing; where the document asks for it, the API knows what it wants.
		ifMatch: needs.ifMatch === null && ifMatch?.startsWith('W/') ? null : ifMatch,
		readUrl: readPath === null ? null : call.origin + readPath,
		revision: revision && {query: needs.path.includes(revision) ? null : revision.name, pointers: revision.pointers},
	};
	return {
		url: path === null || isMissing ? null : call.origin + path,
		knownUrl: call.origin + knownAddress(asking(known), prefix, values),
		note,
		isShared: match.tier === 'collection' && body !== null,
		more: Object.values(more).every(one => one === null) ? null : more,
		toRead: isUnread && isReadable ? call.origin + member : null,
	};
}

/** Addresses under which values would be read that may be the handle of a record, best first; a few, each unlike the others. */
export function guessedReads(
	{origin}: ObservedCall,
	{template, prefix, open, tier}: DeleteMatch,
	known: ReadonlyMap<string, string>,
	candidates: readonly HandleCandidate[],
): MemberRead[] {
	const own = open.at(-1);
	// A record that the query names shares its path with others: what such a read shows proves too little.
	if (own === undefined || tier === 'collection' || template.query.length > 0) return [];
	return candidates.slice(0, mostGuesses).flatMap(({value}) => {
		const path = memberPath(template, prefix, new Map([...known, [own, value]]));
		return path === null ? [] : [{url: origin + path, handle: value, isGuess: true}];
	});
}

const mostGuesses = 3;

/** Path of the record itself, without the revision that its DELETE names; null: something is missing in it, too. */
function memberPath({segments, ...template}: Template, prefix: readonly string[], values: ReadonlyMap<string, string>) {
	return fillTemplate({...template, segments: segments.slice(0, revisionPlace(segments)?.from)}, prefix, values);
}

/** The last answered read of the record: what it shows is newer than the answer of its creation. */
function lastRead({match: {template}, values}: Sources, members: MemberCalls) {
	const from = revisionPlace(template.segments)?.from ?? template.segments.length;
	const segments = template.segments.slice(0, from);
	const own = parameterOf(segments.at(-1) ?? '');
	const value = own === null ? undefined : values.get(own);
	return own === null || value === undefined ? null : members.lastRead({segments, query: []}, own, value);
}

function valueOfNeed(need: DeleteNeed, {call, record, handle}: Sources, read: ReturnType<typeof lastRead>) {
	const shown = read ? (recordsIn(read.response, new Set())[0] ?? {}) : null;
	const ofRead = shown && read ? {answer: shown, headers: read.responseHeaders ?? {}} : null;
	const ofCall = {answer: record, headers: call.responseHeaders, request: call.request, query: call.query};
	// What changes with the record is taken from its last read, and from there alone.
	for (const sources of need.changes && ofRead ? [ofRead] : [ofCall, ...(ofRead ? [ofRead] : [])])
		for (const pointer of need.pointers) {
			const value = pointer === '$handle' ? handle : valueAt(pointer, sources);
			if (value !== null) return value;
		}
	return null;
}

/**
 * The body that a DELETE asks for, as JSON: a list in it holds this record alone. Without what it names, such a DELETE
 * would take away everything that its path holds: then `note` says what is missing.
 */
function bodyOf({body}: DeleteNeeds, tier: DeleteMatch['tier'], found: (need: DeleteNeed) => string | null) {
	const values = body.map(need => ({need, value: found(need)}));
	const missing = values.filter(({need, value}) => need.required && value === null).map(({need}) => need.name);
	const isNameless =
		tier === 'collection' &&
		body.length > 0 &&
		!values.some(({need, value}) => need.pointers[0] === '$handle' && value !== null);
	if (missing.length > 0 || isNameless) {
		const names = missing.filter(Boolean).join(', ') || 'a list';
		return {body: null, note: `its DELETE needs a body that names what to take away: ${names}`};
	}
	const known = values.flatMap(({need, value}) => (value === null ? [] : [{need, value: typed(need, value)}]));
	if (known.length === 0) return {body: null, note: null};
	const [first] = known;
	const whole =
		first?.need.name === '' ? first.value : Object.fromEntries(known.map(({need, value}) => [need.name, value]));
	return {body: JSON.stringify(whole), note: null};
}

function typed({shape, isNumber}: DeleteNeeds['body'][number], text: string): unknown {
	const value = isNumber && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
	return shape === 'list' ? [value] : value;
}
