import {type Creation, isVersion, looseFit, segmentLikeness, withoutAction} from './creation-path.ts';
import {isNaming, namingField} from './delete-body.ts';
import type {IndexedDelete} from './indexed-delete.ts';
import {fieldOf} from './handle-value.ts';
import {isObject} from './json-value.ts';
import {fitTemplate, fixedSegments, parameterOf, type Template} from './path-template.ts';
import {schemaSample} from './schema-sample.ts';
import {isRemovingWord, isSingular, kindOf, plainName, withoutFormat} from './word-form.ts';

/** What one way of looking found. */
export type TierMatch = {
	prefix: string[];
	values: ReadonlyMap<string, string>;
	open: string[];
	kinds: ReadonlyMap<string, string>;
};

type PathMatch = TierMatch & {isExact: boolean};

const noKinds: ReadonlyMap<string, string> = new Map();

/** Where the answer says the record is: by `Location`, or by an address of itself in the record. */
export function byLocation(template: Template, address: readonly string[], creation: Creation): TierMatch | null {
	if (template.query.length > 0 || isAbove(address, creation.segments)) return null;
	const last = template.segments.at(-1);
	if (last === undefined || parameterOf(last) === null) return null;
	const fit = fitTemplate(template.segments, address) ?? versionedFit(template.segments, address);
	return fit && {prefix: fit.prefix, values: fit.values, open: [], kinds: noKinds};
}

/** Whether an address is that of the request or of something above it: nothing is said about a new record. */
const isAbove = (address: readonly string[], path: readonly string[]) =>
	address.every((segment, place) => segment === path[place]);

/** The same in another version, or with the form of the answer left out: `/v9/x/{id}.json` at `/v10/x/7`. */
function versionedFit(template: readonly string[], location: readonly string[]) {
	const named = template.map((segment, place) =>
		isVersion(segment) && isVersion(location[place] ?? '') ? location[place]! : withoutFormat(segment),
	);
	return fitTemplate(named, location);
}

/** `POST /users` → `DELETE /users/{userId}`, `POST /rules` → `DELETE /rules/{type}/{value}`, `DELETE /users?id={id}`. */
export function byPath(template: Template, creation: Creation): PathMatch | null {
	// A PUT replaces what its path names: members that lie below it are not what it makes.
	if (creation.method === 'PUT' && !creation.statuses?.includes(201)) return null;
	const {query} = template;
	const segments = withoutRemoval(template.segments);
	const parameters = trailingParameters(segments);
	if (parameters.length + query.length === 0) return null;
	for (let own = query.length > 0 ? 0 : 1; own <= parameters.length; own++) {
		const below = parameters.slice(parameters.length - own);
		const collection = collectionOf(segments, own);
		if (fixedSegments(collection).length === 0) continue;
		const fit = looseFit(collection, creation.segments, creation);
		if (!fit) continue;
		const open = [...below, ...query.map(({parameter}) => parameter)];
		if (open.length === 0) continue;
		const kind = kindOf(fixedSegments(collection).at(-1) ?? '');
		return {...fit, open, kinds: new Map(open.map(parameter => [parameter, kind]))};
	}
	return null;
}

/**
 * `PUT /articles/{slug}/favorite` → `DELETE /articles/{slug}/favorite`, `PUT /tags/{name}` → `DELETE /tags/{name}`. The
 * DELETE of a whole collection (`DELETE /users`) is no toggle: it would remove what others created.
 */
export function byToggle({template, isOneThing, hasCreator}: IndexedDelete, creation: Creation): PathMatch | null {
	const {method, segments: path, statuses} = creation;
	if (template.query.length > 0) return null;
	const fit = looseFit(template.segments, path, creation);
	if (!fit || (fit.values.size === 0 && !isOneThing())) return null;
	const last = template.segments.at(-1)!;
	// `POST /users/create` does not address a user, and a PUT on a record that a POST has made replaces it.
	if (parameterOf(last) === null) {
		if (!isSingular(last) && !isOneThing()) return null;
	} else if (method !== 'PUT' || (hasCreator && statuses !== undefined && !statuses.includes(201))) return null;
	return {...fit, open: [], kinds: noKinds};
}

/** `PUT /{name}` → `DELETE /{name}/-/rev/{rev}`: behind the record the DELETE names the revision that it takes away. */
export function byRevision({template, hasCreator}: IndexedDelete, creation: Creation): TierMatch | null {
	const revision = revisionPlace(template.segments);
	if (revision === null || hasCreator || template.query.length > 0) return null;
	const member = template.segments.slice(0, revision.from);
	if (parameterOf(member.at(-1) ?? '') === null) return null;
	const below = {...template, segments: member};
	const fit = creation.method === 'PUT' ? looseFit(member, creation.segments, creation) : null;
	const kind = kindOf(fixedSegments(member).at(-1) ?? '');
	if (fit) return {...fit, open: [], kinds: new Map([[revision.parameter, kind]])};
	return byPath(below, creation);
}

/** Names of what changes with every change of a record. */
const revisionNames = new Set(['rev', 'revision', 'etag', 'version', 'lockversion', 'rowversion', 'versionid']);

export const isRevisionName = (name: string): boolean => revisionNames.has(plainName(name));

/** Where a template begins to name a revision: `/-/rev/{rev}`, `/revisions/{revision}`. */
export function revisionPlace(segments: readonly string[]): {from: number; parameter: string} | null {
	const parameter = parameterOf(segments.at(-1) ?? '');
	if (parameter === null || !isRevisionName(parameter)) return null;
	let from = segments.length - 1;
	while (from > 0 && parameterOf(segments[from - 1]!) === null && isRevisionWord(segments[from - 1]!)) from--;
	return from === segments.length - 1 ? null : {from, parameter};
}

/** The path of a record in front of the revision that a DELETE has named: `/tool/-rev/3` → `/tool`; null: it names none. */
export function withoutRevision(path: readonly string[]): readonly string[] | null {
	let from = path.length - 1;
	while (from > 0 && isRevisionWord(path[from - 1]!)) from--;
	return from < 1 || from === path.length - 1 ? null : path.slice(0, from);
}

const isRevisionWord = (segment: string) => plainName(segment) === '' || isRevisionName(kindOf(segment));

/** `PUT /me/albums?ids=…` → `DELETE /me/albums?ids=…`, `POST /issues/{n}/assignees {assignees}` → the same DELETE. */
export function byCollection({template, operation}: IndexedDelete, creation: Creation): TierMatch | null {
	const shape = operation?.requestShape;
	if (!shape) return null;
	const fit = looseFit(template.segments, withoutAction(creation.segments), creation);
	if (!fit || parameterOf(template.segments.at(-1)!) !== null) return null;
	const queries = (shape.query ?? []).filter(({name, required}) => required && creation.query?.has(name));
	const open = template.query.map(({parameter}) => parameter);
	if (queries.length > 0) return {...fit, open, kinds: noKinds};
	const kind = kindOf(fixedSegments(template.segments).at(-1) ?? '');
	const named = namingField(shape.body, creation.request, kind);
	if (!named) return sharesField(shape.body, creation.request) ? {...fit, open, kinds: noKinds} : null;
	const {parameter} = named;
	return {...fit, open: [...open, parameter], kinds: new Map([[parameter, kind]])};
}

/** Whether a body can name something that the request has sent, too. */
function sharesField(schema: unknown, request: unknown): boolean {
	const sample = schemaSample(schema, 'readOnly');
	return (
		isObject(sample) && isObject(request) && Object.keys(sample).some(key => key in request && isNaming(sample[key]))
	);
}

/** `POST /silences` → `DELETE /silence/{id}`, `POST /carts/{id}/items` → `DELETE /items/{itemId}`. */
export function byFamily(template: Template, creation: Creation, base: readonly string[]): TierMatch | null {
	if (creation.method === 'PUT') return null;
	const segments = withoutAction(creation.segments);
	const collection = segments.at(-1);
	if (collection === undefined || parameterOf(collection) !== null) return null;
	const kind = kindOf(collection);
	const ownPlace = lastParameterPlace(template);
	if (kind === '' || ownPlace === null) return null;
	const fixed = template.segments.slice(0, ownPlace).flatMap((segment, place) => {
		const isNamed = parameterOf(segment) === null && kindOf(segment) !== '';
		return isNamed ? [{segment, place}] : [];
	});
	if (fixed.length === 0 || kindOf(fixed.at(-1)!.segment) !== kind) return null;
	// What stands in front has to be part of the creating path, else it is the same word of another resource.
	const creating = segments.slice(0, -1);
	const kinds = creating.map(kindOf);
	const isNamed = ({segment}: {segment: string}) => creating.some(one => segmentLikeness(segment, one) > 0);
	const isGiven = ({place}: {place: number}) => namesParent(creation.request, template.segments[place + 1] ?? '');
	// `/tokens/token/{key}`: the collection in front of the word for its members.
	const isOwn = ({segment}: {segment: string}) => kindOf(segment) === kind;
	if (!fixed.slice(0, -1).every(one => isNamed(one) || isGiven(one) || isOwn(one))) return null;
	// Who is named by id in the request exists already: `POST /teams/{id}/users {userId}` makes no user.
	if (namesExisting(creation.request, kind)) return null;
	// Nor may the record lie below a record that the creating path does not name, unless its own fields name it.
	const values = new Map<string, string>();
	const openKinds = new Map<string, string>();
	const open: string[] = [];
	for (const [place, segment] of template.segments.entries()) {
		const parameter = parameterOf(segment);
		if (parameter === null) continue;
		const owner = fixed.filter(one => one.place < place).at(-1);
		const ownerKind = owner ? kindOf(owner.segment) : '';
		const at = owner && place !== ownPlace ? kinds.indexOf(ownerKind) : -1;
		const given = at < 0 ? undefined : creating[at + place - owner!.place];
		if (given !== undefined && kindOf(given) !== kind) values.set(parameter, given);
		else {
			open.push(parameter);
			openKinds.set(parameter, ownerKind);
		}
	}
	for (const {parameter} of template.query) {
		open.push(parameter);
		openKinds.set(parameter, kind);
	}
	return {prefix: prefixOf(creating, template, base), values, open, kinds: openKinds};
}

/** A record of another name: its fields have to say that it is the one that the DELETE takes away. */
export function byDescription(
	{template, isReadable}: IndexedDelete,
	creation: Creation,
	base: readonly string[],
): TierMatch | null {
	if (creation.method !== 'POST' || template.query.length > 0 || !isReadable) return null;
	const {segments} = template;
	if (parameterOf(segments.at(-1)!) === null) return null;
	const kind = kindOf(fixedSegments(segments).at(-1) ?? '');
	const parameters = segments.flatMap(segment => parameterOf(segment) ?? []);
	const values = new Map<string, string>();
	for (const parameter of parameters.slice(0, -1)) {
		const place = (creation.template ?? []).findIndex(segment => parameterOf(segment) === parameter);
		if (place >= 0 && !isOwnParameter(segments, parameter)) values.set(parameter, creation.segments[place]!);
	}
	const open = parameters.filter(parameter => !values.has(parameter));
	const prefix = prefixOf(creation.segments, template, base);
	return {prefix, values, open, kinds: new Map(open.map(parameter => [parameter, kind]))};
}

/** Whether a parameter is a part of the record's own composite key, such as the owner of a repository. */
const isOwnParameter = (segments: readonly string[], parameter: string) =>
	trailingParameters(segments).includes(parameter);

/** Whether a request went to a path below the collection that a DELETE takes from. */
export function isBelowCollection({segments}: Template, creation: Creation): boolean {
	const collection = segments.slice(0, segments.length - trailingParameters(segments).length);
	return (
		collection.length < creation.segments.length &&
		looseFit(collection, creation.segments.slice(0, collection.length), creation) !== null
	);
}

/** How much of a DELETE's path the creating path names too, from 0 to 1: of two alike the one in the same surroundings. */
export function sharedSurroundings({segments}: Template, creation: Creation): number {
	const fixed = fixedSegments(segments);
	const shared = fixed.filter(segment => creation.segments.some(given => segmentLikeness(segment, given) > 0));
	return fixed.length === 0 ? 0 : shared.length / fixed.length;
}

/** Whether a request names the parent that a parameter asks for: `{albumId: 7}` for `/albums/{albumId}/photos/{id}`. */
function namesParent(request: unknown, segment: string): boolean {
	const parameter = parameterOf(segment);
	return parameter !== null && /.id$/i.test(parameter) && isObject(request) && fieldOf(request, parameter) !== null;
}

/** Whether a request names records of a kind by their ids. */
function namesExisting(request: unknown, kind: string): boolean {
	const bodies = Array.isArray(request) ? request : [request];
	return bodies.some(
		body =>
			isObject(body) &&
			Object.keys(body).some(
				key => /(?:ids?|uuids?)$/i.test(key) && kindOf(key.replace(/_?(?:uu)?ids?$/i, '')) === kind,
			),
	);
}

/** Segments of a base path in front of a creating path that the template does not speak of, such as `api`, `v1`. */
function prefixOf(creating: readonly string[], {segments}: Template, base: readonly string[]): string[] {
	const first = segments[0];
	if (first === undefined) return [];
	const known = creating.findIndex(segment => segmentLikeness(first, segment) > 0);
	const front = known >= 0 ? creating.slice(0, known) : creating;
	const below = base.every((segment, place) => segment === front[place]) ? base.length : 0;
	const end = front.findIndex(
		(segment, place) => place >= below && !/^(?:api|rest)$/i.test(segment) && !isVersion(segment),
	);
	return front.slice(0, end < 0 ? front.length : end);
}

/** What stands in front of the last parameters: `/users/{id}` → `/users`, `/Products({id})` → `/Products`. */
function collectionOf(segments: readonly string[], own: number): readonly string[] {
	const front = segments.slice(0, segments.length - own);
	const inside = /^([^(){}]+)\(/.exec(segments[front.length] ?? '');
	return inside ? [...front, inside[1]!] : front;
}

/** `DELETE /rows/delete?filter=…`, `DELETE /users/{id}/remove`: what the method says already. */
const withoutRemoval = (segments: readonly string[]): readonly string[] =>
	segments.length > 1 && isRemovingWord(segments.at(-1)!) && kindOf(segments.at(-1)!) === ''
		? segments.slice(0, -1)
		: segments;

function trailingParameters(segments: readonly string[]): string[] {
	const parameters: string[] = [];
	for (const segment of [...segments].reverse()) {
		const parameter = parameterOf(segment);
		if (parameter === null) break;
		parameters.unshift(parameter);
	}
	return parameters;
}

/** Place of the parameter that names the record; the end of the path when the query names it. Null: there is none. */
function lastParameterPlace({segments, query}: Template): number | null {
	for (let place = segments.length - 1; place >= 0; place--) {
		if (parameterOf(segments[place]!) !== null) return place;
		// Behind the record only an action may stand: `DELETE /users/{id}/delete`.
		if (kindOf(segments[place]!) !== '') break;
	}
	return query.length > 0 ? segments.length : null;
}
