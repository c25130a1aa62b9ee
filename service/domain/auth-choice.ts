import type {EndpointId} from '../../contract/ids.ts';
import {isVersionSegment} from './endpoint-path.ts';

/** A credential set, as far as it decides which calls it is for. */
export type Assigned = {
	id: string;
	/** False: it adds headers and leaves the credential to what is assigned otherwise. */
	suppliesCredential: boolean;
	/** Family → since when, in epoch milliseconds. */
	families: Readonly<Record<string, number>>;
	/** Endpoint id → since when, in epoch milliseconds. */
	endpointIds: Readonly<Record<string, number>>;
};

/** What a call authenticates with. */
export type AuthChoice<Set extends Assigned> = {
	/** The set that supplies the credential; null: what the project uses. */
	supplier: Set | null;
	inherited: 'endpoint' | 'family' | 'project';
	/** Sets whose extra headers are sent, the one that counts most first. */
	extras: Set[];
};

/** An endpoint of the project, or a path that no endpoint of it fits. */
type Place = {endpointId: EndpointId | null; path: string; family: string | null};

/**
 * "The set of its endpoint, else the set of its family, else what the project uses. Several sets on one endpoint or
 * family: the newest assignment supplies the credential, extra headers of all are joined." Of two families that hold a
 * path the longer one counts. A set without a credential adds its headers to what the next of this order supplies.
 */
export function chooseAuth<Set extends Assigned>(sets: readonly Set[], place: Place, basePath = ''): AuthChoice<Set> {
	const extras: Set[] = [];
	for (const level of levelsOf(sets, place, basePath)) {
		extras.push(...level.sets);
		const supplier = level.sets.find(set => set.suppliesCredential);
		if (supplier) return {supplier, inherited: level.name, extras};
	}
	return {supplier: null, inherited: 'project', extras};
}

type Level<Set> = {name: 'endpoint' | 'family'; sets: Set[]};

function levelsOf<Set extends Assigned>(sets: readonly Set[], place: Place, basePath: string): Level<Set>[] {
	const {endpointId} = place;
	const direct = endpointId === null ? [] : newestFirst(sets, set => set.endpointIds[endpointId]);
	const levels: Level<Set>[] = direct.length > 0 ? [{name: 'endpoint', sets: direct}] : [];
	const families = new Set(sets.flatMap(set => Object.keys(set.families)));
	const holding = [...families].filter(family => family === place.family || isInFamily(family, place.path, basePath));
	holding.sort((a, b) => segments(b).length - segments(a).length || (a < b ? -1 : 1));
	for (const family of holding) levels.push({name: 'family', sets: newestFirst(sets, set => set.families[family])});
	return levels;
}

function newestFirst<Set extends Assigned>(sets: readonly Set[], since: (set: Set) => number | undefined): Set[] {
	return sets.filter(set => since(set) !== undefined).sort((a, b) => since(b)! - since(a)! || (a.id < b.id ? 1 : -1));
}

/**
 * Whether a path lies in a family: `/users` holds `/users/7`, and also what lies below the path of the target URL or
 * below a version prefix, such as `/api/v2/users/7`.
 */
export function isInFamily(family: string, path: string, basePath = ''): boolean {
	const wanted = segments(family);
	return startsOf(segments(path), segments(basePath)).some(given =>
		wanted.every((segment, place) => segment === given[place]),
	);
}

const apiPrefix = /^(?:api|rest)$/i;

/** The path as it is, without the base path, and without what only says that this is an API of some version. */
function startsOf(path: readonly string[], base: readonly string[]): Array<readonly string[]> {
	const starts = [path];
	const rest =
		base.length > 0 && base.every((segment, place) => segment === path[place]) ? path.slice(base.length) : path;
	if (rest !== path) starts.push(rest);
	const first = rest.findIndex(segment => !apiPrefix.test(segment) && !isVersionSegment(segment));
	if (first > 0) starts.push(rest.slice(first));
	return starts;
}

const segments = (path: string): string[] => (path.split('?', 1)[0] ?? '').split('/').filter(Boolean);
