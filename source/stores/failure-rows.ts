import type {BatchMember} from '../../contract/batch.ts';
import type {FailureDigest} from './failures.ts';
import {memoizeLast} from './memoize.ts';

/** A line of the Failures screen: the head of a kind of failure, a failed test, or one that it blocked. */
export type FailureRow =
	| {
			kind: 'group';
			id: string;
			/** What its failures have in common; null where tests were blocked without a failed producer in this batch. */
			signature: string | null;
			first: BatchMember;
			failed: number;
			blocked: number;
			isFolded: boolean;
	  }
	| {
			kind: 'failure';
			/** The run. */
			id: string;
			member: BatchMember;
			badges: readonly string[];
			/** Blocked by the failed test above it. */
			isUnder: boolean;
	  };

export const failureRowId = ({id}: FailureRow): string => id;

/** Filters of the screen by name. */
export const failureFilters = ['failed', 'blocked', 'new', 'flaky', 'healed'] as const;

/** Failed and blocked members, but not a cleanup test that had nothing to clean. */
export const isFailure = ({status, label}: BatchMember): boolean =>
	(status === 'failed' || status === 'blocked') && label !== 'Skipped';

type Digests = ReadonlyMap<string, FailureDigest>;

/** Until the service has said what kind of failure it is: its error without numbers. */
const provisional = ({failureKind, error, status}: BatchMember): string =>
	[failureKind ?? status, (error ?? '').replace(/\d+(?:\.\d+)?/g, '<n>')].filter(Boolean).join(': ');

/** The group of what no run has got through yet: it stands first, whatever hit more tests. */
const needsHelp = 'needs your help';

type Failed = {member: BatchMember; under: BatchMember[]};
type Group = {id: string; signature: string | null; failed: Failed[]; blocked: BatchMember[]};

const byPlace = (a: BatchMember, b: BatchMember) => a.wave - b.wave || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/**
 * Kinds of failure: what needs the help of a person, then the one that hit most tests. A blocked test stands under its root producer where that failed in
 * this batch; the others are of one kind when the same value was missing for the same reason.
 */
export function groupFailures(members: readonly BatchMember[], digests: Digests): readonly Group[] {
	const groups = new Map<string, Group>();
	const groupOf = (id: string, signature: string | null): Group => {
		const group = groups.get(id) ?? {id, signature, failed: [], blocked: []};
		groups.set(id, group);
		return group;
	};
	const failures = members.filter(isFailure).sort(byPlace);
	const roots = new Map<string, Failed>();
	for (const member of failures) {
		if (member.status !== 'failed') continue;
		const failed = {member, under: []};
		roots.set(member.testId, failed);
		const signature = member.neededHelp ? needsHelp : digests.get(member.runId)?.signature || provisional(member);
		groupOf(`kind ${signature}`, signature).failed.push(failed);
	}
	for (const member of failures) {
		if (member.status !== 'blocked') continue;
		const {producer, reason, variable} = member.blockedBy ?? {producer: null, reason: '', variable: null};
		const root = producer ? roots.get(producer.testId) : undefined;
		if (root) root.under.push(member);
		else groupOf(`blocked ${reason} ${producer?.testId ?? variable ?? ''}`, null).blocked.push(member);
	}
	return [...groups.values()].sort((a, b) => Number(isHelp(b)) - Number(isHelp(a)) || sizeOf(b) - sizeOf(a));
}

const isHelp = ({id}: Group): boolean => id === `kind ${needsHelp}`;
const sizeOf = ({failed, blocked}: Group): number =>
	blocked.length + failed.reduce((sum, {under}) => sum + 1 + under.length, 0);

/** Lines of the Failures screen. A filter by text or kind leaves groups without a match out. */
export const selectFailureRows = () => {
	const groupsOf = memoizeLast(groupFailures);
	return memoizeLast(
		(
			members: readonly BatchMember[],
			digests: Digests,
			filter: string,
			only: string | null,
			folded: readonly string[],
		): readonly FailureRow[] => {
			const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
			const badgesOf = ({runId}: BatchMember) => digests.get(runId)?.badges ?? [];
			const matches = (member: BatchMember, signature: string | null) => {
				const text = `${member.name} ${member.label} ${signature ?? ''} ${member.error ?? ''}`.toLowerCase();
				const isOfKind = only === null || member.status === only || badgesOf(member).includes(only);
				return isOfKind && words.every(word => text.includes(word));
			};
			return groupsOf(members, digests).flatMap(({id, signature, failed, blocked}): FailureRow[] => {
				const row = (member: BatchMember, isUnder: boolean): FailureRow => ({
					kind: 'failure',
					id: member.runId,
					member,
					badges: badgesOf(member),
					isUnder,
				});
				const all = [
					...failed.flatMap(({member, under}) => [row(member, false), ...under.map(other => row(other, true))]),
					...blocked.map(member => row(member, false)),
				];
				const shown = all.filter(other => other.kind === 'failure' && matches(other.member, signature));
				const first = failed[0]?.member ?? blocked[0];
				if (shown.length === 0 || !first) return [];
				const isFolded = folded.includes(id);
				const count = failed.length;
				const head: FailureRow = {
					kind: 'group',
					id,
					signature,
					first,
					failed: count,
					blocked: all.length - count,
					isFolded,
				};
				return isFolded ? [head] : [head, ...shown];
			});
		},
	);
};
