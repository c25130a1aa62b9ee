import {type Batch, type BatchMember, isPartial} from '../../contract/batch.ts';
import type {TestId} from '../../contract/ids.ts';

/** What became of a test from one batch to a later one, in the order in which it matters. */
export const memberChanges = [
	'newly failed',
	'newly blocked',
	'recovered',
	'changed',
	'added',
	'gone',
	'still broken',
	// A run of some tests says nothing about the others.
	'left out',
	'same',
] as const;
export type MemberChange = (typeof memberChanges)[number];

/** One test in two batches; null where it was no member. */
export type ComparedMember = {
	testId: TestId;
	name: string;
	change: MemberChange;
	before: BatchMember | null;
	after: BatchMember | null;
	/** Longer (or, negative, shorter) by so many ms; null unless both ran to an end. */
	slowerMs: number | null;
};

export type BatchComparison = {
	/** The one that was started first. */
	before: Batch;
	after: Batch;
	/** What changed first, then by name. */
	members: readonly ComparedMember[];
	counts: Readonly<Record<MemberChange, number>>;
};

type Sides = {before: BatchMember | null; after: BatchMember | null};

/** Compares two batches member by member; which of them comes first does not matter. */
export function compareBatches(one: Batch, other: Batch): BatchComparison {
	const [before, after] = one.createdAt <= other.createdAt ? [one, other] : [other, one];
	const sides = new Map<string, Sides>();
	for (const member of before.members) sides.set(member.testId, {before: member, after: null});
	for (const member of after.members)
		sides.set(member.testId, {before: sides.get(member.testId)?.before ?? null, after: member});
	const isOfSome = {before: isPartial(before), after: isPartial(after)};
	const members = [...sides].map(
		([testId, pair]): ComparedMember => ({
			testId,
			name: pair.after?.name ?? pair.before?.name ?? testId,
			change: changeOf(pair, isOfSome),
			...pair,
			slowerMs: slowerMs(pair),
		}),
	);
	members.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
	const counts = Object.fromEntries(memberChanges.map(change => [change, 0])) as Record<MemberChange, number>;
	for (const {change} of members) counts[change] += 1;
	return {before, after, members, counts};
}

const rank = ({change}: ComparedMember) => memberChanges.indexOf(change);

const isBroken = (status: string) => status === 'failed' || status === 'blocked';

/** A test that was broken in another way before is changed, not newly broken. */
function changeOf({before, after}: Sides, isOfSome: Record<keyof Sides, boolean>): MemberChange {
	if (!before) return isOfSome.before ? 'left out' : 'added';
	if (!after) return isOfSome.after ? 'left out' : 'gone';
	if (before.status === after.status) return isBroken(after.status) ? 'still broken' : 'same';
	if (after.status === 'passed' && isBroken(before.status)) return 'recovered';
	if (after.status === 'failed' && before.status !== 'blocked') return 'newly failed';
	if (after.status === 'blocked' && before.status !== 'failed') return 'newly blocked';
	return 'changed';
}

function slowerMs({before, after}: Sides): number | null {
	const [then, now] = [before?.durationMs ?? null, after?.durationMs ?? null];
	return then === null || now === null ? null : now - then;
}

/** The comparison in words: `1 newly failed, 2 recovered, 5 same`. */
export function comparisonSentence({counts}: Pick<BatchComparison, 'counts'>): string {
	const told = memberChanges.filter(change => counts[change] > 0).map(change => `${counts[change]} ${change}`);
	return told.length === 0 ? 'no tests' : told.join(', ');
}
