import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {ChangeSet} from '../../../contract/change-set.ts';
import type {Refinement} from '../../../contract/refinement.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';
import type {ChangeSetTable, StoredChange, StoredChanges, StoredQuestion} from '../../store/plans/change-set-tables.ts';
import type {ShownPlanRow} from '../../store/plans/plan-rows.ts';
import {rowView} from '../plan-view.ts';

/** A change set as the contract shows it; in lists without its changes. */
export function changeSetView(set: ChangeSetTable, isListed = false): ChangeSet {
	const {parts, edges, rules, settled, isInterrupted} = JSON.parse(set.changes) as StoredChanges;
	const operations = JSON.parse(set.operations) as ChangeOperation[];
	const choices = choicesOf(set);
	return {
		changeSetId: set.id,
		version: set.version,
		kind: set.kind,
		source: set.source,
		text: set.text,
		status: set.status,
		baseVersion: set.base_version,
		appliedVersion: set.applied_version,
		reply: set.reply,
		changes: isListed ? [] : parts.map(changeView),
		...(isListed
			? {}
			: {
					also: [
						...edges.map(({place, after}) => `${place} ${after.state ?? 'takes another name'}`),
						...rules.map(({instruction}) => `cleanup: ${instruction}`),
					],
					...(settled ? {settled: [...settled]} : {}),
					...(isInterrupted ? {isInterrupted} : {}),
					operations: operations.map(one => ({
						op: one.op,
						...('target' in one ? {target: one.target} : {}),
						...('step' in one && typeof one.step === 'string' ? {step: one.step} : {}),
						reason: one.reason,
					})),
				}),
		counts: JSON.parse(set.counts),
		...(choices ? {choices} : {}),
		...(set.tokens > 0 ? {tokens: set.tokens} : {}),
		...(isListed ? {} : sentOf(set)),
		errorMessage: set.error,
		createdAt: timestamp(set.created_at),
		appliedAt: nullableTimestamp(set.applied_at),
	};
}

function changeView(change: StoredChange): ChangeSet['changes'][number] {
	const {rowId, testId, kind, shown, row, fields, reasons, codeDiff, refused, applied} = change;
	const before = shown && kind !== 'added' ? rowView(shown) : null;
	return {
		// A change without a row goes by its test.
		rowId: rowId ?? (testId as string | null) ?? '',
		testId,
		kind,
		before,
		after: kind === 'removed' || !shown ? null : rowView({...shown, ...row?.after} as ShownPlanRow),
		fields,
		reason: reasons.join('; '),
		codeDiff,
		refused,
		applied,
	};
}

/** What a model was sent, where one was asked. */
const sentOf = ({sent}: ChangeSetTable): {sent?: string[]} => (sent === '[]' ? {} : {sent: JSON.parse(sent)});

const choicesOf = ({question}: ChangeSetTable): string[] | null => {
	const {kind, choices} = question === null ? {kind: 'answer', choices: []} : (JSON.parse(question) as StoredQuestion);
	return kind === 'choice' ? choices.map(({label}) => label) : null;
};

/** One turn of the conversation about a test. */
export function refinementView(set: ChangeSetTable, codeVersion: number | null, isListed = false): Refinement {
	const {parts, rules} = JSON.parse(set.changes) as StoredChanges;
	const own = parts.find(({testId}) => testId === set.test_id);
	const question = set.question === null ? null : (JSON.parse(set.question) as StoredQuestion);
	const choices = choicesOf(set);
	const others = parts.filter(one => one !== own);
	return {
		refinementId: set.id,
		testId: set.test_id ?? '',
		version: set.version,
		text: set.text,
		mode: set.mode,
		status: set.status,
		kind: question?.kind === 'answer' ? 'answer' : parts.length + rules.length > 0 ? 'code_change' : null,
		reply: set.reply,
		summary: summaryOf(own, others, rules),
		diff: own?.codeDiff ?? null,
		fields: own ? declaredFields(own) : [],
		...(choices ? {choices} : {}),
		...(isListed ? {} : sentOf(set)),
		baseCodeVersion: codeVersionText(baseOf(set)),
		codeVersion: set.status === 'applied' && codeVersion !== null ? codeVersionText(codeVersion) : null,
		errorMessage: set.error,
		createdAt: timestamp(set.created_at),
		appliedAt: nullableTimestamp(set.applied_at),
	};
}

/** A refinement counts the versions of its test, a change set those of the plan. */
const baseOf = ({base_version}: ChangeSetTable): number | null => base_version;
const codeVersionText = (version: number | null): string | null => (version === null ? null : `v${version}`);

function summaryOf(
	own: StoredChange | undefined,
	others: readonly StoredChange[],
	rules: StoredChanges['rules'],
): string | null {
	const lines = [
		...(own?.reasons ?? []),
		...(others.length > 0
			? [`${others.length} more ${others.length === 1 ? 'test changes' : 'tests change'} with it`]
			: []),
		...rules.map(({instruction}) => `cleanup: ${instruction}`),
	];
	return lines.length === 0 ? null : lines.join('; ');
}

const declared = ['produces', 'consumes', 'wiring', 'priority', 'name', 'phase'] as const;

function declaredFields({test}: StoredChange): Refinement['fields'] {
	if (!test) return [];
	const read = (value: unknown) =>
		typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : (value ?? null);
	return declared
		.filter(name => name in test.after.test)
		.map(name => ({name, before: read(test.before.test[name]), after: read(test.after.test[name])}));
}
