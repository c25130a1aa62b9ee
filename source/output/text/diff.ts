import type {ChangedAnswer, ChangedStep, RunDiff} from '../../../contract/documents/run.ts';
import {cleanLine} from '../../terminal/clean-text.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

const columns: Column<ChangedStep>[] = [
	{key: 'index', head: 'INDEX', cell: step => step.stepIndex},
	{key: 'a', head: 'A', cell: step => step.statusA, status: true},
	{key: 'b', head: 'B', cell: step => step.statusB, status: true},
];

export function diff({runA, runB, changedSteps, changedAnswers}: RunDiff, look: Look): string {
	const labels = labelBlock(
		[
			['runA', sideText(runA)],
			['runB', sideText(runB)],
			['verdict', `${runA.status} -> ${runB.status}`],
			['failedStepIndex', change(runA.failedStepIndex, runB.failedStepIndex)],
			['failureKind', change(runA.failureKind, runB.failureKind)],
			['codeVersion', change(runA.codeVersion, runB.codeVersion)],
			['changed steps', changedSteps.length],
		],
		look,
	);
	const steps = changedSteps.length === 0 ? '' : table(columns, changedSteps, {}, {look});
	return labels + steps + (changedAnswers ?? []).map(answerText).join('');
}

/** A call, and below it each place of its answer that says something else. */
const answerText = ({call, changes, more}: ChangedAnswer): string =>
	[
		call,
		...changes.map(({path, before, after}) => `  ${path}: ${before} -> ${after}`),
		...(more > 0 ? [`  and ${more} more`] : []),
		'',
	]
		.map(cleanLine)
		.join('\n');

const sideText = ({runId, testTitle}: RunDiff['runA']) => (testTitle ? `${runId} (${testTitle})` : runId);

/** `a -> b`, one value where both are equal, nothing where neither has one. */
function change(a: string | number | null, b: string | number | null): string | null {
	if (a === b) return a === null ? null : String(a);
	return `${a ?? '-'} -> ${b ?? '-'}`;
}
