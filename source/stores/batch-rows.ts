import type {Batch, BatchMember, Wave} from '../../contract/batch.ts';
import type {BatchId} from '../../contract/ids.ts';
import {byRank} from './list-view.ts';
import {memoizeBy, memoizeLast} from './memoize.ts';

/** A line of the run screen: the head of a wave, or one of its members. */
export type BatchRow =
	| {kind: 'wave'; id: string; wave: Wave; counts: LabelCounts; isFolded: boolean}
	| {kind: 'member'; id: string; member: BatchMember};

/** Members by displayed status. */
export type LabelCounts = Readonly<Record<string, number>>;

export const batchRowId = ({id}: BatchRow): string => id;

/** Names of the status filters of the run screen. */
export const attention = 'failed or blocked';

/** Failed and blocked members, but not a cleanup test that had nothing to clean. */
const needsAttention = ({status, label}: BatchMember) =>
	(status === 'failed' || status === 'blocked') && label !== 'Skipped';

type Group = {wave: Wave; members: readonly BatchMember[]; counts: LabelCounts};

const unknownWave = (wave: number, members: readonly BatchMember[]): Wave => ({
	wave,
	kind: 'tests',
	status: 'running',
	total: members.length,
	finished: 0,
	rev: 0,
});

function countLabels(members: readonly BatchMember[]): LabelCounts {
	const counts: Record<string, number> = {};
	for (const {label} of members) counts[label] = (counts[label] ?? 0) + 1;
	return counts;
}

/** Of members in no need of a look. */
const ordinary = 3;

/** What runs stands on top, then what failed or is blocked, then the others. */
function memberRank(member: BatchMember): number {
	if (member.status === 'running') return 0;
	if (!needsAttention(member)) return ordinary;
	return member.status === 'failed' ? 1 : 2;
}

/** Members by wave: waves and members that run, failed or are blocked first, else in the order of waves and by name. */
function selectGroups() {
	// Merging keeps the places of members, so the order holds for as long as their number does.
	const selectOrder = memoizeBy(
		(batchId: BatchId, members: readonly BatchMember[]) => [batchId, members.length],
		(_batchId, members) =>
			members
				.map(({wave, name}, index) => ({wave, name, index}))
				.sort((a, b) => a.wave - b.wave || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.index - b.index))
				.map(({index}) => index),
	);
	return memoizeLast((batchId: BatchId, members: readonly BatchMember[], waves: readonly Wave[]): readonly Group[] => {
		const byWave = new Map<number, BatchMember[]>();
		for (const index of selectOrder(batchId, members)) {
			const member = members[index];
			if (!member) continue;
			const group = byWave.get(member.wave);
			if (group) group.push(member);
			else byWave.set(member.wave, [member]);
		}
		const groups = [...byWave].map(([number, group]) => ({
			wave: waves.find(({wave}) => wave === number) ?? unknownWave(number, group),
			members: byRank(group, memberRank),
			counts: countLabels(group),
		}));
		return byRank(groups, ({members: [first]}) => (first ? memberRank(first) : ordinary));
	});
}

const waveRowId = (wave: number) => `wave ${wave}`;

/** Lines of the run screen. A filter by text or status leaves waves without a match out. */
export function selectBatchRows() {
	const groupsOf = selectGroups();
	return memoizeBy(
		(batch: Batch, filter: string, only: string | null, folded: readonly string[]) => [
			batch.members,
			batch.waves,
			filter,
			only,
			folded,
		],
		(batch, filter, only, folded): readonly BatchRow[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const isFiltered = words.length > 0 || only !== null;
			return groupsOf(batch.batchId, batch.members, batch.waves).flatMap(({wave, members, counts}) => {
				const id = waveRowId(wave.wave);
				const isFolded = folded.includes(id);
				const matching = isFiltered
					? members.filter(
							member =>
								(only === null || needsAttention(member)) &&
								words.every(word => `${member.name} ${member.label}`.toLowerCase().includes(word)),
						)
					: members;
				if (isFiltered && matching.length === 0) return [];
				const head: BatchRow = {kind: 'wave', id, wave, counts, isFolded};
				if (isFolded) return [head];
				return [head, ...matching.map((member): BatchRow => ({kind: 'member', id: member.runId, member}))];
			});
		},
	);
}

/** The row the run is at: the first running member, else the first pending one of the current wave, else none. */
export function activeRowId(rows: readonly BatchRow[]): string | null {
	const at = (label: string) => rows.find(row => row.kind === 'member' && row.member.label === label)?.id;
	return at('Running') ?? at('Pending') ?? null;
}

/** The row to look at first when a run has ended: its first failed member, else the first blocked one, else none. */
export function brokenRowId(rows: readonly BatchRow[]): string | null {
	const broken = rows.filter(row => row.kind === 'member' && needsAttention(row.member));
	return (broken.find(row => row.kind === 'member' && row.member.status === 'failed') ?? broken[0])?.id ?? null;
}

/** Row of the producer that a blocked member names, if that producer is in the batch. */
export const producerRowId = (batch: Batch, {blockedBy, waitingFor}: BatchMember): string | null => {
	const producerId = blockedBy?.producer?.testId ?? waitingFor[0]?.testId;
	return batch.members.find(({testId}) => testId === producerId)?.runId ?? null;
};

/** Ids of all wave heads. */
export const waveRowIds = ({members}: Batch): string[] =>
	[...new Set(members.map(({wave}) => wave))].sort((a, b) => a - b).map(waveRowId);
