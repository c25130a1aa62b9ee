import type {ChangedStep, RunDiff} from '../../view-model/compare-runs.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

const columns: Column<ChangedStep>[] = [
	{key: 'index', head: 'INDEX', cell: step => step.stepIndex},
	{key: 'a', head: 'A', cell: step => step.statusA, status: true},
	{key: 'b', head: 'B', cell: step => step.statusB, status: true},
];

export function diff({runA, runB, changedSteps}: RunDiff, look: Look): string {
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
	return labels + (changedSteps.length === 0 ? '' : table(columns, changedSteps, {}, {look}));
}

const sideText = ({runId, testTitle}: RunDiff['runA']) => (testTitle ? `${runId} (${testTitle})` : runId);

/** `a -> b`, one value where both are equal, nothing where neither has one. */
function change(a: string | number | null, b: string | number | null): string | null {
	if (a === b) return a === null ? null : String(a);
	return `${a ?? '-'} -> ${b ?? '-'}`;
}
