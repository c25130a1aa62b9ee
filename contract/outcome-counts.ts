import type {OutcomeCounts} from './documents/run.ts';
import type {BatchMember} from './batch.ts';
import {isTerminal} from './enums.ts';

/** One test of a wait: a terminal status of its run, `timeout`, `error:<CODE>`, anything else has no verdict. */
export type CountedOutcome = {
	status: string;
	/** Why it is in its batch; absent: it was asked for. */
	role?: string | null | undefined;
};

/** The one way in which results are counted: texts, JSON, files, JUnit and step outputs all read this. */
export function countOutcomes(outcomes: readonly CountedOutcome[]): OutcomeCounts {
	const of = (matches: (one: CountedOutcome) => boolean) => outcomes.filter(matches).length;
	const withStatus = (wanted: string) => of(({status}) => status === wanted);
	const selected = of(({role}) => role === undefined || role === null || role === 'selected');
	const timedOut = withStatus('timeout');
	const errors = of(({status}) => status.startsWith('error:'));
	return {
		total: outcomes.length,
		selected,
		closure: outcomes.length - selected,
		passed: withStatus('passed'),
		failed: withStatus('failed'),
		blocked: withStatus('blocked'),
		cancelled: withStatus('cancelled'),
		skipped: of(({status}) => !isTerminal(status)) - timedOut - errors,
		timedOut,
		errors,
	};
}

/** "Its record was never created": neither passed nor blocked in any sense that counts. */
export const isSkippedMember = (member: Pick<BatchMember, 'label'> | undefined): boolean => member?.label === 'Skipped';

/** What a member of a batch counts as. */
export const outcomeOfMember = (member: Pick<BatchMember, 'label' | 'status' | 'role'>): CountedOutcome => ({
	status: isSkippedMember(member) ? 'skipped' : member.status,
	role: member.role,
});

/** Counts of a batch as it stands: those that have not ended are apart. */
export type StandingCounts = OutcomeCounts & {running: number; queued: number};

/** The members of a batch, each counted once. */
export function countMembers(members: readonly Pick<BatchMember, 'label' | 'status' | 'role'>[]): StandingCounts {
	const outcomes = members.map(outcomeOfMember);
	const counts = countOutcomes(outcomes);
	const open = (wanted: string) => outcomes.filter(({status}) => status === wanted).length;
	const [running, queued] = [open('running'), open('queued')];
	return {...counts, skipped: counts.skipped - running - queued, running, queued};
}

/** `2 passed, 1 failed, 0 blocked, 0 cancelled, 0 timed out, 1 skipped of 4 (3 selected, 1 closure)`. */
export function countsText(
	counts: OutcomeCounts,
	detail: {deferred?: number; conflicts?: number; running?: number; queued?: number} = {},
): string {
	const {total, selected, closure, passed, failed, blocked, cancelled, skipped, timedOut, errors} = counts;
	const {deferred = 0, conflicts = 0, running = 0, queued = 0} = detail;
	const parts = [deferred > 0 ? `${deferred} deferred` : '', conflicts > 0 ? `${conflicts} conflicts` : ''].filter(
		Boolean,
	);
	const why = parts.length > 0 ? ` (${parts.join(', ')})` : '';
	return (
		`${passed} passed, ${failed} failed, ${blocked} blocked, ${cancelled} cancelled, ${timedOut} timed out, ` +
		`${errors > 0 ? `${errors} errors, ` : ''}${skipped} skipped${why}` +
		`${running > 0 ? `, ${running} running` : ''}${queued > 0 ? `, ${queued} queued` : ''} of ${total}` +
		(closure > 0 ? ` (${selected} selected, ${closure} closure)` : '')
	);
}
