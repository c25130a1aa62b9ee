import type {Edge} from '../../contract/edge.ts';
import type {PlanTreeRow, Ticked} from '../../source/stores/plan-rows.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {CellsOf} from '../cell-row.tsx';
import {methodSpan} from '../flow/call-row.ts';
import {statusSpan} from '../status-text.ts';
import {counted} from '../../source/view-model/counted.ts';

type PlanColumn = 'name' | 'state' | 'priority' | 'ticked';

/** Where the width does not do, columns go in this order: priority, state. */
export const planColumns: readonly Column<PlanColumn>[] = [
	{key: 'name', title: 'ENDPOINT / TEST', width: 34, isFlexible: true},
	{key: 'state', title: 'STATE', width: 13, drop: 2},
	{key: 'priority', title: 'PRIO', width: 4, drop: 1},
	{key: 'ticked', title: 'TICKED', width: 7, align: 'right'},
];

/** A box that says without colour whether all, some or none of what it stands for is ticked. */
const tickText = ({selected, rows}: Ticked): string =>
	rows === 0 ? '   ' : selected === 0 ? '[ ]' : selected === rows ? '[x]' : '[~]';

const tickSpan = (ticked: Ticked): Span => ({
	text: `${tickText(ticked)} `,
	role: ticked.selected > 0 ? 'key' : 'muted',
});
const countSpan = ({selected, rows}: Ticked): Span => ({text: `${selected}/${rows}`, role: 'muted'});

/** How sure an edge is, as four dots and its figure. */
export function scoreText(score: number, {status: {running, idle}}: Glyphs): string {
	const full = Math.max(0, Math.min(4, Math.round(score * 4)));
	return running.repeat(full) + idle.repeat(4 - full);
}

/** Where a value comes from: an endpoint, a variable of the environment, a given value, or nowhere. */
export function originOf({producer, environmentKey, state, value}: Edge): string {
	if (producer) return `${producer.endpointPath} ${producer.pointer}`;
	if (state === 'cut' && value !== undefined) return `cut: ${JSON.stringify(value)}`;
	return `${state === 'cut' ? 'cut: ' : ''}${environmentKey ? `VAR_${environmentKey} of the environment` : 'plain data'}`;
}

export const edgeStateText = ({state, ambiguous, guessed, confirmed, producer}: Edge): string => {
	if (state !== 'inferred') return state;
	if (ambiguous) return 'ambiguous';
	if (guessed) return 'guessed';
	if (confirmed) return 'confirmed';
	return producer ? 'inferred' : 'open';
};

export const planCells: CellsOf<PlanTreeRow, PlanColumn> = (line, {glyphs}) => {
	switch (line.kind) {
		case 'family':
			return familySpans(line, glyphs);
		case 'category':
			return categorySpans(line, glyphs);
		case 'edge':
			return edgeSpans(line.edge, glyphs);
		case 'endpoint':
			return endpointCells(line, glyphs);
		default:
			return rowCells(line, glyphs);
	}
};

type Of<Kind extends PlanTreeRow['kind']> = Extract<PlanTreeRow, {kind: Kind}>;

const fold = (isOpen: boolean, glyphs: Glyphs): Span => ({
	text: `${isOpen ? glyphs.open : glyphs.folded} `,
	role: 'muted',
});

function familySpans({title, endpoints, unconfirmed, isOpen, ...ticked}: Of<'family'>, glyphs: Glyphs): Span[] {
	const open = unconfirmed === 0 ? '' : `, ${unconfirmed} unconfirmed`;
	return [
		fold(isOpen, glyphs),
		tickSpan(ticked),
		{text: cleanLine(title), role: 'title'},
		...(ticked.rows === 0 ? [] : [{text: '  '}, countSpan(ticked)]),
		...(endpoints === 0 ? [] : [{text: `  ${counted(endpoints, 'endpoint')}${open}`, role: 'muted' as const}]),
	];
}

const categorySpans = ({title, endpointId, isOpen, ...ticked}: Of<'category'>, glyphs: Glyphs): Span[] => [
	endpointId === null ? fold(isOpen, glyphs) : {text: '      '},
	tickSpan(ticked),
	{text: cleanLine(title), role: 'accent'},
	{text: '  '},
	countSpan(ticked),
];

function edgeSpans(edge: Edge, glyphs: Glyphs): Span[] {
	const isOpen = edge.producer === null && edge.state === 'inferred';
	return [
		{text: `      ${glyphs.needs} `, role: 'muted'},
		{text: `${scoreText(edge.score, glyphs)} `, role: isOpen || edge.guessed || edge.ambiguous ? 'blocked' : 'passed'},
		{text: cleanLine(edge.place)},
		{text: ` ${glyphs.from} ${cleanLine(originOf(edge))}`, role: 'muted'},
		{text: `  ${cleanLine(edgeStateText(edge))}`, role: edge.state === 'inferred' ? 'muted' : 'key'},
	];
}

function endpointCells(
	{endpoint, isOpen, isPlanned, ...ticked}: Of<'endpoint'>,
	glyphs: Glyphs,
): Record<PlanColumn, readonly Span[]> {
	const {method, path, confirmed, zeroReason} = endpoint;
	return {
		name: [
			{text: ' '},
			fold(isOpen, glyphs),
			tickSpan(ticked),
			// The word is in its column, where that has room, and in the pane.
			confirmed ? {text: '  '} : {text: `${glyphs.status.idle} `, role: 'blocked'},
			methodSpan(method),
			{text: ` ${cleanLine(path)}`},
			...(zeroReason ? [{text: `  ${cleanLine(zeroReason.message)}`, role: 'blocked' as const}] : []),
		],
		state: [
			confirmed
				? {text: `${glyphs.status.passed} confirmed`, role: 'passed'}
				: {text: `${glyphs.status.idle} unconfirmed`, role: 'idle'},
		],
		priority: [],
		ticked: isPlanned ? [countSpan(ticked)] : [],
	};
}

function rowCells({row, item, depth}: Of<'row'>, glyphs: Glyphs): Record<PlanColumn, readonly Span[]> {
	const {selected, title, priority, endpointPath, kind} = row;
	return {
		name: [
			{text: depth === 2 ? '       ' : '  '},
			tickSpan({selected: selected ? 1 : 0, rows: 1}),
			// Below its endpoint a test need not name it again.
			...(depth === 1 && endpointPath && kind !== 'integration'
				? [{text: `${cleanLine(endpointPath)} `, role: 'muted' as const}]
				: []),
			{text: cleanLine(title)},
		],
		state: stateSpans(row, item, glyphs),
		priority: [{text: cleanLine(priority), role: 'muted'}],
		ticked: [],
	};
}

/** What is being made of a row comes first, then what is special about it. */
function stateSpans({edited, testId, phase}: Of<'row'>['row'], item: Of<'row'>['item'], glyphs: Glyphs): Span[] {
	if (item !== undefined) return [itemSpan(item.status, glyphs)];
	const words = [testId === null ? '' : 'test', edited ? 'edited' : '', phase === 'late' ? 'late' : ''];
	return [{text: words.filter(Boolean).join(', '), role: 'muted'}];
}

/** Status of one test of a generation, as glyph and word. */
export function itemSpan(status: string, glyphs: Glyphs): Span {
	const tones: Record<string, 'passed' | 'failed' | 'running'> = {
		ready: 'passed',
		rejected: 'failed',
		generating: 'running',
		verifying: 'running',
	};
	const tone = tones[status];
	return tone === undefined
		? statusSpan(cleanLine(status), glyphs)
		: {text: `${glyphs.status[tone]} ${cleanLine(status)}`, role: tone};
}
