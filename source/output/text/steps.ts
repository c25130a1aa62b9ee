import type {Page} from '../../../contract/fields.ts';
import type {TestStep} from '../../../contract/result.ts';
import {maxDescriptionLength} from '../../view-model/short-path.ts';
import {cleanLine, shortened} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

/** An assertion that no step carries has a row of its own, without media. */
const isSynthetic = ({action, screenshotUrl, htmlSnapshotUrl}: TestStep) =>
	action === 'assertion' && screenshotUrl === null && htmlSnapshotUrl === null;

const noteOf = ({note}: TestStep) => (note ? `(${cleanLine(note)})` : null);

const columns: Column<TestStep>[] = [
	{key: 'index', head: 'INDEX', cell: step => step.stepIndex},
	{key: 'action', head: 'ACTION', cell: step => (isSynthetic(step) ? '(assertion)' : step.action)},
	{key: 'status', head: 'STATUS', cell: step => step.status, status: true},
	{
		key: 'description',
		head: 'DESCRIPTION',
		cell: step =>
			[shortened(cleanLine(step.description), maxDescriptionLength), step.healed && 'healed', noteOf(step)]
				.filter(Boolean)
				.join('  '),
	},
	{key: 'updated', head: 'UPDATED', cell: step => step.updatedAt},
];

export function steps({items, nextToken}: Page<TestStep>, look: Look): string {
	const footer = labelBlock([
		['runId', shared(items.map(({runIdIfAvailable}) => runIdIfAvailable))],
		['codeVersion', shared(items.map(({codeVersion}) => codeVersion))],
		['nextToken', nextToken],
	]);
	const rows = items.length === 0 ? 'No steps.\n' : marked(items, look);
	return footer === '' ? rows : `${rows}\n${footer}`;
}

/** "first column 2 wide (`* ` = the step contributed to the failure)" */
function marked(items: readonly TestStep[], look: Look): string {
	const [head = '', ...rows] = table(columns, items, {}, {look}).trimEnd().split('\n');
	const lines = rows.map((row, index) => `${items[index]?.outcomeContributesToFailure ? '* ' : '  '}${row}`);
	return [`  ${head}`, ...lines].map(line => `${line}\n`).join('');
}

/** The value that all rows have; null when they differ. */
const shared = (values: readonly (string | null)[]): string | null =>
	new Set(values).size === 1 ? (values[0] ?? null) : null;
