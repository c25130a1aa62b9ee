import type {Me} from '../contract/account.ts';
import {runsCovered, creditCosts, type LedgerEntry, type UsageSummary} from '../contract/ledger.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatAge} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellsOf} from './cell-row.tsx';
import {momentText} from './history-detail-lines.ts';
import {labelled, wrapped} from './pane-lines.ts';
import type {PaneLine} from './text-pane.tsx';

type EntryColumn = 'when' | 'kind' | 'amount' | 'balance' | 'note' | 'run';

/** Where the width does not do, columns go in this order: run, balance. */
export const entryColumns: readonly Column<EntryColumn>[] = [
	{key: 'when', title: 'WHEN', width: 8, align: 'right'},
	{key: 'kind', title: 'FOR', width: 12},
	{key: 'amount', title: 'CREDITS', width: 8, align: 'right'},
	{key: 'balance', title: 'BALANCE', width: 8, align: 'right', drop: 2},
	{key: 'note', title: 'NOTE', width: 14, isFlexible: true},
	{key: 'run', title: 'RUN', width: 30, drop: 1},
];

/** Columns that are about credits: left out where the service counts none. */
const ofCredits: readonly EntryColumn[] = ['amount', 'balance'];

export const unmeteredColumns = entryColumns.filter(({key}) => !ofCredits.includes(key));

/** Credits without the noise of binary fractions. */
const creditsText = (amount: number): string => String(Math.round(amount * 1000) / 1000);

/** With its sign: what was charged is negative. */
const amountSpan = (amount: number): Span =>
	amount > 0 ? {text: `+${creditsText(amount)}`, role: 'passed'} : {text: creditsText(amount)};

export const entryCells: CellsOf<LedgerEntry, EntryColumn> = (entry, {now}) => {
	const {at, kind, amount, balanceAfter, note, runId} = entry;
	const muted = (text: string): Span[] => [{text: cleanLine(text), role: 'muted'}];
	return {
		when: muted(formatAge(Date.parse(at), now)),
		kind: [{text: cleanLine(kind.replaceAll('_', ' '))}],
		amount: [amountSpan(amount)],
		balance: muted(balanceAfter === null ? '' : creditsText(balanceAfter)),
		note: muted(note),
		run: muted(runId ?? ''),
	};
};

/** A booking in full. */
export function entryLines(entry: LedgerEntry, {width, isMetered}: {width: number; isMetered: boolean}): PaneLine[] {
	const {entryId, at, kind, amount, balanceAfter, note, runId, batchId, generationId} = entry;
	const {testId, testName, projectId, projectName} = entry;
	return [
		...wrapped(cleanLine(note || kind.replaceAll('_', ' ')), width, 'title'),
		...(isMetered ? [[amountSpan(amount), {text: ' credits', role: 'muted' as const}]] : []),
		[],
		...labelled('For', kind.replaceAll('_', ' '), width),
		...labelled('At', momentText(at), width),
		...labelled('Balance', !isMetered || balanceAfter === null ? null : creditsText(balanceAfter), width),
		...named('Test', testName, testId, width),
		...labelled('Run', runId, width),
		...labelled('Batch', batchId, width),
		...labelled('Plan', generationId, width),
		...named('Project', projectName, projectId, width),
		...labelled('Booking', entryId, width, 'muted'),
	];
}

/** A name with the id below it; the id alone where there is none. */
const named = (label: string, name: string | null | undefined, id: string | null, width: number): PaneLine[] =>
	name ? [...labelled(label, name, width), ...labelled('', id, width, 'muted')] : labelled(label, id, width);

/** Three lines above the bookings: what is left, what things cost, what was spent. */
export function usageHeadLines(
	me: Me,
	summary: UsageSummary | null,
	{glyphs: {separator, status}, width}: {glyphs: Glyphs; width: number},
): Span[][] {
	const muted = (text: string): Span => ({text, role: 'muted'});
	const costs = {...creditCosts, ...me.creditCosts};
	if (me.credits === undefined)
		return indented([balanceSpans(me, summary, {separator, status}), countedSpans(summary), []]);
	return indented([
		balanceSpans(me, summary, {separator, status}),
		[
			muted('a run costs '),
			{text: creditsText(costs.backendRun)},
			muted(' backend, '),
			{text: creditsText(costs.frontendRun)},
			muted(' frontend, a generated test '),
			{text: creditsText(costs.generatedTest)},
			...(width < 80 ? [] : [muted(', a repair '), {text: creditsText(costs.autoHeal)}]),
		],
		spentSpans(summary),
	]);
}

const indented = (lines: readonly Span[][]): Span[][] => lines.map(spans => [{text: '   '}, ...spans]);

function balanceSpans(
	me: Me,
	summary: UsageSummary | null,
	{separator, status}: Pick<Glyphs, 'separator' | 'status'>,
): Span[] {
	const {credits, subPlan, env} = me;
	const plan = subPlan ?? summary?.plan;
	const facts = [...(plan ? [`plan ${plan}`] : []), cleanLine(env)].join(`  ${separator}  `);
	if (credits === undefined)
		return [
			{text: `${status.passed} unmetered`, role: 'passed'},
			{text: `   nothing is charged here   ${cleanLine(facts)}`, role: 'muted'},
		];
	const covered = runsCovered(me);
	const isShort = covered?.backend === 0 && covered.frontend === 0;
	const left = (type: 'backend' | 'frontend') => covered?.[type] ?? 'any number of';
	const held = summary && summary.held > 0 ? `   ${creditsText(summary.held)} held for what runs` : '';
	return [
		isShort
			? {text: `${status.failed} ${creditsText(credits)} credits: too few for a run`, role: 'failed'}
			: {text: `${creditsText(credits)} credits`, role: 'title'},
		{text: `${held}   ${cleanLine(facts)}`, role: 'muted'},
		...(isShort
			? []
			: [
					{
						text: `   enough for ${left('backend')} backend or ${left('frontend')} frontend runs`,
						role: 'muted' as const,
					},
				]),
	];
}

const unread: Span = {text: 'this service shows no bookings to this key', role: 'muted'};

const timesOf = (key: string, entries: number): string =>
	`${entries} ${cleanLine(key.replaceAll('_', ' '))}${entries === 1 ? '' : 's'}`;

/** What was done, where nothing is charged for it. */
function countedSpans(summary: UsageSummary | null): Span[] {
	if (summary === null) return [unread];
	const done = summary.items.filter(({entries}) => entries > 0).map(({key, entries}) => timesOf(key, entries));
	return [{text: done.length === 0 ? 'nothing was run so far' : `so far ${done.join(', ')}`, role: 'muted'}];
}

function spentSpans(summary: UsageSummary | null): Span[] {
	if (summary === null) return [unread];
	const spent = summary.items.filter(({charged}) => charged > 0);
	if (spent.length === 0) return [{text: 'nothing was charged so far', role: 'muted'}];
	return [
		{text: 'charged so far ', role: 'muted'},
		...spent.flatMap(({key, charged, entries}, index): Span[] => [
			...(index > 0 ? [{text: ', ', role: 'muted' as const}] : []),
			{text: creditsText(charged)},
			{text: ` for ${timesOf(key, entries)}`, role: 'muted'},
		]),
	];
}
