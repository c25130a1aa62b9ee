import {isOfFamily, type Rule} from './matching-rule.ts';

/** A DELETE that is still to be sent. */
export type OpenDelete = {
	resourceId: string;
	family: string;
	source_path: string;
	/** Ids of the records it belongs to. */
	parents: readonly string[];
	isLast: boolean;
};

/** "Parallel DELETEs per family", and all together. */
const perFamily = 4;
const together = 16;

/**
 * The DELETEs that may be sent now: children before parents, families in the order of a rule, at most four of one family
 * at once, one with a serial rule.
 *
 * @param open not settled, those under way included, in the order in which they should be sent
 * @param running ids of records whose DELETE is under way
 */
export function deletesToStart<T extends OpenDelete>(
	open: readonly T[],
	running: ReadonlySet<string>,
	rules: readonly Rule[],
): T[] {
	const started = startable(open, running, rules);
	if (started.length > 0 || running.size > 0) return started;
	// A rule asks for parents before their children: the children win, else nothing would ever be deleted.
	return startable(
		open,
		running,
		rules.filter(({kind}) => kind !== 'order'),
	);
}

function startable<T extends OpenDelete>(
	open: readonly T[],
	running: ReadonlySet<string>,
	rules: readonly Rule[],
): T[] {
	const owners = new Set(open.flatMap(({parents}) => parents));
	const hasOthers = open.some(({isLast, resourceId}) => !isLast && !owners.has(resourceId));
	const ranks = new Map(open.map(one => [one.resourceId, rankOf(one, rules)]));
	const lowest = Math.min(...ranks.values());
	const busy = open.filter(({resourceId}) => running.has(resourceId));
	const started: T[] = [];
	for (const one of open) {
		if (running.has(one.resourceId) || owners.has(one.resourceId)) continue;
		if ((one.isLast && hasOthers) || (ranks.get(one.resourceId) ?? 0) > lowest) continue;
		if (busy.length >= (isSerial(null, rules) ? 1 : together)) break;
		const ofFamily = busy.filter(({family}) => family === one.family).length;
		if (ofFamily >= (isSerial(one, rules) ? 1 : perFamily)) continue;
		started.push(one);
		busy.push(one);
	}
	return started;
}

const isSerial = (one: OpenDelete | null, rules: readonly Rule[]): boolean =>
	rules.some(({kind, path}) => kind === 'serial' && (path === null || (one !== null && isOfFamily(one, path))));

/** Place of a record's family in an ordering rule; families that no rule names come first. */
function rankOf(one: OpenDelete, rules: readonly Rule[]): number {
	for (const {kind, sequence} of rules) {
		if (kind !== 'order' || sequence === null) continue;
		const place = (JSON.parse(sequence) as string[]).findIndex(name => isOfFamily(one, name));
		if (place >= 0) return place;
	}
	return 0;
}
