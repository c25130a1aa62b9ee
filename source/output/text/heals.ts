import type {Page} from '../../../contract/fields.ts';
import type {Heal} from '../../../contract/heal.ts';
import type {TestId} from '../../../contract/ids.ts';
import {healWords} from '../../view-model/heal-words.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

const columns: Column<Heal>[] = [
	{key: 'id', head: 'ID', cell: heal => heal.healId},
	{key: 'step', head: 'STEP', cell: heal => heal.stepIndex},
	{key: 'status', head: 'STATUS', cell: heal => heal.status},
	{key: 'repair', head: 'REPAIR', cell: heal => healWords(heal)},
	{key: 'score', head: 'SCORE', cell: heal => heal.score.toFixed(2), extra: true},
	{key: 'run', head: 'RUN', cell: heal => heal.runId, extra: true},
	{key: 'created', head: 'CREATED', cell: heal => heal.createdAt, extra: true},
];

export const heals = (page: Page<Heal>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'repairs', shape, look});

/** Repairs that a person has just decided about, in their order. */
export type DecidedHeals = {testId: TestId; results: Array<Heal & {codeVersion?: unknown}>};

export function decidedHeals({results}: DecidedHeals): string {
	if (results.length === 0) return 'No repair waits for a decision.\n';
	return results
		.map(heal => {
			const version = typeof heal.codeVersion === 'string' ? `, code ${heal.codeVersion}` : '';
			return `${heal.healId}  ${heal.status}  step ${heal.stepIndex}: ${cleanLine(healWords(heal))}${version}\n`;
		})
		.join('');
}
