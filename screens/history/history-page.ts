import {counted} from '../../source/view-model/counted.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type HistoryRow, historyStore} from '../../source/stores/history.ts';
import {sourceOf, statusOfRow, triggerOf} from '../../source/stores/history-rows.ts';
import {cursorOn} from '../../source/stores/navigation.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatAge} from '../../source/terminal/durations.ts';
import {batchSentence} from '../../source/view-model/batch-progress.ts';
import {itemsPerPage, pageTurns, type Page, type Reader} from '../reader.ts';
import {openComparison} from './history-actions.ts';
import {historyRows, shownSubject} from './history-list.ts';

/** A history in words; each row can be compared with the one before it. */
export function historyPage({dashboard, from, turnTo}: Reader): Page {
	const {context} = dashboard;
	const {data} = dashboard.storeOf(historyStore).store.getState();
	const rows = historyRows(dashboard);
	const {projectId, testId} = shownSubject(dashboard);
	if (data === null) return {lines: ['Reading the history.'], choices: []};
	const shown = rows.slice(from, from + itemsPerPage);
	return {
		lines: [`History of ${testId === null ? 'the project' : 'the test'}: ${counted(rows.length, 'run')}.`],
		choices: [
			...shown.map(row => ({
				label: rowWords(row, context.now()),
				do: () => openInWords(dashboard, row, projectId),
			})),
			...pageTurns(rows.length, from, turnTo),
			...shown.flatMap((row, index) => {
				const before = rows[from + index + 1];
				return before
					? [
							{
								label: `Compare ${cleanLine(row.id)} with the one before it`,
								do: () => openComparison(dashboard, projectId, [before, row]),
							},
						]
					: [];
			}),
		],
	};
}

function rowWords(row: HistoryRow, now: number): string {
	const {finishedAt, createdAt} = row.kind === 'batch' ? row.batch : row.run;
	const what = row.kind === 'batch' ? batchSentence(row.batch) : statusOfRow(row);
	const age = formatAge(Date.parse(finishedAt ?? createdAt), now);
	return cleanLine(`${what}, ${age}, ${triggerOf(row)} by ${sourceOf(row)}`);
}

function openInWords({navigation}: Dashboard, row: HistoryRow, projectId: ProjectId): void {
	const batchId = row.kind === 'batch' ? row.id : row.run.batchId;
	if (batchId) navigation.open({screen: 'run', batchId, projectId}, cursorOn(row.id));
}
