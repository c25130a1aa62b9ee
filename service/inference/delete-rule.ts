import {type Creation, isBase, basesOf, saysCreated, withoutAction} from './creation-path.ts';
import type {DeleteEndpoint, DeleteIndex, IndexedDelete} from './indexed-delete.ts';
import {
	byCollection,
	byDescription,
	byFamily,
	byLocation,
	byPath,
	byRevision,
	byToggle,
	isBelowCollection,
	sharedSurroundings,
	type TierMatch,
} from './delete-tiers.ts';
import {type Template, fixedSegments} from './path-template.ts';
import {type FieldNames, fieldNames, likeness, sameness} from './record-fields.ts';
import {kindOf} from './word-form.ts';

export {withoutAction} from './creation-path.ts';
export {indexDeletes} from './delete-index.ts';
export type {DeleteEndpoint, DeleteIndex} from './indexed-delete.ts';

/**
 * How sure a match is. `location`: the answer said where the record is. `path`: the DELETE lies right below the path that
 * created the record. `toggle`: one path is made by POST or PUT and taken back by DELETE. `revision`: the same, and the
 * DELETE must name the revision behind it. `collection`: one path adds by POST or PUT and takes away by DELETE what its
 * query or body names. `family`: the kind of record is the same, spelled or placed in another way. `described`: the
 * answer shows a record with the fields of the one that the DELETE takes away.
 */
export type DeleteTier = 'location' | 'path' | 'toggle' | 'revision' | 'collection' | 'family' | 'described';

export type DeleteMatch<Endpoint extends DeleteEndpoint = DeleteEndpoint> = {
	endpoint: Endpoint;
	entry: IndexedDelete<Endpoint>;
	template: Template;
	tier: DeleteTier;
	/** From 0 to 1: below 0.5 it is not worth a try. */
	score: number;
	/** Why, in plain words. */
	reason: string;
	/** Segments of the path in front of the template. */
	prefix: string[];
	/** What the creating path says already. */
	values: ReadonlyMap<string, string>;
	/** Parameters that the record itself has to give, the last one being its own handle. */
	open: string[];
	/** Kind of record each open parameter belongs to, from the segment in front of it. */
	kinds: ReadonlyMap<string, string>;
};

/** Records this much alike are of one kind; this little, of two. */
const alikeFrom = 0.8;
const foreignBelow = 0.3;
/** So much, where only the fields say so. */
const equalFrom = 0.9;

/**
 * The DELETE endpoints of what a request created, best first. The path speaks first; where it leaves a choice, the
 * resource that the answer describes decides, and a DELETE whose record has other fields is none of them.
 *
 * @param base segments of the path of the target URL, which stand in front of every path
 */
export function rankDeletes<Endpoint extends DeleteEndpoint>(
	creation: Creation,
	endpoints: DeleteIndex<Endpoint>,
	base: readonly string[] = [],
): Array<DeleteMatch<Endpoint>> {
	const answered: Answered = {
		mayBeMade: creation.method === 'POST' && saysCreated(creation),
		fields: new Map<string, FieldNames | null>(),
	};
	const kinds = creation.location || creation.links?.length ? null : new Set(creation.segments.map(kindOf));
	const found = endpoints.flatMap(entry => {
		const isFar =
			kinds !== null && entry.lastKinds.length > 0 && entry.lastKinds.every(kind => kind !== '' && !kinds.has(kind));
		return (isFar ? describedMatch(creation, entry, base, answered) : matchOf(creation, entry, base, answered)) ?? [];
	});
	return found
		.map((match, place) => ({match, place}))
		.sort((a, b) => b.match.score - a.match.score || a.place - b.place)
		.map(({match}) => match);
}

/** The best of them; null: there is none. */
export const findDelete = <Endpoint extends DeleteEndpoint>(
	creation: Creation,
	endpoints: DeleteIndex<Endpoint>,
	base: readonly string[] = [],
): DeleteMatch<Endpoint> | null => rankDeletes(creation, endpoints, base)[0] ?? null;

function matchOf<Endpoint extends DeleteEndpoint>(
	creation: Creation,
	entry: IndexedDelete<Endpoint>,
	base: readonly string[],
	answered: Answered,
): DeleteMatch<Endpoint> | null {
	const {template} = entry;
	const made = (tier: DeleteTier, score: number, reason: string, match: TierMatch): DeleteMatch<Endpoint> =>
		matchAs(entry, match, {tier, score, reason});
	const bases = basesOf(base, entry.endpoint.basePath);
	const based = <Match extends TierMatch>(match: Match | null) => (match && isBase(match.prefix, bases) ? match : null);
	const located = creation.location ? based(byLocation(template, creation.location, creation)) : null;
	if (located) return made('location', 1, 'the answer says that the record is there', located);
	for (const link of creation.links ?? []) {
		const linked = based(byLocation(template, link, creation));
		if (linked) return made('location', 0.97, 'the record in the answer says that it is there', linked);
	}
	const below = based(byPath(template, creation));
	if (below)
		return below.isExact
			? made('path', 0.95, 'it lies right below the creating path', below)
			: made('path', 0.9, 'it lies below the creating path in another spelling or version', below);
	const same = based(byToggle(entry, creation));
	if (same) return made('toggle', same.isExact ? 0.95 : 0.9, 'it takes back what the same path made', same);
	const revised = based(byRevision(entry, creation));
	if (revised) return made('revision', 0.85, 'it takes back what the path made, by its revision', revised);
	const named = based(byCollection(entry, creation));
	if (named) return made('collection', 0.92, 'it takes from the same path what its query or body names', named);
	const family = based(byFamily(template, creation, base));
	if (!family) return describedMatch(creation, entry, base, answered);
	const alike = likeness(answeredFields(creation, entry.kind, answered), entry.fields());
	if (alike !== null && alike < foreignBelow) return null;
	return alike !== null && alike >= alikeFrom
		? made('family', 0.7 + 0.2 * alike, 'it is the same kind of record with the same fields', family)
		: made('family', 0.7, 'it is the same kind of record', family);
}

/** What is asked of one creation again and again, DELETE by DELETE. */
type Answered = {
	/** Whether its answer may describe a record that was made. */
	mayBeMade: boolean;
	/** Kind → fields of the record that it describes. */
	fields: Map<string, FieldNames | null>;
};

const matchAs = <Endpoint extends DeleteEndpoint>(
	entry: IndexedDelete<Endpoint>,
	match: TierMatch,
	how: Pick<DeleteMatch, 'tier' | 'score' | 'reason'>,
): DeleteMatch<Endpoint> => ({...match, endpoint: entry.endpoint, entry, template: entry.template, ...how});

/** By the fields of the record alone; null: they do not say so. */
function describedMatch<Endpoint extends DeleteEndpoint>(
	creation: Creation,
	entry: IndexedDelete<Endpoint>,
	base: readonly string[],
	answered: Answered,
): DeleteMatch<Endpoint> | null {
	const {template, isReadable} = entry;
	if (!answered.mayBeMade || !isReadable) return null;
	// The fields first: of hundreds of records they leave a handful, and the path costs more.
	const [shown, own] = [answeredFields(creation, entry.kind, answered), entry.fields()];
	const nearest = sameness(shown, own, true);
	if (nearest === null || nearest < alikeFrom) return null;
	const isNear = isBelowCollection(template, creation);
	const alike = isNear ? nearest : sameness(shown, own, false);
	if (alike === null || alike < (isNear ? alikeFrom : equalFrom)) return null;
	const described = byDescription(entry, creation, base);
	if (!described || !isBase(described.prefix, basesOf(base, entry.endpoint.basePath))) return null;
	const surroundings = 0.1 * sharedSurroundings(template, creation) - 0.03 * (described.open.length - 1);
	const score = 0.45 + 0.2 * alike + surroundings;
	return matchAs(entry, described, {
		tier: 'described',
		score,
		reason: 'the answer shows a record with the same fields',
	});
}

/** Fields of the record that the answer describes, under the words of the request or of the DELETE. */
function answeredFields({segments, response}: Creation, kind: string, {fields: known}: Answered): FieldNames | null {
	if (!known.has(kind)) {
		const own = kindOf(fixedSegments(withoutAction(segments)).at(-1) ?? '');
		known.set(kind, fieldNames(response, new Set([own, kind].filter(Boolean))));
	}
	return known.get(kind) ?? null;
}
