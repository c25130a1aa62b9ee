import type {ScheduleRun} from '../contract/schedule.ts';
import type {ScheduleRow} from '../source/stores/schedule-rows.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {type Glyphs, type Tone, toneOf} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import {shortCadence} from '../source/view-model/cadence-form.ts';
import {untilWords} from '../source/terminal/moment-words.ts';
import type {CellsOf} from './cell-row.tsx';

type ScheduleColumn = 'status' | 'name' | 'next' | 'last' | 'cadence' | 'changes' | 'target';

/** Where the width does not do, columns go in this order: changes, target, cadence. */
export const scheduleColumns: readonly Column<ScheduleColumn>[] = [
	{key: 'status', title: 'STATUS', width: 13},
	{key: 'name', title: 'SCHEDULE', width: 14, holdsNames: true, isFlexible: true, most: 64},
	{key: 'cadence', title: 'CADENCE', width: 22, most: 34, drop: 3},
	{key: 'target', title: 'RUNS', width: 16, holdsNames: true, most: 30, drop: 2},
	{key: 'next', title: 'NEXT IN', width: 7, align: 'right'},
	{key: 'last', title: 'LAST 5', width: 9},
	{key: 'changes', title: 'CHANGES', width: 17, drop: 1},
];

const statuses: Record<string, [Tone, string]> = {
	active: ['passed', 'active'],
	paused: ['cancelled', 'paused'],
	auto_paused: ['blocked', 'auto-paused'],
	finished: ['idle', 'finished'],
};

/** How a schedule stands, as glyph and word. */
export function scheduleStatusSpan(status: string, glyphs: Glyphs): Span {
	const [tone, word] = statuses[status] ?? ['idle', cleanLine(status)];
	return {text: `${glyphs.status[tone]} ${word}`, role: tone};
}

/** The place of a time zone, as a column has room for it: `Berlin`, `New York`, `UTC`. */
const shortZone = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

const shownVerdicts = 5;

/** Marks of the latest runs, the newest at the right; the pane tells them in words. */
function verdictSpans(runs: readonly ScheduleRun[] | undefined, glyphs: Glyphs): Span[] {
	const latest = (runs ?? []).slice(0, shownVerdicts).reverse();
	return latest.map(({status}, index) => {
		const tone = toneOf(status);
		return {text: `${index > 0 ? ' ' : ''}${glyphs.status[tone]}`, role: tone};
	});
}

/** What changed in the newest run that can tell; nothing where no run can. */
function changeSpans(runs: readonly ScheduleRun[] | undefined, glyphs: Glyphs): Span[] {
	const told = runs?.find(({newlyFailed, newlyRecovered}) => newlyFailed !== null && newlyRecovered !== null);
	if (!told) return [];
	const failed = told.newlyFailed?.length ?? 0;
	const recovered = told.newlyRecovered?.length ?? 0;
	if (failed + recovered === 0) return [{text: 'none', role: 'muted'}];
	return [
		...(failed > 0 ? [{text: `${glyphs.status.failed} ${failed} new  `, role: 'failed' as const}] : []),
		...(recovered > 0 ? [{text: `${glyphs.status.passed} ${recovered} back`, role: 'passed' as const}] : []),
	];
}

export const scheduleCells: CellsOf<ScheduleRow, ScheduleColumn> = ({schedule, runs}, {glyphs, now}) => {
	const {status, name, targetName, nextRunAt} = schedule;
	const next = nextRunAt === null ? '-' : untilWords(Date.parse(nextRunAt), now);
	return {
		status: [scheduleStatusSpan(status, glyphs)],
		name: [{text: cleanLine(name)}],
		cadence: [{text: cleanLine(`${shortCadence(schedule)} ${shortZone(schedule.timezone)}`), role: 'muted'}],
		target: [{text: cleanLine(targetName), role: 'muted'}],
		next: [nextRunAt === null ? {text: next, role: 'muted'} : {text: next}],
		last: verdictSpans(runs, glyphs),
		changes: changeSpans(runs, glyphs),
	};
};
