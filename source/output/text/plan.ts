import {tellPlaces} from '../../view-model/places.ts';
import type {Plan, PlanRow, PlanSelection, PlanTicket} from '../../../contract/plan.ts';
import {cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

/** `--full` adds what a row sends and expects; a filtered plan says nothing of endpoints without rows. */
type PlanLook = {full?: boolean; header?: boolean; isFiltered?: boolean};

const columns: Column<PlanRow>[] = [
	{key: 'id', head: 'ID', cell: row => row.rowId},
	{key: 'selected', head: 'SEL', cell: row => (row.selected ? 'yes' : 'no')},
	{key: 'priority', head: 'PRI', cell: row => row.priority},
	{key: 'endpoint', head: 'ENDPOINT', cell: row => (row.kind === 'integration' ? 'chain' : row.endpointPath)},
	{key: 'title', head: 'TITLE', cell: row => row.title},
];

/** The plan: its state, what it would cost, rows by category, and why endpoints have none. */
export function plan(one: Plan, look: Look, {full = false, header = true, isFiltered = false}: PlanLook): string {
	const {estimate, selected, rows} = one.totals;
	const tests = estimate.rows + estimate.chains + estimate.cleanupTests;
	const head = labelBlock([
		['status', one.status],
		['selected', `${selected} of ${rows}`],
		[
			'estimate',
			`${tests} ${tests === 1 ? 'test' : 'tests'}${one.credits.balance === null ? '' : `, ${estimate.credits} credits`}`,
		],
	]);
	const wanted = one.credentialWanted ?? 0;
	const credential =
		wanted === 0
			? []
			: [
					`\n${wanted} ${wanted === 1 ? 'endpoint asks' : 'endpoints ask'} for a credential and the project has none: ${tellPlaces(`svc project credential ${one.projectId} --type "Bearer token" --credential-file <credential-file>`)}\n`,
				];
	const parts = one.categories.flatMap(({category, label, selected: ticked, total}) => {
		const own = one.proposals.filter(row => row.category === category);
		if (own.length === 0) return [];
		const title = `\n${cleanLine(label)} (${ticked}/${total})\n`;
		return [title, full ? fullRows(own, look, header) : table(columns, own, {header}, {look, indent: '  '})];
	});
	const empty = isFiltered
		? []
		: one.subPlans.flatMap(({method, path, zeroReason}) =>
				zeroReason ? [`No tests: ${cleanLine(`${method} ${path}: ${zeroReason.message}`)}\n`] : [],
			);
	return [head, ...credential, ...parts, ...(empty.length > 0 ? ['\n', ...empty] : [])].join('');
}

/** Every row with its texts below it; the columns stay aligned over all rows. */
function fullRows(rows: readonly PlanRow[], look: Look, header: boolean): string {
	const lines = table(columns, rows, {header}, {look, indent: '  '}).split('\n').slice(0, -1);
	const heads = header ? lines.slice(0, 1) : [];
	return [
		...heads,
		...rows.flatMap((row, place) => [
			lines[heads.length + place]!,
			...[row.description, row.expectedBehavior].flatMap(text =>
				text.split('\n').map(line => `      ${cleanLine(line)}`),
			),
		]),
	]
		.map(line => `${line}\n`)
		.join('');
}

export const planTicket = ({projectId, planId, status, stage}: PlanTicket): string =>
	labelBlock([
		['projectId', projectId],
		['planId', planId],
		['status', status],
		['stage', stage],
	]);

export const planSelection = ({changed, selectedTotal}: PlanSelection): string =>
	`changed ${changed}\nselected ${selectedTotal}\n`;

export const planRow = (row: PlanRow): string =>
	labelBlock([
		['id', row.rowId],
		['endpoint', row.endpointPath],
		['category', row.category],
		['title', row.title],
		['description', row.description],
		['expected', row.expectedBehavior],
		['priority', row.priority],
		['selected', row.selected ? 'yes' : 'no'],
		['produces', row.captures],
		['consumes', row.consumes],
	]);
