import {fitTemplate, fixedSegments, parameterOf, segmentsOf, type Template, templateOf} from './path-template.ts';
import {isSingular, kindOf} from './word-form.ts';

/** A DELETE endpoint of the API under test. */
export type DeleteEndpoint = {
	/** Null: seen in recorded calls only. */
	endpointId: string | null;
	/** Template, with `?id={id}` when the record is named in the query. */
	path: string;
	/** Path of the document's server, such as `/api/v3`: stands in front of the template. */
	basePath?: string;
};

/**
 * How sure a match is. `location`: the answer said where the record is. `path`: the DELETE lies right below the path that
 * created the record. `toggle`: one path is made by POST or PUT and taken back by DELETE. `family`: the kind of record is
 * the same, spelled or placed in another way.
 */
export type DeleteTier = 'location' | 'path' | 'toggle' | 'family';

export type DeleteMatch = {
	endpoint: DeleteEndpoint;
	template: Template;
	tier: DeleteTier;
	/** Segments of the path in front of the template. */
	prefix: string[];
	/** What the creating path says already. */
	values: ReadonlyMap<string, string>;
	/** Parameters that the record itself has to give, the last one being its own handle. */
	open: string[];
	/** Kind of record each open parameter belongs to, from the segment in front of it. */
	kinds: ReadonlyMap<string, string>;
};

/** Segments of a creating path without a bare action at its end: `/users/create` → `/users`. */
export const withoutAction = (segments: readonly string[]): readonly string[] =>
	segments.length > 1 && kindOf(segments.at(-1)!) === '' ? segments.slice(0, -1) : segments;

/** DELETE endpoints made ready to be searched for many requests. */
export type DeleteIndex = ReadonlyArray<{endpoint: DeleteEndpoint; template: Template}>;

export const indexDeletes = (endpoints: readonly DeleteEndpoint[]): DeleteIndex =>
	endpoints
		.map(endpoint => ({endpoint, template: templateOf(endpoint.path)}))
		.sort((a, b) => fixedSegments(b.template.segments).length - fixedSegments(a.template.segments).length);

/**
 * The DELETE endpoint of what a request created. Precision comes before reach: every tier is tried for all endpoints
 * before the next one, and within a tier the endpoint with the most fixed segments wins.
 *
 * @param request the one that created the record
 * @param location segments of the `Location` header, null without one
 * @param base segments of the path of the target URL, which stand in front of every path
 */
export function findDelete(
	{method, segments: path}: {method: string; segments: readonly string[]},
	location: readonly string[] | null,
	endpoints: DeleteIndex,
	base: readonly string[] = [],
): DeleteMatch | null {
	const tiers: ReadonlyArray<(template: Template, endpoint: DeleteEndpoint) => DeleteMatch | null> = [
		(template, endpoint) => byLocation(template, endpoint, location),
		(template, endpoint) => byPath(template, endpoint, path),
		(template, endpoint) => byToggle(template, endpoint, path, method),
		(template, endpoint) => byFamily(template, endpoint, path, base),
	];
	for (const tier of tiers)
		for (const {endpoint, template} of endpoints) {
			const match = tier(template, endpoint);
			if (match && isBase(match.prefix, [base, segmentsOf(endpoint.basePath ?? '')])) return match;
		}
	return null;
}

/** Whether segments are no more than a base path: what stands there may not name a record or another resource. */
function isBase(prefix: readonly string[], bases: ReadonlyArray<readonly string[]>): boolean {
	let rest = prefix;
	for (const base of bases)
		if (base.length > 0 && base.every((segment, place) => segment === rest[place])) rest = rest.slice(base.length);
	return rest.every(segment => /^(?:api|rest|v\d+(?:\.\d+)?)$/i.test(segment));
}

function byLocation(
	template: Template,
	endpoint: DeleteEndpoint,
	location: readonly string[] | null,
): DeleteMatch | null {
	if (location === null || template.query.length > 0) return null;
	const last = template.segments.at(-1);
	const fit = last !== undefined && parameterOf(last) !== null ? fitTemplate(template.segments, location) : null;
	return (
		fit && {endpoint, template, tier: 'location', prefix: fit.prefix, values: fit.values, open: [], kinds: noKinds}
	);
}

const noKinds: ReadonlyMap<string, string> = new Map();

/** `POST /users` → `DELETE /users/{userId}`, `POST /rules` → `DELETE /rules/{type}/{value}`, `DELETE /users?id={id}`. */
function byPath(template: Template, endpoint: DeleteEndpoint, path: readonly string[]): DeleteMatch | null {
	const parameters = trailingParameters(template.segments);
	if (parameters.length + template.query.length === 0) return null;
	const head = template.segments.slice(0, template.segments.length - parameters.length);
	if (head.length === 0) return null;
	for (let own = 1; own <= Math.max(1, parameters.length); own++) {
		const below = parameters.slice(parameters.length - own);
		const collection = template.segments.slice(0, template.segments.length - below.length);
		const fit = fitTemplate(collection, path);
		if (!fit) continue;
		const open = [...below, ...template.query.map(({parameter}) => parameter)];
		const kind = kindOf(lastFixed(collection) ?? '');
		return {
			endpoint,
			template,
			tier: 'path',
			prefix: fit.prefix,
			values: fit.values,
			open,
			kinds: new Map(open.map(parameter => [parameter, kind])),
		};
	}
	return null;
}

/**
 * `PUT /articles/{slug}/favorite` → `DELETE /articles/{slug}/favorite`, `PUT /tags/{name}` → `DELETE /tags/{name}`. The
 * DELETE of a whole collection (`DELETE /users`) is no toggle: it would remove what others created.
 */
function byToggle(
	template: Template,
	endpoint: DeleteEndpoint,
	path: readonly string[],
	method: string,
): DeleteMatch | null {
	if (template.query.length > 0) return null;
	const fit = fitTemplate(template.segments, path);
	if (!fit || fit.values.size === 0) return null;
	const last = template.segments.at(-1)!;
	// `POST /users/create` does not address a user.
	if (parameterOf(last) === null ? !isSingular(last) : method !== 'PUT') return null;
	return {endpoint, template, tier: 'toggle', prefix: fit.prefix, values: fit.values, open: [], kinds: noKinds};
}

/** `POST /silences` → `DELETE /silence/{id}`, `POST /carts/{id}/items` → `DELETE /items/{itemId}`. */
function byFamily(
	template: Template,
	endpoint: DeleteEndpoint,
	path: readonly string[],
	base: readonly string[],
): DeleteMatch | null {
	const segments = withoutAction(path);
	const collection = segments.at(-1);
	if (collection === undefined) return null;
	const kind = kindOf(collection);
	const ownPlace = lastParameterPlace(template);
	if (kind === '' || ownPlace === null) return null;
	const fixed = template.segments.slice(0, ownPlace).flatMap((segment, place) => {
		const isFixed = parameterOf(segment) === null && kindOf(segment) !== '';
		return isFixed ? [{segment, place}] : [];
	});
	if (fixed.length === 0 || kindOf(fixed.at(-1)!.segment) !== kind) return null;
	// What stands in front has to be part of the creating path, else it is the same word of another resource.
	const creating = segments.slice(0, -1);
	const kinds = creating.map(kindOf);
	if (!fixed.slice(0, -1).every(({segment}) => kinds.includes(kindOf(segment)))) return null;
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
		const given = at < 0 ? undefined : creating[at + 1];
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
	return {
		endpoint,
		template,
		tier: 'family',
		prefix: prefixOf(creating, template, base),
		values,
		open,
		kinds: openKinds,
	};
}

/** Segments of a base path in front of a creating path that the template does not speak of, such as `api`, `v1`. */
function prefixOf(creating: readonly string[], {segments}: Template, base: readonly string[]): string[] {
	const first = segments[0];
	if (first === undefined) return [];
	const known = creating.findIndex(segment => kindOf(segment) === kindOf(first));
	const front = known >= 0 ? creating.slice(0, known) : creating;
	const below = base.every((segment, place) => segment === front[place]) ? base.length : 0;
	const end = front.findIndex((segment, place) => place >= below && !/^(?:api|rest|v\d+(?:\.\d+)?)$/i.test(segment));
	return front.slice(0, end < 0 ? front.length : end);
}

function trailingParameters(segments: readonly string[]): string[] {
	const parameters: string[] = [];
	for (const segment of [...segments].reverse()) {
		const parameter = parameterOf(segment);
		if (parameter === null) break;
		parameters.unshift(parameter);
	}
	return parameters;
}

const lastFixed = (segments: readonly string[]) => fixedSegments(segments).at(-1);

/** Place of the parameter that names the record; the end of the path when the query names it. Null: there is none. */
function lastParameterPlace({segments, query}: Template): number | null {
	for (let place = segments.length - 1; place >= 0; place--) {
		if (parameterOf(segments[place]!) !== null) return place;
		// Behind the record only an action may stand: `DELETE /users/{id}/delete`.
		if (kindOf(segments[place]!) !== '') break;
	}
	return query.length > 0 ? segments.length : null;
}
