import type {FindingKind, FindingScope} from '../../contract/finding.ts';
import type {CallId, EndpointId, RunId} from '../../contract/ids.ts';
import {pushTo} from './push-to.ts';

/** A call that shows a difference; either may be missing. */
export type Evidence = {callId: CallId | null; runId: RunId | null};

/** One difference of one endpoint. */
export type Deviation = {
	/** Empty: the API as a whole. */
	endpointId: EndpointId;
	kind: FindingKind;
	/** The difference in words, the same for all endpoints that show it: `401 documented, 403 answered`. */
	difference: string;
	/** The document's word; null: it says nothing. */
	document: string | null;
	observed: string;
	evidence: Evidence[];
	/** Epoch milliseconds. */
	firstSeenAt: number;
	lastSeenAt: number;
};

/** A finding as it is shown, without its state. */
type Group = Omit<Deviation, 'endpointId' | 'difference'> & {
	/** The same whenever the same difference is grouped again. */
	key: string;
	scope: FindingScope;
	endpointIds: EndpointId[];
	count: number;
	title: string;
};

/** "When ≥ 5 endpoints and ≥ 60 % of those looked at show the same, one for the API." */
const fewestEndpoints = 5;
const smallestShare = 0.6;
const mostEvidence = 3;
const longestTitle = 300;

/**
 * Findings of single differences: one for the API where most endpoints show the same, else one per endpoint and kind.
 *
 * @param lookedAt how many endpoints were looked at for a kind of difference
 * @param names `METHOD /path` of an endpoint by its id; a difference of an endpoint that is gone makes no finding
 */
export function groupDeviations(
	deviations: readonly Deviation[],
	lookedAt: ReadonlyMap<string, number>,
	names: ReadonlyMap<string, string>,
): Group[] {
	const known = deviations.filter(({endpointId}) => endpointId === '' || names.has(endpointId));
	const groups: Group[] = [];
	const single: Deviation[] = [];
	for (const same of grouped(known, ({kind, difference}) => `${kind} ${difference}`).values()) {
		const [{kind, difference, endpointId}] = same as [Deviation];
		const endpoints = new Set(same.map(one => one.endpointId));
		const share = endpoints.size / Math.max(lookedAt.get(kind) ?? 0, endpoints.size);
		if (endpointId === '') groups.push(groupOf(same, keyOfApi({kind, difference}), 'api', difference));
		else if (endpoints.size >= fewestEndpoints && share >= smallestShare)
			groups.push(groupOf(same, keyOfApi({kind, difference}), 'api', `${difference}: ${endpoints.size} endpoints`));
		else single.push(...same);
	}
	for (const own of grouped(single, ({endpointId, kind}) => `${endpointId} ${kind}`).values()) {
		const [{endpointId, kind}] = own as [Deviation];
		const differences = own.map(({difference}) => difference).join('; ');
		groups.push(groupOf(own, `${endpointId} ${kind}`, 'endpoint', `${names.get(endpointId)}: ${differences}`));
	}
	return groups;
}

/** Key of the finding that a difference is where the API as a whole shows it. */
export const keyOfApi = ({kind, difference}: Pick<Deviation, 'kind' | 'difference'>): string =>
	`api ${kind} ${difference}`;

function groupOf(some: readonly Deviation[], key: string, scope: FindingScope, title: string): Group {
	const endpointIds = [...new Set(some.map(({endpointId}) => endpointId))].filter(id => id !== '');
	const documents = [...new Set(some.flatMap(({document}) => document ?? []))];
	return {
		key,
		kind: some[0]!.kind,
		scope,
		endpointIds,
		count: endpointIds.length,
		title: title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title,
		document: documents.length === 0 ? null : documents.join('; '),
		observed: [...new Set(some.map(({observed}) => observed))].join('; '),
		evidence: some
			.flatMap(({evidence}) => (some.length === 1 ? evidence : evidence.slice(0, 1)))
			.slice(0, mostEvidence),
		firstSeenAt: Math.min(...some.map(({firstSeenAt}) => firstSeenAt)),
		lastSeenAt: Math.max(...some.map(({lastSeenAt}) => lastSeenAt)),
	};
}

function grouped<T>(some: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const one of some) {
		const key = keyOf(one);
		pushTo(groups, key, one);
	}
	return groups;
}
